/** A question to a robots.txt matcher: may this robot fetch this URL? */
export interface RobotsQuestion {
  /** Byte string: U+0000 to U+00FF, one character per byte. */
  readonly file: string;
  readonly agent: string;
  readonly url: string;
}

const PAIRS = 12_000;
const FILES = 12_000;
const SEED = 9309;

/** 12 000 pairs of a rule and a URL that spell the same characters differently, then 12 000 files of regular and odd
 *  lines; the same on every run. The answers of google/robotstxt to them are stored in google-answers.frozen.fixture.ts.
 *  After any change here, store them again with test/google-robots/freeze-answers.ts. */
export function robotsQuestions(): RobotsQuestion[] {
  const random = randomFrom(SEED);
  return [
    ...Array.from({ length: PAIRS }, () => pairQuestion(random)),
    ...Array.from({ length: FILES }, () => fileQuestion(random)),
  ];
}

/** Returns integers from 0 to a bound, exclusive. */
type Random = (below: number) => number;

/** Mulberry32.
 *  @see https://github.com/cprosche/mulberry32 */
function randomFrom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const oneOf = <T>(random: Random, items: readonly T[]): T => items[random(items.length)] as T;

const CHARACTERS = Array.from(
  "aZ9~-./?;&=:@+,!'([|\\" + '*$#% \t\v\0\u007f"<^`{' + '\u0085\u00a0éÿİツ\u2028\ufeff\ufffd😀',
);
const RULE_ENDS = ['', '', '', '$', '*', '*$', '%', '%c', '/index.html'];
const URL_ENDS = ['', '', 'x', '/x', '?y', '#z'];

function pairQuestion(random: Random): RobotsQuestion {
  const characters = Array.from({ length: 1 + random(5) }, () => oneOf(random, CHARACTERS));
  const rule = characters.map((character) => spelled(random, character)).join('');
  const url = characters.map((character) => spelled(random, character)).join('');
  const end = oneOf(random, RULE_ENDS);
  const text = oneOf(random, [
    `user-agent: FooBot\ndisallow: /\nallow: /${rule}${end}\n`,
    `user-agent: FooBot\nallow: /\ndisallow: /${rule}${end}`,
    `user-agent: *\ndisallow: /${rule}${end}\n`,
  ]);
  const file = Buffer.from(text).toString('latin1');
  // Invalid UTF-8, as in files in other encodings.
  const isBroken = random(10) === 0;
  return {
    file: isBroken ? file.replace(/[\x80-\xff]/, '') : file,
    agent: 'FooBot',
    url: `http://foo.bar/${url}${oneOf(random, URL_ENDS)}`,
  };
}

/** A character unchanged or percent-encoded, with digits in any case, sometimes incompletely. */
function spelled(random: Random, character: string): string {
  if (random(3) === 0) return character;
  const style = random(4);
  return Buffer.from(character)
    .toString('hex')
    .replace(/../g, (digits) => `%${cased(random, digits, style)}`)
    .slice(0, random(20) === 0 ? -1 : undefined);
}

function cased(random: Random, digits: string, style: number): string {
  if (style === 0) return digits;
  if (style === 1) return digits.toUpperCase();
  return digits.replace(/./g, (digit) => (random(2) === 0 ? digit : digit.toUpperCase()));
}

