import { crawlDelayMs, mayCrawl } from './crawl-rules.js';

const lines = (...texts: string[]) => texts.join('\n');

describe('crawlDelayMs', () => {
  it.each<[string, string, number | null]>([
    ['is null without one', lines('User-agent: *', 'Disallow: /a'), null],
    ['is null outside of groups', 'Crawl-delay: 5', null],
    ['is that for all robots', lines('User-agent: *', 'Crawl-delay: 5'), 5000],
    ['may have decimals', lines('User-agent: *', 'Crawl-delay: 0.25'), 250],
    ['may be 0', lines('User-agent: *', 'Crawl-delay: 0'), 0],
    ['is at most 30 s', lines('User-agent: *', 'Crawl-delay: 86400'), 30_000],
    [
      'is at most 30 s with any number of digits',
      lines('User-agent: *', `Crawl-delay: ${'9'.repeat(999)}`),
      30_000,
    ],
    [
      'is that of its own group',
      lines('User-agent: *', 'Crawl-delay: 5', 'User-agent: pagegrade', 'Crawl-delay: 2'),
      2000,
    ],
    ['is that of its own group, with a version', lines('User-agent: Pagegrade/1.0', 'Crawl-delay: 2'), 2000],
    [
      'is null if its own group has none',
      lines('User-agent: *', 'Crawl-delay: 5', 'User-agent: Pagegrade', 'Allow: /'),
      null,
    ],
    [
      'is not that of another robot',
      lines('User-agent: Bingbot', 'Crawl-delay: 9', 'Disallow: /', 'User-agent: *', 'Disallow: /a'),
      null,
    ],
    [
      'is not that of another robot before it',
      lines('User-agent: Bingbot', 'Crawl-delay: 9', 'User-agent: *', 'Crawl-delay: 1'),
      1000,
    ],
    [
      'is not that of another robot after it',
      lines('User-agent: *', 'Crawl-delay: 1', 'User-agent: Bingbot', 'Crawl-delay: 9'),
      1000,
    ],
    [
      'is that of a group of several robots',
      lines('User-agent: Bingbot', 'User-agent: Pagegrade', 'Crawl-delay: 3'),
      3000,
    ],
    [
      'is the first valid one',
      lines('User-agent: *', 'Crawl-delay: -1', 'Crawl-delay: 4', 'Crawl-delay: 6'),
      4000,
    ],
  ])('%s', (_statement, body, expected) => {
    expect(crawlDelayMs(body)).toBe(expected);
  });

  it.each(['', 'ten', '-1', '1e3', 'Infinity', 'NaN', '0x10', '1,5', '5 s', '.', '٣'])(
    'ignores “%s”',
    (value) => {
      expect(crawlDelayMs(lines('User-agent: *', `Crawl-delay: ${value}`))).toBeNull();
    },
  );
});

describe('mayCrawl', () => {
  const ADDRESS = 'https://example.com/%c3%bc';

  it.each([null, 429, 500, 503])('allows nothing with status %p', (status) => {
    expect(mayCrawl({ status, body: '' }, ADDRESS)).toBe(false);
  });

  it.each([404, 403, 204])('allows everything with status %p', (status) => {
    expect(mayCrawl({ status, body: '' }, ADDRESS)).toBe(true);
  });

  it.each([
    [lines('User-agent: *', 'Disallow: /ü'), false],
    [lines('User-agent: *', 'Disallow: /Ü'), true],
    [lines('User-agent: *', 'Disallow: /', 'User-agent: Pagegrade', 'Disallow: /a'), true],
    [lines('User-agent: Pagegrade', 'Disallow: /', 'User-agent: *', 'Allow: /'), false],
  ])('applies %j', (body, expected) => {
    expect(mayCrawl({ status: 200, body }, ADDRESS)).toBe(expected);
  });
});
