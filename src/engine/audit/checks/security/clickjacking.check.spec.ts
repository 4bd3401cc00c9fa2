import { type Header } from '../../page.js';
import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { clickjacking } from './clickjacking.check.js';

const csp = (...values: string[]) => ({
  html: '',
  headers: values.map((value): Header => ['content-security-policy', value]),
});
const xfo = (...values: string[]) => ({
  html: '',
  headers: values.map((value): Header => ['x-frame-options', value]),
});

verdictsOf(clickjacking, [
  ['fails without any header', { html: '' }, 'missing'],
  ['passes frame-ancestors', csp("default-src *; Frame-Ancestors 'none'"), 'pass'],
  ['passes it in the second policy of a header', csp("default-src 'self', frame-ancestors 'self'"), 'pass'],
  ...['*', '*:*', '*:443', 'http:', 'https:', 'HTTPS://*', 'https://*:*', "'self' *:*"].map(
    (sources) =>
      [
        `fails frame-ancestors for everyone: ${sources}`,
        csp(`frame-ancestors ${sources}`),
        'broad_frame_ancestors',
      ] as const,
  ),
  ['passes all hosts of a domain', csp('frame-ancestors https://*.example.com:*'), 'pass'],
  [
    'passes a narrow policy beside a broad one: both must allow',
    csp('frame-ancestors *', "frame-ancestors 'self'"),
    'pass',
  ],
  [
    'fails it in a meta element, where browsers ignore it',
    { html: `<meta http-equiv="content-security-policy" content="frame-ancestors 'none'">` },
    'missing',
  ],
  ['passes DENY', xfo('DENY'), 'pass'],
  ['passes SAMEORIGIN sent twice', xfo('SAMEORIGIN', 'sameorigin'), 'pass'],
  [
    'warns of two that differ, which refuse every frame',
    xfo('DENY', 'SAMEORIGIN'),
    'conflicting_x_frame_options',
  ],
  ['warns of a list of two', xfo('DENY, SAMEORIGIN'), 'conflicting_x_frame_options'],
  ['warns of a valid one beside another', xfo('SAMEORIGIN, allow'), 'conflicting_x_frame_options'],
  ['fails two that browsers do not know', xfo('allow, none'), 'invalid_x_frame_options'],
  ['fails ALLOWALL, which refuses nothing', xfo('ALLOWALL'), 'invalid_x_frame_options'],
  ['fails one without a value', xfo(''), 'invalid_x_frame_options'],
  [
    'fails ALLOW-FROM, which browsers do not know any more',
    xfo('ALLOW-FROM https://example.org'),
    'invalid_x_frame_options',
  ],
]);

it.each([
  [
    csp("frame-ancestors *, frame-ancestors 'self' https://a.example"),
    "The Content-Security-Policy restricts who can embed the page: “frame-ancestors 'self' https://a.example”.",
  ],
  [
    csp('frame-ancestors https:'),
    'The Content-Security-Policy lets any site embed the page: “frame-ancestors https:”.',
  ],
  [xfo('Deny'), 'X-Frame-Options is DENY, so no site can embed the page.'],
  [xfo('SAMEORIGIN', 'sameorigin'), 'X-Frame-Options is SAMEORIGIN, so no other site can embed the page.'],
  [
    xfo('DENY', 'SAMEORIGIN'),
    'X-Frame-Options is “DENY, SAMEORIGIN”: the values conflict, so browsers let no site embed the page, not even its own.',
  ],
  [xfo('allow'), 'X-Frame-Options is “allow”; it should be either DENY or SAMEORIGIN.'],
])('says who can embed the page: %j', (page, expected) => {
  expect(messageOf(findingOn(clickjacking, page))).toBe(expected);
});
