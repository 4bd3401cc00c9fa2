import { type Header } from '../../page.js';
import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { csp } from './csp.check.js';

const sent = (...values: string[]) => ({
  html: '',
  headers: values.map((value): Header => ['content-security-policy', value]),
});
const meta = (policy: string) => ({
  html: `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
});

verdictsOf(csp, [
  ['fails without a policy', { html: '' }, 'missing'],
  [
    'fails a policy that only reports',
    { html: '', headers: [['content-security-policy-report-only', "default-src 'self'"]] },
    'missing',
  ],
  ['passes a policy of the own origin', sent("default-src 'self'"), 'pass'],
  ['passes a policy in a meta element', meta("default-src 'none'"), 'pass'],
  ['fails one in the body', { html: `<body><p></p>${meta("default-src 'none'").html}` }, 'outside_head'],
  [
    'passes one in the head beside one in the body',
    { html: `${meta("default-src 'self'").html}<body><p></p>${meta("default-src 'none'").html}` },
    'pass',
  ],
  ['ignores an empty meta element', meta(''), 'missing'],
  ['fails an empty header', sent(''), 'invalid'],
  ['fails a policy too short to be one', sent('a b'), 'invalid'],
  ['uses the first of a repeated directive', sent("default-src 'self'; Default-Src *"), 'pass'],
  [
    'ignores the second of a repeated directive',
    sent("script-src 'unsafe-inline'; object-src 'none'; script-src 'self'"),
    'unsafe_inline',
  ],
  [
    'uses the first of a repeated directive without sources',
    sent("frame-ancestors 'self'; frame-ancestors 'none'"),
    'unsafe_inline',
  ],
  ['passes a repeated report-uri', sent("default-src 'self'; report-uri /a; report-uri /b"), 'pass'],
  ['fails inline scripts', sent("default-src 'self' 'unsafe-inline'"), 'unsafe_inline'],
  [
    'passes inline beside a nonce, which overrides it',
    sent("default-src 'none'; script-src 'nonce-abc' 'unsafe-inline'"),
    'pass',
  ],
  ['fails data: scripts', sent("default-src 'self'; script-src data:"), 'unsafe_inline'],
  ['fails broad plug-in sources', sent("script-src 'self'; object-src *"), 'unsafe_inline'],
  ['fails where scripts are not restricted', sent("frame-ancestors 'self'"), 'unsafe_inline'],
  ['fails upgrade-insecure-requests alone', sent('upgrade-insecure-requests'), 'unsafe_inline'],
  ['fails a meta element with nothing that counts there', meta("frame-ancestors 'self'"), 'missing'],
  [
    'passes strict-dynamic with a nonce',
    sent("script-src 'strict-dynamic' 'nonce-abc' https:; object-src 'none'"),
    'pass',
  ],
  ['fails strict-dynamic without one', sent("default-src 'self' 'strict-dynamic'"), 'invalid'],
  [
    'fails http: sources on https',
    sent("default-src 'self'; connect-src http://a.example"),
    'insecure_scheme',
  ],
  [
    'passes http: addresses from which nothing is loaded',
    sent("default-src 'self'; frame-ancestors 'self' http://a.example; report-uri http://a.example/csp"),
    'pass',
  ],
  [
    'passes http: of the own machine',
    sent("default-src 'self'; connect-src 'self' http://localhost:3000 http://127.0.0.1"),
    'pass',
  ],
  [
    'fails http: of a host that begins like the own machine',
    sent("default-src 'self'; connect-src http://localhost.example"),
    'insecure_scheme',
  ],
  [
    'passes http: sources on http',
    { ...sent("default-src 'self'; connect-src http://a.example"), url: 'http://example.com/' },
    'pass',
  ],
  ['fails eval', sent("default-src 'self' 'unsafe-eval'"), 'unsafe_eval'],
  [
    'fails http: images on https',
    sent("default-src 'self'; img-src http://a.example"),
    'insecure_scheme_passive',
  ],
  ['passes inline styles', sent("default-src 'self'; style-src 'unsafe-inline'"), 'pass'],
  [
    'lets the stricter of two policies count',
    sent("default-src 'self' 'unsafe-inline'", "default-src 'self'"),
    'pass',
  ],
  [
    'fails what a later policy allows, where the first has no sources',
    sent('upgrade-insecure-requests', "default-src * 'unsafe-inline'"),
    'unsafe_inline',
  ],
  [
    'fails what a meta element allows beside a header without sources',
    { ...sent("frame-ancestors 'self'"), ...meta("default-src 'unsafe-inline'") },
    'unsafe_inline',
  ],
  [
    'fails what a later policy allows, where the first is of images alone',
    sent("img-src 'self'", "default-src * 'unsafe-inline'"),
    'unsafe_inline',
  ],
  ['ignores what follows a comma at the end', sent("default-src 'self',"), 'pass'],
  [
    'drops what strict-dynamic overrides from the default for plug-ins too',
    sent("default-src 'strict-dynamic' 'nonce-abc' https:"),
    'pass',
  ],
  [
    'passes repeated reporting beside http: images',
    sent("default-src 'self'; img-src http://a.example; report-uri /a; report-uri /b"),
    'pass',
  ],
  ['splits policies at commas', sent("default-src 'self' 'unsafe-inline', default-src 'self'"), 'pass'],
]);

it.each([
  [{ html: '' }, 'The page has no Content-Security-Policy.'],
  [meta("frame-ancestors 'self'"), 'The Content-Security-Policy has no directive that takes effect.'],
  [
    sent("default-src 'none'"),
    "The Content-Security-Policy allows nothing by default (default-src 'none') and restricts the sources of scripts, plug-ins and styles.",
  ],
  [
    sent("default-src 'self'"),
    'The Content-Security-Policy restricts the sources of scripts, plug-ins and styles.',
  ],
  [
    sent("default-src 'self'; style-src 'unsafe-inline'"),
    'The Content-Security-Policy restricts the sources of scripts and plug-ins, but allows inline styles or styles from any site.',
  ],
  [
    sent("default-src 'self'; report-uri /a; report-uri /b"),
    'The Content-Security-Policy restricts the sources of scripts and plug-ins; it repeats report-uri or report-to, which is harmless.',
  ],
])('says what the policy allows: %j', (page, expected) => {
  expect(messageOf(findingOn(csp, page))).toBe(expected);
});
