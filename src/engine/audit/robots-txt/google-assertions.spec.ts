/** The 145 verdicts of google/robotstxt's own test. What it says of lines and paths is in the specs of those files.
 *  @see https://github.com/google/robotstxt/blob/master/robots_test.cc */
import { GoogleRobots } from './google-robots.js';

/** A file, and the paths that robots may and may not fetch under it, separated by spaces. */
type Row = readonly [
  statement: string,
  file: string,
  verdicts: { readonly agents?: string; readonly allowed?: string; readonly disallowed?: string },
];

const FOO = 'user-agent: FooBot\n';
const CLOSED = `${FOO}disallow: /\n`;
const GROUPS = [
  ...['allow: /foo/bar/', '', 'user-agent: FooBot', 'disallow: /', 'allow: /x/', 'user-agent: BarBot'],
  ...['disallow: /', 'allow: /y/', '', '', 'allow: /w/', 'user-agent: BazBot', '', 'user-agent: FooBot'],
  ...['allow: /z/', 'disallow: /'],
].join('\n');
const FISH = '/fish /fish.html /fish/salmon.html /fishheads /fishheads/yummy.html /fish.html?id=anything';
const ONLY_X = 'allow: /x/\ndisallow: /';
const ENCODED = '/foo/bar/%E3%83%84';

/** A path that fills a rule's line up to the last byte that is read. */
const fullLine = (name: string, letter: string) => `/x/${letter.repeat(2083 * 8 - 1 - name.length - 3)}`;
const LONG_DISALLOW = fullLine('disallow: ', 'a');
const LONG_ALLOWS = [fullLine('allow: ', 'a'), fullLine('allow: ', 'b')] as const;

const SYNTAX: readonly Row[] = [
  ['lines are names and values', `${FOO}disallow: /`, { disallowed: '/x/y' }],
  ['lines of other names are no rules', 'foo: FooBot\nbar: /', { allowed: '/x/y' }],
  ['a space may replace the colon', 'user-agent FooBot\ndisallow /', { disallowed: '/x/y' }],
  ['groups of one robot are one', GROUPS, { allowed: '/x/b /z/d', disallowed: '/y/c' }],
  [
    'an empty line does not end a group',
    GROUPS,
    { agents: 'BarBot', allowed: '/y/c /w/a', disallowed: '/z/d' },
  ],
  ['a group without rules shares those of the next one', GROUPS, { agents: 'BazBot', allowed: '/z/d' }],
  [
    'rules before all groups do not count',
    GROUPS,
    { agents: 'FooBot BarBot BazBot', disallowed: '/foo/bar/' },
  ],
  [
    'a sitemap does not end a group',
    'User-agent: BarBot\nSitemap: https://foo.bar/sitemap\nUser-agent: *\nDisallow: /',
    { agents: 'FooBot BarBot', disallowed: '/' },
  ],
  [
    'an unknown line does not end a group',
    `${FOO}Invalid-Unknown-Line: unknown\nUser-agent: *\nDisallow: /`,
    { agents: 'FooBot BarBot', disallowed: '/' },
  ],
  ...['USER-AGENT ALLOW DISALLOW', 'user-agent allow disallow', 'uSeR-aGeNt AlLoW dIsAlLoW'].map(
    (names): Row => {
      const [agent = '', allow = '', disallow = ''] = names.split(' ');
      const file = `${agent}: FooBot\n${allow}: /x/\n${disallow}: /`;
      return [`names count in any case (${names})`, file, { allowed: '/x/y', disallowed: '/a/b' }];
    },
  ),
  ...['FOO BAR', 'foo bar', 'FoO bAr'].map((agent): Row => {
    const verdicts = { agents: 'Foo foo', allowed: '/x/y', disallowed: '/a/b' };
    return [`user agents count in any case (${agent})`, `User-Agent: ${agent}\n${ONLY_X}`, verdicts];
  }),
  ['an empty file allows everything', '', { allowed: '/x/y' }],
  ['a robot obeys its own group', `user-agent: *\nallow: /\n${CLOSED}`, { disallowed: '/x/y' }],
  [
    'the group for all serves the others',
    `user-agent: *\nallow: /\n${CLOSED}`,
    { agents: 'BarBot', allowed: '/x/y' },
  ],
  [
    'a robot without a group may fetch everything',
    `${FOO}allow: /\nuser-agent: BarBot\ndisallow: /\nuser-agent: BazBot\ndisallow: /`,
    { agents: 'QuxBot', allowed: '/x/y' },
  ],
];

