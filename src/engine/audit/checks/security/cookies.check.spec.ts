import { type Header } from '../../page.js';
import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { cookies } from './cookies.check.js';

const set = (...values: string[]) => ({
  html: '',
  headers: values.map((value): Header => ['set-cookie', value]),
});
const HSTS: Header = ['strict-transport-security', 'max-age=31536000'];

verdictsOf(cookies, [
  ['does not apply without cookies', { html: '' }, 'not_applicable'],
  ['passes a secure cookie', set('a=1; Secure'), 'pass'],
  ['fails one without Secure', set('a=1'), 'without_secure'],
  [
    'fails it behind HSTS too, but less',
    { html: '', headers: [['set-cookie', 'a=1'], HSTS] },
    'without_secure_behind_hsts',
  ],
  [
    'fails it where browsers use https for the ending, but less',
    { url: 'https://example.dev/', ...set('a=1') },
    'without_secure_behind_hsts',
  ],
  ['fails a session without HttpOnly', set('PHPSESSID=1; Secure'), 'session_without_http_only'],
  ['fails a session of Express', set('connect.sid=1; Secure'), 'session_without_http_only'],
  ['fails a sign-in of WordPress', set('wordpress_logged_in_a1=1; Secure'), 'session_without_http_only'],
  ['fails a sign-in with a prefix', set('__Host-connect.sid=1; Secure; Path=/'), 'session_without_http_only'],
  ['fails a token', set('access_token=1; Secure'), 'session_without_http_only'],
  ['passes a word that has sess in it', set('assessment_id=1; Secure'), 'pass'],
  ['passes a token for forms, which scripts read', set('XSRF-TOKEN=1; Secure; SameSite=Lax'), 'pass'],
  ['fails a session without Secure', set('login=1; HttpOnly'), 'session_without_secure'],
  ['fails an anti-CSRF token without SameSite', set('csrftoken=1; Secure'), 'anti_csrf_without_same_site'],
  ['passes an anti-CSRF token with SameSite', set('csrftoken=1; Secure; SameSite=Strict'), 'pass'],
  ['fails SameSite=None without Secure', set('a=1; SameSite=None'), 'invalid_same_site'],
  ['fails a SameSite that does not exist', set('a=1; Secure; SameSite=Sometimes'), 'invalid_same_site'],
  ['names the worst of several', set('a=1; Secure', 'sess=1; Secure', 'b=1'), 'session_without_http_only'],
  ['uses the last one of two with the same name', set('a=1', 'a=2; Secure'), 'pass'],
  ['does not count one for another site', set('a=1; Domain=example.org'), 'not_applicable'],
  ['does not count one without a name', set('=1'), 'not_applicable'],
  ['does not count __Host- without its conditions, as browsers do not', set('__Host-a=1'), 'not_applicable'],
  [
    'does not count one that is deleted by Max-Age',
    set('session=; Max-Age=0', 'login=; Max-Age=-1; Expires=Wed, 01 Jan 2070 00:00:00 GMT'),
    'not_applicable',
  ],
  [
    'does not count one that is deleted by Expires',
    set('session=; Expires=Thu, 01 Jan 1970 00:00:00 GMT'),
    'not_applicable',
  ],
  [
    'does not count one that is deleted after it was set',
    set('session=1', 'session=; Max-Age=0'),
    'not_applicable',
  ],
  [
    'counts one that Max-Age keeps, whatever Expires says',
    set('a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT'),
    'without_secure',
  ],
  ['counts one that expires later', set('a=1; Expires=Fri, 20 Nov 2026 12:00:01 GMT'), 'without_secure'],
  [
    'does not judge the SameSite of one that is deleted',
    set('a=1; Secure', 'b=; Max-Age=0; SameSite=Sometimes'),
    'pass',
  ],
  [
    'counts those of redirects on the way',
    {
      html: '',
      hops: [{ url: 'https://example.com/a', status: 301, setCookies: ['a=1'] }],
    },
    'without_secure',
  ],
]);

it.each([
  [set('a=1; Secure'), 'The page sets 1 cookie, which has the attributes it needs.'],
  [set('a=1; Secure', 'b=1; Secure'), 'The page sets 2 cookies, each with the attributes it needs.'],
  [set('a=1'), 'The only cookie is not Secure, so browsers also send it over plain http.'],
  [set('a=1', 'b=1; Secure'), '1 of 2 cookies is not Secure, so browsers also send it over plain http.'],
  [
    set('a=1', 'b=1', 'c=1; Secure'),
    '2 of 3 cookies are not Secure, so browsers also send them over plain http.',
  ],
  [
    { html: '', headers: [...set('a=1', 'b=1').headers, HSTS] },
    '2 of 2 cookies are not Secure; only Strict-Transport-Security keeps browsers from sending them over plain http.',
  ],
  [
    { html: '', headers: [...set('login=1; HttpOnly').headers, HSTS] },
    '1 session cookie is not Secure; only Strict-Transport-Security keeps browsers from sending it over plain http.',
  ],
  [
    set('login=1; HttpOnly', 'a=1'),
    '1 session cookie is not Secure, so browsers also send it over plain http.',
  ],
  [set('sess=1; Secure', 'login=1; Secure'), '2 session cookies are not HttpOnly, so scripts can read them.'],
  [set('csrf=1; Secure'), '1 anti-CSRF cookie has no SameSite attribute.'],
  [
    set('a=1; Secure; SameSite=Sometimes', 'b=1; SameSite=None'),
    '2 cookies have an invalid SameSite attribute: a value other than Lax, Strict and None, or None without Secure.',
  ],
])('says how many cookies have the worst fault: %j', (page, expected) => {
  expect(messageOf(findingOn(cookies, page))).toBe(expected);
});
