import { type Change, type Mutation, both, eachOf, group, header } from './draft.js';

const cookies = (...values: readonly string[]) => header('Set-Cookie', ...values);
const hsts = header('Strict-Transport-Security', 'max-age=63072000');
const overHttp: Change = (draft) => {
  draft.tls = 'none';
};
const onRobotsTxt = (value: string): Change => {
  return (draft) => {
    draft.robotsTxt = { ...draft.robotsTxt, headers: [...draft.robotsTxt.headers, ['Set-Cookie', value]] };
  };
};
const onRedirect = (value: string): Change => {
  return (draft) => {
    draft.plain = {
      status: 301,
      headers: [
        ['Location', `https://${draft.id}.parity.test/`],
        ['Set-Cookie', value],
      ],
      body: Buffer.alloc(0),
    };
  };
};

/** Cookies. */
export const cookieMutations: readonly Mutation[] = [
  ...eachOf(
    'cookies',
    [
      'a=b',
      'a=b; Secure',
      'a=b; HttpOnly',
      'a=b; Secure; HttpOnly',
      'a=b; Secure; SameSite=Lax',
      'a=b; Secure; SameSite=Strict',
      'a=b; Secure; SameSite=None',
      'a=b; SameSite=None',
      'a=b; SameSite=Lax',
      'a=b; Secure; SameSite',
      'a=b; Secure; SameSite=',
      'a=b; Secure; SameSite=Invalid',
      'a=b; Secure; SameSite=lax ',
      'a=b; Secure; SameSite = Lax',
      'a=b; Secure; samesite=STRICT',
      'a=b; Secure; SameSite=Lax; SameSite=Invalid',
      'a=b; Secure; SameSite="Lax"',
      'a=b; SECURE; HTTPONLY',
      'a=b;Secure;HttpOnly;SameSite=Lax',
      'a=b; Secure=false',
      'a=b; Secure=',
      'a=b; NotSecure',
      'a=b; Path=/x; Secure; SameSite=Lax',
      'a=b; Path=/docs; Secure; SameSite=Lax',
      'a=b; Domain=parity.test; Secure; SameSite=Lax',
      'a=b; Domain=.parity.test; Secure; SameSite=Lax',
      'a=b; Domain=example.org; Secure; SameSite=Lax',
      'a=b; Domain=test; Secure; SameSite=Lax',
      'a=b; Domain=; Secure; SameSite=Lax',
      'a=b; Domain={host}; Secure; SameSite=Lax',
      'a=b; Domain=x.{host}; Secure; SameSite=Lax',
      'a=b; Max-Age=0',
      'a=b; Max-Age=0; Secure; SameSite=Lax',
      'a=b; Max-Age=-1',
      'a=b; Max-Age=3600; Secure; SameSite=Lax',
      'a=b; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
      'a=b; Expires=Thu, 01 Jan 2099 00:00:00 GMT; Secure; SameSite=Lax',
      'a=b; Expires=nonsense; Secure; SameSite=Lax',
      'session=x',
      'session=x; Secure',
      'session=x; Secure; HttpOnly',
      'session=x; HttpOnly',
      'session=x; Secure; HttpOnly; SameSite=Lax',
      'session=x; Secure; SameSite=Lax',
      'PHPSESSID=x; path=/',
      'PHPSESSID=x; path=/; Secure; HttpOnly',
      'JSESSIONID=x; Path=/; HttpOnly',
      'ASP.NET_SessionId=x; path=/; HttpOnly; SameSite=Lax',
      'connect.sid=x; Path=/; HttpOnly',
      'login_token=x; Secure',
      'user_logins=x',
      'obsession=x; Secure; SameSite=Lax',
      'assess=x; Secure; SameSite=Lax',
      'csrftoken=x',
      'csrftoken=x; Secure',
      'csrftoken=x; Secure; SameSite=Strict',
      'XSRF-TOKEN=x; Secure',
      'csrf_session=x; Secure; HttpOnly',
      '_csrf=x; SameSite=None; Secure',
      '__Secure-a=b; Secure; SameSite=Lax',
      '__Secure-a=b',
      '__Host-a=b; Secure; Path=/; SameSite=Lax',
      '__Host-a=b; Secure; Path=/docs; SameSite=Lax',
      '__Host-a=b; Secure; SameSite=Lax',
      '__Host-a=b; Secure; Path=/; Domain={host}; SameSite=Lax',
      '__Host-session=b; Secure; Path=/; HttpOnly; SameSite=Strict',
      'heroku-session-affinity=x',
      'HEROKU-SESSION-AFFINITY=x',
      '=value; Secure',
      'value',
      'value; Secure; SameSite=Lax',
      '=; Secure',
      '',
      ';',
      'a; b; c',
      'a=b=c; Secure; SameSite=Lax',
      'a="b;c"; Secure; SameSite=Lax',
      'a=b, c=d; Secure; SameSite=Lax',
      'a b=c; Secure; SameSite=Lax',
      'ü=b; Secure; SameSite=Lax',
      'a=b; Partitioned; Secure; SameSite=None',
      'a=b; Priority=High; Secure; SameSite=Lax',
      'a=b; Secure; HttpOnly; SameSite=None; Path=/; Domain=parity.test; Max-Age=31536000; Expires=Thu, 01 Jan 2099 00:00:00 GMT',
    ],
    (value) => cookies(Buffer.from(value).toString('latin1')),
  ),
  ...eachOf(
    'cookies-hsts',
    [
      'a=b',
      'a=b; HttpOnly',
      'session=x',
      'session=x; HttpOnly',
      'csrftoken=x',
      'a=b; SameSite=None',
      'a=b; SameSite=Invalid',
    ],
    (value) => both(hsts, cookies(value)),
  ),
  ...eachOf(
    'cookies-http',
    ['a=b', 'a=b; Secure', 'session=x; HttpOnly; SameSite=Lax', '__Secure-a=b; Secure', 'a=b; SameSite=None'],
    (value) => both(overHttp, cookies(value)),
  ),
  ...group('cookies', [
    ['two sound ones', cookies('a=b; Secure; SameSite=Lax', 'c=d; Secure; SameSite=Strict')],
    ['one sound, one without Secure', cookies('a=b; Secure; SameSite=Lax', 'c=d')],
    ['one sound, one without SameSite', cookies('a=b; Secure; SameSite=Lax', 'c=d; Secure')],
    [
      'one session without HttpOnly among others',
      cookies('a=b; Secure; SameSite=Lax', 'sessid=d; Secure', 'e=f'),
    ],
    ['every fault at once', cookies('a=b', 'session=x', 'csrf=x', 'c=d; SameSite=Invalid')],
    ['the same name twice, the last one sound', cookies('a=b', 'a=c; Secure; SameSite=Lax')],
    ['the same name twice, the first one sound', cookies('a=c; Secure; SameSite=Lax', 'a=b')],
    ['the same name for two paths', cookies('a=b; Secure; SameSite=Lax; Path=/', 'a=b; Path=/docs')],
    ['set and deleted at once', cookies('a=b', 'a=; Max-Age=0')],
    ['header name in lower case', header('set-cookie', 'a=b; Secure; SameSite=Lax')],
    ['folded', cookies('a=b;\r\n Secure; SameSite=Lax')],
    ['Set-Cookie2', header('Set-Cookie2', 'a=b')],
    ['a hundred', cookies(...Array.from({ length: 100 }, (_, index) => `c${index}=x; Secure; SameSite=Lax`))],
    ['a large one', cookies(`a=${'x'.repeat(5000)}; Secure; SameSite=Lax`)],
    ['set by robots.txt only', onRobotsTxt('fromrobots=x')],
    ['set by robots.txt, sound', onRobotsTxt('fromrobots=x; Secure; SameSite=Lax')],
    ['set by the redirect from http', onRedirect('fromredirect=x')],
    ['set by the redirect from http, session', onRedirect('session=x; HttpOnly')],
    [
      'set by a page that is not found',
      both(cookies('a=b'), (draft) => {
        draft.status = 403;
      }),
    ],
  ]),
];