const MATCHING: readonly Row[] = [
  ['a path matches in the same case', `${FOO}disallow: /x/`, { disallowed: '/x/y' }],
  ['a path does not match in another case', `${FOO}disallow: /X/`, { allowed: '/x/y' }],
  ['the longer rule wins', `${FOO}disallow: /x/p.html\nallow: /x/`, { disallowed: '/x/p.html' }],
  [
    'the longer rule wins if it allows',
    `${FOO}allow: /x/p.html\ndisallow: /x/`,
    { allowed: '/x/p.html', disallowed: '/x/' },
  ],
  ['empty rules do not count', `${FOO}disallow: \nallow: `, { allowed: '/x/p.html' }],
  ['the allowing rule wins a tie', `${CLOSED}allow: /`, { allowed: '/x/p.html' }],
  ['/x/ is longer than /x', `${FOO}disallow: /x\nallow: /x/`, { allowed: '/x/', disallowed: '/x' }],
  [
    'the allowing rule wins a tie of two files',
    `${FOO}disallow: /x/p.html\nallow: /x/p.html`,
    { allowed: '/x/p.html' },
  ],
  [
    'a star counts as a byte of length',
    `${FOO}allow: /page\ndisallow: /*.html`,
    { allowed: '/page', disallowed: '/page.html' },
  ],
  [
    'a long literal wins over a short wildcard',
    `${FOO}allow: /x/page.\ndisallow: /*.html`,
    { allowed: '/x/page.html', disallowed: '/x/y.html' },
  ],
  [
    'its own group takes the place of that for all',
    'User-agent: *\nDisallow: /x/\nUser-agent: FooBot\nDisallow: /y/',
    { allowed: '/x/page', disallowed: '/y/page' },
  ],
  [
    'a URL in a query is compared as it is',
    `${CLOSED}Allow: /foo/bar?qux=taz&baz=http://foo.bar?tar&par`,
    { allowed: '/foo/bar?qux=taz&baz=http://foo.bar?tar&par' },
  ],
  [
    'a rule is escaped, a URL is not',
    `${CLOSED}Allow: /foo/bar/ツ`,
    { allowed: ENCODED, disallowed: '/foo/bar/ツ' },
  ],
  [
    'a URL is not escaped for an escaped rule either',
    `${CLOSED}Allow: ${ENCODED}`,
    { allowed: ENCODED, disallowed: '/foo/bar/ツ' },
  ],
  [
    'an escaped letter is not that letter',
    `${CLOSED}Allow: /foo/bar/%62%61%7A`,
    { allowed: '/foo/bar/%62%61%7A', disallowed: '/foo/bar/baz' },
  ],
  [
    'a star stands for anything',
    `${FOO}Disallow: /foo/bar/quz\nAllow: /foo/*/qux`,
    { allowed: '/foo/quz /foo//quz /foo/bax/quz', disallowed: '/foo/bar/quz' },
  ],
  [
    'a dollar sign ends a rule',
    `${FOO}Disallow: /foo/bar$\nAllow: /foo/bar/qux`,
    { allowed: '/foo/bar/qux /foo/bar/ /foo/bar/baz', disallowed: '/foo/bar' },
  ],
  [
    'a number sign starts a comment',
    `${FOO}# Disallow: /\nDisallow: /foo/quz#qux\nAllow: /`,
    { allowed: '/foo/bar', disallowed: '/foo/quz' },
  ],
  [
    'allowing an index page allows its directory',
    'User-Agent: *\nAllow: /slash/index.html\nDisallow: /',
    { agents: 'foobot', allowed: '/slash/ /slash/index.html', disallowed: '/slash/index.htm /other' },
  ],
  [
    'a long rule is cut off',
    `${FOO}disallow: ${LONG_DISALLOW}/qux`,
    { allowed: '/fux', disallowed: `${LONG_DISALLOW}/fux` },
  ],
  [
    'long rules are cut off one by one',
    `${CLOSED}allow: ${LONG_ALLOWS[0]}/qux\nallow: ${LONG_ALLOWS[1]}/qux`,
    { allowed: `${LONG_ALLOWS[0]}/qux ${LONG_ALLOWS[1]}/fux`, disallowed: '/' },
  ],
];

