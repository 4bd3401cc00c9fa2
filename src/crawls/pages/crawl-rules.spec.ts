import { CrawlRules, type RuledCrawl } from './crawl-rules.js';

const rulesOf = (crawl: Partial<RuledCrawl> = {}) =>
  new CrawlRules(
    {
      url: 'https://www.example.com/',
      include: [],
      exclude: [],
      maxDepth: 3,
      delayMs: 0,
      robotsStatus: 200,
      robotsTxt: 'User-agent: *\nDisallow: /secret\n',
      ...crawl,
    },
    true,
  );
const FOUND = { depth: 1, isFollowed: true, isStart: false };

describe('CrawlRules', () => {
  it.each([
    ['https://example.com/a', true],
    ['http://www.example.com/a', true],
    ['https://shop.example.com/', false],
    ['https://example.org/', false],
  ])('knows whether %s is of the website: %s', (address, isInside) => {
    expect(rulesOf().isInside(address)).toBe(isInside);
  });

  it.each([
    ['an ordinary page', '/a', {}, {}, null],
    ['what robots.txt disallows', '/secret', {}, {}, 'robots'],
    ['it in any spelling', '/%c3%bc', { robotsTxt: 'User-agent: *\nDisallow: /ü\n' }, {}, 'robots'],
    ['it with more escapes', '/~bob/', { robotsTxt: 'User-agent: *\nDisallow: /%7Ebob/\n' }, {}, 'robots'],
    ['everything, where robots.txt can not be read', '/a', { robotsStatus: 503 }, {}, 'robots'],
    ['nothing, where there is no robots.txt', '/secret', { robotsStatus: 404, robotsTxt: '' }, {}, null],
    ['what only nofollow links name', '/a', {}, { isFollowed: false }, 'nofollow'],
    ['what is too deep', '/a', {}, { depth: 4 }, 'depth'],
    ['no page of the sitemap for its depth', '/a', {}, { depth: null }, null],
    ['what is not included', '/a', { include: ['/b*'] }, {}, 'excluded'],
    ['what is excluded', '/b/c', { include: ['/b*'], exclude: ['*/c'] }, {}, 'excluded'],
    ['never the start for the patterns', '/a', { include: ['/b*'] }, { isStart: true }, null],
  ] as const)('skips %s', (_, path, crawl, found, reason) => {
    const rules = rulesOf(crawl as Partial<RuledCrawl>);
    expect(rules.refusal(`https://example.com${path}`, { ...FOUND, ...found })).toBe(reason);
  });

  it.each([
    ['https://www.example.com/a', true],
    ['https://www.example.com/secret', false],
    ['http://example.com/secret', false],
    ['https://www.example.com/buy', false],
    ['https://example.org/secret', true],
  ])('knows whether a link to %s may be tried: %s', (address, isAsked) => {
    expect(rulesOf({ exclude: ['/buy'] }).mayAsk(address)).toBe(isAsked);
  });
});
