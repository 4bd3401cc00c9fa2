import fc from 'fast-check';
import { GoogleRobots, googleRobotsOf } from './google-robots.js';
import { parseRobots } from './robots-parser.fixture.js';

const ORIGIN = 'https://example.com';

function allows(body: string, path: string, agent = 'FooBot'): boolean {
  return new GoogleRobots(body).judge(ORIGIN + path, agent).isAllowed;
}

const lines = (...texts: string[]) => texts.join('\n');

describe('GoogleRobots', () => {
  describe('RFC 9309', () => {
    it.each([
      ['2.2.1 product tokens match in any case', lines('User-Agent: foobot', 'Disallow: /'), '/a', false],
      [
        '2.2.1 a group may be for several robots',
        lines('user-agent: a', 'user-agent: foobot', 'disallow: /'),
        '/a',
        false,
      ],
      [
        '2.2.1 groups of one robot are one',
        lines(
          'user-agent: foobot',
          'disallow: /a',
          'user-agent: x',
          'disallow: /',
          'user-agent: foobot',
          'disallow: /b',
        ),
        '/b',
        false,
      ],
      [
        '2.2.1 its own group takes the place of that for all',
        lines('user-agent: *', 'disallow: /', 'user-agent: foobot', 'disallow: /x'),
        '/a',
        true,
      ],
      [
        '2.2.1 the group for all serves the others',
        lines('user-agent: *', 'disallow: /', 'user-agent: barbot', 'allow: /'),
        '/a',
        false,
      ],
      ['2.2.1 without any group everything is open', lines('disallow: /'), '/a', true],
      ['2.2.2 paths match with their case', lines('user-agent: *', 'disallow: /A'), '/a', true],
      [
        '2.2.2 a rule matches from the start of the path',
        lines('user-agent: *', 'disallow: /b'),
        '/a/b',
        true,
      ],
      [
        '2.2.2 the most specific rule decides',
        lines('user-agent: *', 'disallow: /a', 'allow: /a/b'),
        '/a/b/c',
        true,
      ],
      ['2.2.2 whatever the order', lines('user-agent: *', 'allow: /a/b', 'disallow: /a'), '/a/b', true],
      [
        '2.2.2 of two alike, the allowing one',
        lines('user-agent: *', 'disallow: /a', 'allow: /a'),
        '/a',
        true,
      ],
      ['2.2.2 an empty rule matches nothing', lines('user-agent: *', 'disallow:'), '/a', true],
      [
        '2.2.2 letters beyond ASCII match percent-encoded',
        lines('user-agent: *', 'disallow: /föö'),
        '/f%C3%B6%C3%B6',
        false,
      ],
      [
        '2.2.2 percent-encoding matches in either case',
        lines('user-agent: *', 'disallow: /%e3%81%82'),
        '/%E3%81%82',
        false,
      ],
      ['2.2.3 # begins a comment', lines('user-agent: * # all', 'disallow: /a # this'), '/a', false],
      ['2.2.3 $ ends a pattern', lines('user-agent: *', 'disallow: /*.gif$'), '/a.gif', false],
      ['2.2.3 $ and nothing behind it', lines('user-agent: *', 'disallow: /*.gif$'), '/a.gif?x', true],
      ['2.2.3 * stands for anything', lines('user-agent: *', 'disallow: /a*/z'), '/abc/d/z', false],
      ['2.2.3 * stands for nothing too', lines('user-agent: *', 'disallow: /a*b'), '/ab', false],
      [
        '2.2.4 other records do not end a group',
        lines('user-agent: foobot', 'sitemap: https://example.com/s', 'disallow: /'),
        '/a',
        false,
      ],
    ])('%s', (_statement, body, path, expected) => {
      expect(allows(body, path)).toBe(expected);
    });

    it.each([
      ['2.3.1.1 an existing file is applied', 200, false],
      ['2.3.1.3 one that is unavailable opens all', 404, true],
      ['2.3.1.3 even forbidden', 403, true],
      ['2.3.1.4 one that is unreachable closes all', 503, false],
      ['2.3.1.4 as does a missing response', null, false],
    ])('%s', (_statement, status, expected) => {
      const robots = googleRobotsOf({ status, body: 'User-agent: *\nDisallow: /' });
      expect(robots.judge(`${ORIGIN}/a`, 'FooBot').isAllowed).toBe(expected);
    });
  });

  describe('Google’s document', () => {
    it.each([
      ['a byte-order mark is skipped', '\ufeffUser-agent: *\nDisallow: /', '/a', false],
      [
        'CR, CRLF and LF all end lines',
        'User-agent: *\rDisallow: /a\r\nDisallow: /b\nDisallow: /c',
        '/b',
        false,
      ],
      [
        'blanks around names and values do not count',
        '  User-agent :  *  \n\tDisallow\t:\t/a\t',
        '/a',
        false,
      ],
      ['a missing colon is forgiven', 'User-agent *\nDisallow /a', '/a', false],
      ['but not with three words', 'User-agent *\nDisallow /a /b', '/a', true],
      ['a misspelled name is understood', 'User-agent: *\nDissalow: /a', '/a', false],
      ['a name is known by its beginning', 'User-agent: *\nDisallows: /a', '/a', false],
      ['a user agent ends at its first odd character', 'User-agent: FooBot/1.2\nDisallow: /', '/a', false],
      ['a number is no part of it', 'User-agent: FooBot2\nDisallow: /', '/a', false],
      ['* with words behind it is still for all', 'User-agent: * all\nDisallow: /', '/a', false],
      [
        'a rule that allows an index page allows its directory',
        'User-agent: *\nDisallow: /a\nAllow: /a/index.html',
        '/a/',
        true,
      ],
      ['and no more of it', 'User-agent: *\nDisallow: /a\nAllow: /a/index.html', '/a/b', false],
      ['/fish matches /fish.html', 'User-agent: *\nDisallow: /fish', '/fish.html', false],
      ['/fish does not match /catfish', 'User-agent: *\nDisallow: /fish', '/catfish', true],
      ['/fish* is the same as /fish', 'User-agent: *\nDisallow: /fish*', '/fishheads/yummy.html', false],
      ['/fish/ does not match /fish', 'User-agent: *\nDisallow: /fish/', '/fish', true],
      ['/*.php matches it anywhere', 'User-agent: *\nDisallow: /*.php', '/folder/a.php?b', false],
      ['/*.php$ at the end alone', 'User-agent: *\nDisallow: /*.php$', '/a.php/', true],
      [
        '/fish*.php matches both parts in order',
        'User-agent: *\nDisallow: /fish*.php',
        '/fishheads/catfish.php?p',
        false,
      ],
      ['/p beats / ', 'User-agent: *\nAllow: /p\nDisallow: /', '/page', true],
      [
        '/folder against /folder: allow wins',
        'User-agent: *\nAllow: /folder\nDisallow: /folder',
        '/folder/page',
        true,
      ],
      [
        '/page against /*.htm: the longer one wins',
        'User-agent: *\nAllow: /page\nDisallow: /*.htm',
        '/page.htm',
        false,
      ],
      ['/$ is the root alone', 'User-agent: *\nAllow: /$\nDisallow: /', '/', true],
      ['/$ is nothing else', 'User-agent: *\nAllow: /$\nDisallow: /', '/page.htm', false],
    ])('%s', (_statement, body, path, expected) => {
      expect(allows(body, path)).toBe(expected);
    });

    it('reads 500 KiB and no more', () => {
      const filler = '#'.repeat(500 * 1024 - 20);
      expect(allows(`${filler}\nUser-agent: *\nDisallow: /`, '/a')).toBe(true);
      expect(allows(`User-agent: *\nDisallow: /\n${filler}`, '/a')).toBe(false);
    });

    it('treats 429 as a server error', () => {
      expect(googleRobotsOf({ status: 429, body: '' }).judge(ORIGIN, 'FooBot').isAllowed).toBe(false);
    });

    it('lists sitemaps in any group', () => {
      const robots = new GoogleRobots(
        lines('Sitemap: https://a.example/1', 'User-agent: *', 'site-map: https://a.example/2'),
      );
      expect(robots.sitemaps).toEqual(['https://a.example/1', 'https://a.example/2']);
    });
  });

  it('returns the deciding rule and its line', () => {
    expect(new GoogleRobots('User-agent: *\n\nDisallow: /a*').judge(`${ORIGIN}/ab`, 'FooBot')).toEqual({
      isAllowed: false,
      pattern: '/a*',
      line: 3,
    });
  });

  it('compares the bytes of a file that is not UTF-8', () => {
    const bytes = Buffer.from('User-agent: *\nDisallow: /caf\xe9\nUser-agent: *\xa0\nDisallow: /', 'latin1');
    const robots = googleRobotsOf({ status: 200, body: bytes.toString(), bytes });
    expect(robots.judge(`${ORIGIN}/caf%E9`, 'FooBot').isAllowed).toBe(false);
    expect(robots.judge(`${ORIGIN}/caf%EF%BF%BD`, 'FooBot').isAllowed).toBe(true);
  });

  const aPath = fc
    .array(fc.constantFrom('a', 'b', 'x', '/', '.html'), { maxLength: 6 })
    .map((parts) => `/${parts.join('')}`);
  const aPattern = fc
    .tuple(
      fc.array(fc.constantFrom('a', 'b', 'x', '/', '*', '.html'), { maxLength: 6 }),
      fc.constantFrom('', '$'),
    )
    .map(([parts, end]) => `/${parts.join('')}${end}`);
  const aRule = fc
    .tuple(fc.constantFrom('Allow', 'Disallow'), aPattern)
    .map(([name, pattern]) => `${name}: ${pattern}`);
  const aGroup = fc
    .tuple(fc.constantFrom('*', 'FooBot', 'BarBot'), fc.array(aRule, { minLength: 1, maxLength: 5 }))
    .map(([agent, rules]) => lines(`User-agent: ${agent}`, ...rules));

  it('agrees with robots-parser on files that both standards read alike', () => {
    fc.assert(
      fc.property(fc.array(aGroup, { maxLength: 4 }), aPath, (groups, path) => {
        const body = groups.join('\n\n');
        const theirs = parseRobots(`${ORIGIN}/robots.txt`, body).isAllowed(ORIGIN + path, 'FooBot');
        expect(allows(body, path)).toBe(theirs);
      }),
      { numRuns: 5000 },
    );
  });

  it('is not slowed down by a pattern made of stars', () => {
    const body = lines(
      'User-agent: *',
      ...Array.from({ length: 200 }, () => `Disallow: /${'a*'.repeat(1000)}b`),
    );
    expect(allows(body, `/${'a'.repeat(7000)}`)).toBe(true);
  });
});