const DOCUMENTED: readonly Row[] = [
  ['/fish', `${CLOSED}allow: /fish`, { allowed: FISH, disallowed: '/bar /Fish.asp /catfish /?id=fish' }],
  ['/fish*', `${CLOSED}allow: /fish*`, { allowed: FISH, disallowed: '/bar /Fish.bar /catfish /?id=fish' }],
  [
    '/fish/',
    `${CLOSED}allow: /fish/`,
    {
      allowed: '/fish/ /fish/salmon /fish/?salmon /fish/salmon.html /fish/?id=anything',
      disallowed: '/bar /fish /fish.html /Fish/Salmon.html',
    },
  ],
  [
    '/*.php',
    `${CLOSED}allow: /*.php`,
    {
      allowed:
        '/f.php /folder/f.php /folder/f.php?parameters //folder/any.php.file.html /f.php/ /index?f=f.php/',
      disallowed: '/bar /php/ /index?php /windows.PHP',
    },
  ],
  [
    '/*.php$',
    `${CLOSED}allow: /*.php$`,
    {
      allowed: '/f.php /folder/f.php',
      disallowed: '/bar /f.php?parameters /f.php/ /f.php5 /php/ /f?php /aaaphpaaa //windows.PHP',
    },
  ],
  [
    '/fish*.php',
    `${CLOSED}allow: /fish*.php`,
    { allowed: '/fish.php /fishheads/catfish.php?parameters', disallowed: '/bar /Fish.PHP' },
  ],
  ['/p against /', `${FOO}allow: /p\ndisallow: /`, { allowed: '/page' }],
  ['/folder against /folder', `${FOO}allow: /folder\ndisallow: /folder`, { allowed: '/folder/page' }],
  ['/page against /*.htm', `${FOO}allow: /page\ndisallow: /*.htm`, { disallowed: '/page.htm' }],
  ['/$', `${FOO}allow: /$\ndisallow: /`, { allowed: '/', disallowed: '/page.html' }],
];

const assertionsOf = (rows: readonly Row[]) =>
  rows.flatMap(([statement, file, { agents = 'FooBot', allowed = '', disallowed = '' }]) =>
    agents.split(' ').flatMap((agent) =>
      [allowed, disallowed].flatMap((paths, index) =>
        paths
          .split(' ')
          .filter((path) => path !== '')
          .map((path) => ({
            title: `${statement}: ${agent} ${index === 0 ? 'may' : 'may not'} fetch ${path.slice(0, 60)}`,
            question: { file, agent, url: `http://foo.bar${path}` },
            isAllowed: index === 0,
          })),
      ),
    ),
  );

const isAllowed = (file: string, agent: string, url: string) =>
  new GoogleRobots(file).judge(url, agent).isAllowed;

describe('what google/robotstxt states about', () => {
  describe.each([
    ['the syntax of files', SYNTAX],
    ['rules and paths', MATCHING],
    ['the examples of its documentation', DOCUMENTED],
  ])('%s', (_part, rows) => {
    it.each(assertionsOf(rows))('$title', ({ question: { file, agent, url }, isAllowed: expected }) => {
      expect(isAllowed(file, agent, url)).toBe(expected);
    });
  });

  it.each([
    ['stands for the root', CLOSED, 'FooBot', false],
    ['is allowed to a robot without a name', CLOSED, '', true],
    ['is allowed by an empty file', '', 'FooBot', true],
    ['is allowed by an empty file to a robot without a name', '', '', true],
  ])('the empty URL %s', (_statement, file, agent, expected) => {
    expect(isAllowed(file, agent, '')).toBe(expected);
  });

  it.each([
    ['Foo', true],
    ['Foo Bar', false],
  ])('a group for "Foo Bar" is one for Foo: %s', (agent, expected) => {
    const file = `User-Agent: *\nDisallow: /\nUser-Agent: Foo Bar\n${ONLY_X}`;
    expect(isAllowed(file, agent, 'http://foo.bar/x/y')).toBe(expected);
  });
});
