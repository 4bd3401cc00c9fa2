import { headerCases, htmlCases, type ObservatoryCase, type Scored } from './case.fixture.js';

const CSP = 'content-security-policy';
const SHA = "'sha256-hqBEA/HXB3aJU2FgOnYN8rkAgEVgyfi3Vs1j2/XMPBA='";
const OTHER_SHA = "'sha256-hqBEA/HXB3aJU2FgOnYN8rkAgEVgyfi3Vs1j2/XMPBB='";

/** From the Observatory's own tests. */
const THEIR_HEADERS: Scored = [
  [
    -25,
    '  ',
    '',
    'defa',
    "default-src 'none'; default-src 'none'",
    "default-src 'none'; img-src 'self'; default-src 'none'",
    "default-src 'none'; script-src 'strict-dynamic'",
  ],
  [
    -20,
    "default-src 'none'; script-src https://*",
    "default-src 'none'; script-src 'unsafe-inline'",
    'default-src http://mozilla.org',
    "default-src 'none'; script-src http://mozilla.org",
    "default-src 'none'; script-src ftp://mozilla.org",
    "script-src 'unsafe-inline'",
    'script-src data:',
    'script-src http:',
    'script-src ftp:',
    "default-src 'unsafe-inline'",
    "default-src 'UNSAFE-INLINE'",
    'upgrade-insecure-requests',
    "script-src 'none'",
    'script-src https:',
    'script-src https://mozilla.org https:',
    'default-src https://mozilla.org https:',
    "default-src 'none'; script-src *",
    "default-src *; script-src *; object-src 'none'",
    "default-src 'none'; script-src 'none'; object-src *",
    "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'",
    "default-src 'none'; script-src 'unsafe-inline' http:",
    "object-src https:; script-src 'none'",
    'frame-ancestors *',
    'frame-ancestors http:',
    "default-src *; frame-ancestors 'none'",
    "default-src 'none'; base-uri *; object-src *",
    "default-src *; base-uri 'none'",
    "default-src * http: https: data: 'unsafe-inline' 'unsafe-eval'",
    'default-src https:; media-src http://mozilla.org; script-src http:',
    "form-action 'self' https://mozilla.org",
    "frame-anchestors 'none'",
    'report-uri https://a.example/log?policy=1 ; report-uri https://a.example/log?policy=2',
    'report-to some_name ; report-to some_other_name',
  ],
  [
    -10,
    "default-src 'none'; img-src http://mozilla.org",
    "default-src 'self'; img-src ftp:",
    "default-src 'self'; img-src http:",
    "default-src 'none'; img-src https:; media-src http://mozilla.org",
    "default-src 'none'; img-src http: https:; script-src 'self'; style-src 'self'",
    "default-src 'none'; img-src 'none'; media-src http:; script-src 'self'; style-src 'self'",
    "default-src 'none'; img-src 'none'; media-src http:; script-src 'self'; style-src 'unsafe-inline'",
    "default-src 'none'; script-src 'unsafe-eval'",
    "default-src 'none'; img-src http:",
    "default-src 'none' https://mozilla.org; img-src http://mozilla.org",
  ],
  [
    0,
    "object-src 'none'; script-src 'none'; style-src 'unsafe-inline'",
    "default-src 'none'; script-src https://mozilla.org; style-src 'unsafe-inline'",
    "default-src 'unsafe-inline'; script-src https://mozilla.org",
    "default-src 'none';;; ;;;style-src 'self' 'unsafe-inline'",
    "default-src 'none'; style-src data:",
    "default-src 'none'; style-src *",
    "default-src 'none'; style-src https:",
    `default-src 'none'; style-src 'unsafe-inline'; script-src ${OTHER_SHA} 'unsafe-inline'`,
  ],
  [
    5,
    'default-src https://mozilla.org',
    "default-src https://mozilla.org;;; ;;;script-src 'none'",
    "object-src 'none'; script-src https://mozilla.org; style-src https://mozilla.org; upgrade-insecure-requests;",
    "object-src 'none'; script-src 'strict-dynamic' 'nonce-abc' 'unsafe-inline'; style-src 'none'",
    `object-src 'none'; style-src 'self';script-src ${SHA}`,
    `object-src 'none'; style-src 'self'; script-src 'unsafe-inline' ${SHA}${OTHER_SHA}`,
    "object-src 'none'; script-src 'unsafe-inline' 'nonce-abc123' 'unsafe-inline'; style-src 'none'",
    "default-src https://mozilla.org; style-src 'unsafe-inline' 'nonce-abc123' 'unsafe-inline'",
    `default-src https://mozilla.org; style-src 'unsafe-inline' ${OTHER_SHA} 'unsafe-inline'`,
    [
      'default-src https://mozilla.org https://mozilla.net https://mozilla.com https://mozilla.io',
      'default-src https://mozilla.pizza https://mozilla.ninja https://mozilla.net https://mozilla.org',
    ],
    ['default-src https://mozilla.org/a/', 'default-src https://mozilla.org/a/b/'],
    ['default-src https://mozilla.org/a/b/', 'default-src https://mozilla.org/a/'],
  ],
  [
    10,
    'default-src',
    "default-src 'none'",
    "default-src 'none'; script-src 'strict-dynamic' 'nonce-abc123' 'unsafe-inline'",
    "default-src 'none'; script-src https://mozilla.org; style-src https://mozilla.org; upgrade-insecure-requests;",
    "default-src 'none'; object-src https://mozilla.org",
    "default-src 'none'; script-src 'strict-dynamic' 'nonce-abc123'",
    "default-src 'none'; script-src 'strict-dynamic' 'sha256-abc123'",
    "default-src 'none'; script-src 'strict-dynamic' 'sha256-abc123' https://*",
    "default-src 'none'; script-src 'strict-dynamic' 'sha256-abc123' 'unsafe-inline'",
    "default-src 'none'; base-uri 'self'",
    "default-src 'none'; form-action 'self' https://mozilla.org",
    "default-src 'none'; script-src 'self', default-src 'none'; script-src 'self'",
    [
      "default-src 'none'; script-src 'self' https://mozilla.org",
      "default-src 'none'; script-src https://example.com 'self' https://mozilla.org",
    ],
    [
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'",
      "default-src 'none'; style-src 'self'",
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'",
    ],
    ['default-src https://mozilla.org', 'default-src https://mozilla.com'],
    [
      'default-src https://mozilla.org https://mozilla.net',
      'default-src https://mozilla.com https://mozilla.io',
    ],
    ['default-src https://mozilla.org/fire', 'default-src https://mozilla.org/firefox/'],
    ['default-src http:', 'default-src https:'],
    ['default-src http: http:', 'default-src https: https:'],
  ],
];