/** Parts of lines. A line has at most one odd part. */
const NAMES = {
  agent: ['User-agent'],
  oddAgent: ['USER-AGENT', 'user agent', 'Useragent', 'User-agents', 'User\u00a0agent'],
  rule: ['Allow', 'Disallow', 'Disallow', 'Disallow'],
  oddRule: [
    ...['disallowed', 'ALLOW', 'Dissallow', 'dissalow', 'Disalow', 'diasllow', 'disallaw'],
    ...['allow\u212a', 'Al low', 'disal\0low', 'Sitemap', 'site-map', 'Crawl-delay', 'x', '', 'ü', '#'],
  ],
};
const VALUES = {
  agent: ['*', 'FooBot', 'FooBot', 'BarBot'],
  oddAgent: [
    ...['foobot', 'FooBot/1.2', 'FooBot bar', 'Foo-Bot', 'foo_bot', 'FooBot2', 'FooBoté', '* all', '*all'],
    ...['*\fx', '*\u00a0', '', '9', 'FooBot\0', 'foo\u212abot', 'fookbot'],
  ],
  path: ['/', '/a', '/a/', '/b', '/a/b', '/*b', '/a$', '/a/index.html', ''],
  oddPath: [
    ...[
      '/*/index.htm',
      '/index.htmlx',
      '/a/index.htm*',
      '*',
      '$',
      '/$',
      '/*b$',
      '/a*/b',
      '/**$',
      '/a$b',
      '/$$',
    ],
    ...['a', '?', '/?b', '/;b', '/a b', '/é', '/%c3%a9', '/%e', '/a#b', '/a\0b', '/a\u00a0', '\u00a0/a'],
    ...['/a\v', '/a:b'],
  ],
};
const SEPARATORS = [':', ' : ', '\t:\t', ' ', '\t', ' \t ', '::', ':\v', ':\u00a0', '', ' a '];
const BLANKS = [' ', '\t', '\f', '\v', '\0', '\u00a0', '\ufeff'];
const LINE_ENDS = ['\r\n', '\r', '\n\n', '\r\r\n', '\n\r', ' # x\n', '\u2028'];
const FILE_BEGINNINGS = ['\xef\xbb\xbf', '\xef\xbb', '\xef', '\xef\x11\xbf', '\xbb\xbf', '\xef\xbf', '\n'];
const ASKED = ['FOOBOT', 'foo-bot', 'BarBot', '', 'FooBot/1.2', 'é', 'foo\u212abot'];
const URLS = {
  beginning: ['http://foo.bar', 'http://foo.bar', '', '//foo.bar', 'foo.bar', 'http:/', 'http://u;p@foo.bar'],
  path: ['/', '/a', '/a/', '/a/b', '/b', '/ab'],
  oddPath: [
    ...[
      '',
      '/x/index.html',
      '/a/index.htm',
      '/a$b',
      '/a$',
      '?b',
      ';b',
      '/;b',
      '/?b',
      '#/b',
      '/a#b',
      '/%C3%A9',
    ],
    ...['/%c3%a9', '/é', '/a b', '/a\0b', '/a://b', '#', '//b', '/a?://b'],
  ],
};

function fileQuestion(random: Random): RobotsQuestion {
  const first = random(4) === 0 ? '' : `User-agent: ${oneOf(random, ['*', 'FooBot'])}\n`;
  const lines = Array.from({ length: 1 + random(8) }, () => line(random)).join('');
  const beginning = random(4) === 0 ? oneOf(random, FILE_BEGINNINGS) : '';
  return {
    file: beginning + Buffer.from(first + lines).toString('latin1'),
    agent: random(4) === 0 ? oneOf(random, ASKED) : 'FooBot',
    url: oneOf(random, URLS.beginning) + oneOf(random, random(3) === 0 ? URLS.oddPath : URLS.path),
  };
}

function line(random: Random): string {
  const odd = random(8);
  const isAgent = random(4) === 0;
  const [names, oddNames] = isAgent ? [NAMES.agent, NAMES.oddAgent] : [NAMES.rule, NAMES.oddRule];
  const [values, oddValues] = isAgent ? [VALUES.agent, VALUES.oddAgent] : [VALUES.path, VALUES.oddPath];
  return [
    odd === 0 ? oneOf(random, BLANKS) : '',
    oneOf(random, odd === 1 ? oddNames : names),
    odd === 2 ? oneOf(random, SEPARATORS) : ': ',
    oneOf(random, odd === 3 || odd === 4 ? oddValues : values),
    odd === 5 ? oneOf(random, BLANKS) : '',
    odd === 6 ? oneOf(random, LINE_ENDS) : '\n',
  ].join('');
}
