import fc from 'fast-check';
import { LighthouseRobots } from './lighthouse-robots.js';
import { parseRobots } from './robots-parser.fixture.js';

const URLS = [
  'https://example.com/',
  'https://example.com/a/b.html?c=%e4',
  'https://example.com/$a',
  'https://example.com/%C3%A9',
];
const AGENTS = [undefined, 'Googlebot', 'bingbot'];
const LINES = [
  ...[
    'User-agent: *',
    'User-agent: googlebot',
    'user-agent: Bingbot/2.0',
    'User-agent:',
    'User-agent: other',
  ],
  ...[
    'Disallow: /',
    'Disallow:',
    'Allow: /a',
    'Disallow: /a',
    'Allow: /*.html',
    'Disallow: /*b*$',
    'Disallow: /a/$',
  ],
  ...[
    'Disallow: *',
    'Allow: $',
    'Disallow: /é',
    'Disallow: /%c3%a9',
    'Disallow: /?',
    'Allow: /a/b',
    'Disallow: \ud800',
  ],
  ...[
    'Crawl-delay: 1',
    'Sitemap: /a',
    '# comment',
    '',
    'Disallow /',
    ': /',
    ' Disallow : /a # b',
    'Disallow: /$a',
  ],
];

describe('LighthouseRobots', () => {
  it('decides like robots-parser about any file', () => {
    const files = fc.array(fc.constantFrom(...LINES), { maxLength: 12 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(files, fc.constantFrom(...URLS), fc.constantFrom(...AGENTS), (body, url, agent) => {
        const reference = parseRobots('https://example.com/robots.txt', body);
        const rule = new LighthouseRobots(body).decide(url, agent);
        expect(rule?.allows ?? true).toBe(reference.isAllowed(url, agent));
        expect(rule?.line ?? -1).toBe(reference.getMatchingLineNumber(url, agent));
      }),
      { numRuns: 20_000 },
    );
  });
});