const meta = (policy: string, name = 'Content-Security-Policy') =>
  `<meta http-equiv="${name}" content="${policy}">`;
const SPECULATION = meta("script-src 'inline-speculation-rules'");
const FOUR_METAS = [
  meta("default-src 'none'; object-src 'none'; media-src 'none';"),
  meta("connect-src 'self'; font-src 'self'; child-src 'self'", 'Content-SECURITY-Policy'),
  meta(
    "img-src 'self'; style-src 'self' 'nonce-gAeQO8jI4VJCsrsXkcUVRCzQjiihKteQ",
    ' Content-Security-Policy ',
  ),
  meta(
    "script-src 'self' 'unsafe-inline' 'nonce-gAeQO8jI4VJCsrsXkcUVRCzQjiihKteQ'",
    'Content-security-Policy',
  ),
].join('');

export const THEIR_CSP_CASES: readonly ObservatoryCase[] = [
  { what: 'no policy', page: {}, modifier: -25 },
  ...headerCases(CSP, THEIR_HEADERS),
  ...headerCases('content-security-policy-report-only', [
    [-25, "default-src 'none'; report-to /_/csp-reports"],
  ]),
  ...htmlCases([
    [-25, meta("frame-ancestors 'none'")],
    [-20, SPECULATION],
    [10, meta("default-src 'none';"), FOUR_METAS],
  ]),
  ...headerCases(CSP, [[10, 'default-src http:', "default-src 'none'"]], {
    html: meta('default-src https:'),
  }),
  ...headerCases(CSP, [[10, "default-src 'none'", "img-src 'none'"]], { html: meta("default-src 'none';") }),
  ...headerCases(CSP, [[-20, "frame-anchestors 'none'"]], { html: meta("frame-ancestors 'none'") }),
];
