import { type Header } from '../../page.js';
import { headerCases, type ObservatoryCase, type Scored } from './case.fixture.js';

const MOZILLA = { url: 'https://mozilla.org/' };
const HSTS: Header = ['strict-transport-security', 'max-age=15768000'];
const AT = 'Domain=mozilla.org; Path=/';

/** From the Observatory's own tests. */
const THEIRS: Scored = [
  [-40, `SESSIONID=bar; ${AT}; HttpOnly`, `SESSIONID=bar; ${AT}`],
  [-30, `SESSIONID=bar; ${AT}; Secure`],
  [
    -20,
    `CSRFTOKEN=bar; ${AT}; Secure; HttpOnly`,
    `SESSIONID=bar; ${AT}; Secure; HttpOnly; SameSite=`,
    `SESSIONID=bar; ${AT}; Secure; HttpOnly; SameSite=True`,
    `SESSIONID=bar; ${AT}; Secure; HttpOnly; SameSite=Invalid`,
    `foo=bar; ${AT}`,
  ],
  [
    0,
    [
      `SESSIONID=bar; ${AT}; Secure; HttpOnly`,
      'foo=bar; Domain=mozilla.org; Secure; Path=/',
      `heroku-session-affinity=bar; ${AT}`,
    ],
    [
      `SESSIONID_STRICT=bar; ${AT}; Secure; HttpOnly; SameSite=Strict`,
      `SESSIONID_WITHOUT=bar; ${AT}; Secure; HttpOnly`,
      `SESSIONID_LAX=bar; ${AT}; Secure; HttpOnly; SameSite=Lax`,
      `SESSIONID_NONE=bar; ${AT}; Secure; HttpOnly; SameSite=None`,
    ],
  ],
  [
    5,
    [
      `SESSIONID_STRICT=bar; ${AT}; Secure; HttpOnly; SameSite=Strict`,
      `SESSIONID_LAX=bar; ${AT}; Secure; HttpOnly; SameSite=Lax`,
      `SESSIONID_NONE=bar; ${AT}; Secure; HttpOnly; SameSite=None`,
    ],
  ],
];
const THEIRS_WITH_HSTS: Scored = [
  [-10, `SESSIONID=bar; ${AT}; HttpOnly`],
  [-5, `foo=bar; ${AT}`],
];

/** Derived from its rules. */
const RULES: Scored = [
  [-40, 'login=1', 'xLOGINx=1; HttpOnly; SameSite=Lax', 'possess=1; HttpOnly', 'PHPSESSID=1; SameSite=None'],
  [-40, ['sess=1; HttpOnly', 'csrf=1; Secure', 'a=1; Secure; SameSite=x']],
  [
    -30,
    'login=1; Secure; SameSite=Strict',
    'SESS=1; Secure; SameSite=x',
    ['sid=1; Secure', 'sess=1; Secure'],
  ],
  [
    -20,
    'a=1',
    'a=1; HttpOnly; SameSite=Strict',
    'a=1; SameSite=None',
    'a=1; Secure; SameSite=x',
    'a=1; Secure; SameSite',
    'a=1; Secure; SameSite = "Lax"',
    'a=1; Secure; SameSite=Lax; SameSite=x',
    'x-csrf-y=1; Secure',
    'XCSRF=1; Secure; SameSite=x',
    ['a=1; Secure; SameSite=Lax', 'b=1'],
    ['a=1; Secure; SameSite=Lax', 'csrf=1; Secure'],
    'a=1; Secure=no; Path=/; SameSite=lax, b=2; samesite=',
  ],
  [
    0,
    '',
    '=1',
    '; Secure',
    'heroku-session-affinity=1',
    'a=1; Domain=other.example',
    '__Secure-a=1',
    'a=1; Secure',
    'a=1; SECURE',
    'crsf=1; Secure',
    'login=1; Secure; HttpOnly',
    ['a=1; Secure; SameSite=Lax', 'b=1; Secure'],
    ['a=1', 'a=2; Secure'],
  ],
  [
    5,
    'a=1; Secure; SameSite=Lax',
    'a=1; secure; samesite=STRICT',
    'a=1; Secure; SameSite=None',
    'csrf=1; Secure; SameSite=Lax',
    'a=1; Secure; SameSite=Lax; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
    'a=1; Secure; SameSite=Lax; Max-Age=0',
    'login=1; Secure; HttpOnly; SameSite = Lax',
    '__Secure-a=1; Secure; SameSite=Lax',
    '__Host-a=1; Secure; Path=/; SameSite=Lax',
    ['a=1; Secure; SameSite=Lax', 'heroku-session-affinity=1'],
  ],
];
const RULES_WITH_HSTS: Scored = [
  [-30, 'sess=1', ['a=1', 'sess=1; Secure']],
  [-20, 'a=1; SameSite=None', 'csrf=1', ['sess=1; HttpOnly', 'a=1; SameSite=x'], ['a=1', 'csrf=1; Secure']],
  [-10, 'sess=1; HttpOnly', ['login=1; HttpOnly; SameSite=Lax', 'a=1']],
  [-5, 'a=1', 'a=1; SameSite=Lax', ['a=1', 'b=1; Secure']],
  [0, 'a=1; Secure'],
  [5, 'a=1; Secure; SameSite=Lax'],
];

const OVER_HTTP: Scored = [
  [-40, 'sess=1'],
  [-30, 'sess=1; Secure'],
  [-20, 'a=1', 'csrf=1; Secure'],
  [0, 'a=1; Secure'],
  [5, 'a=1; Secure; SameSite=Lax'],
];

const withHsts = (value: string) => ({ headers: [[HSTS[0], value]] as const });

export const COOKIE_CASES: readonly ObservatoryCase[] = [
  { what: 'no cookie', page: {}, modifier: 0 },
  ...headerCases('set-cookie', THEIRS, MOZILLA),
  ...headerCases('set-cookie', THEIRS_WITH_HSTS, { ...MOZILLA, headers: [HSTS] }),
  ...headerCases('set-cookie', RULES),
  ...headerCases('set-cookie', OVER_HTTP, { url: 'http://example.com/' }),
  ...headerCases('set-cookie', RULES_WITH_HSTS, { headers: [HSTS] }),
  ...headerCases('set-cookie', [[-5, 'a=1']], withHsts('max-age=abc')),
  ...headerCases('set-cookie', [[-20, 'a=1']], withHsts('max-age=1')),
];
