import { headerCases, htmlCases, type ObservatoryCase } from './case.fixture.js';

const XFO = 'x-frame-options';
const XCTO = 'x-content-type-options';
const CORP = 'cross-origin-resource-policy';
const COEP = 'cross-origin-embedder-policy';
const COOP = 'cross-origin-opener-policy';
const NOTHING_SENT = { what: 'no header', page: {} };
const framing = (policy: string) => [['content-security-policy', policy]] as const;
const meta = (name: string, content: string) => `<meta http-equiv="${name}" content="${content}">`;
const spaces = (count: number) => ' '.repeat(count);

/** Each table starts with cases from the Observatory's own tests; the rest is derived from its rules. */
export const FRAME_CASES: readonly ObservatoryCase[] = [
  { ...NOTHING_SENT, modifier: -20 },
  ...headerCases(XFO, [
    [-20, 'whimsy', 'SAMEORIGIN, SAMEORIGIN'],
    [0, 'ALLOW-FROM https://mozilla.org'],
    [5, 'DENY', 'DENY '],
  ]),
  ...headerCases(XFO, [[5, 'DENY']], { headers: framing('frame-ancestors https://mozilla.org') }),
  ...htmlCases([[-20, meta('X-Frame-Options', 'DENY')]]),
  ...headerCases(XFO, [
    [
      -20,
      '',
      ' ',
      'DENY;',
      '"DENY"',
      'ALLOWALL',
      'allow from https://a.example',
      ['DENY', 'DENY'],
      'deny, a',
    ],
    [0, 'allow-from', 'Allow-From', 'allow-fromage', 'ALLOW-FROM a, ALLOW-FROM b'],
    [5, 'deny', 'sameorigin', 'SameOrigin', ` deny${spaces(1100)}x`],
  ]),
  ...headerCases('content-security-policy', [
    [-20, "default-src 'none'", "frame-ancestors 'none'; frame-ancestors 'none'", "frame-ancestors 'none',"],
    [
      5,
      "frame-ancestors 'none'",
      "frame-ancestors 'self'",
      'frame-ancestors *',
      'frame-ancestors',
      "FRAME-ANCESTORS 'self'",
      "default-src 'none'; script-src 'strict-dynamic'; frame-ancestors 'none'",
      "default-src 'none', frame-ancestors 'none'",
    ],
  ]),
  ...headerCases(XFO, [[5, 'whimsy', '', 'ALLOW-FROM a']], { headers: framing("frame-ancestors 'self'") }),
  ...headerCases('content-security-policy-report-only', [[-20, "frame-ancestors 'none'"]]),
  ...htmlCases([
    [-20, meta('Content-Security-Policy', "frame-ancestors 'none'")],
    [5, meta('Content-Security-Policy', "img-src 'self'; frame-ancestors 'none'")],
  ]),
];

export const CONTENT_TYPE_OPTIONS_CASES: readonly ObservatoryCase[] = [
  { ...NOTHING_SENT, modifier: -5 },
  ...headerCases(XCTO, [
    [-5, 'whimsy', 'nosniff, nosniff'],
    [0, 'nosniff', 'nosniff '],
    [-5, '', ['nosniff', 'nosniff'], 'nosniff;', '"nosniff"', 'no-sniff', 'nosniff x'],
    [0, 'NOSNIFF', ' NoSniff', `nosniff${spaces(249)}x`],
    [-5, `nosniff${spaces(248)}x`],
  ]),
  ...htmlCases([[-5, meta('X-Content-Type-Options', 'nosniff')]]),
];

export const RESOURCE_POLICY_CASES: readonly ObservatoryCase[] = [
  { ...NOTHING_SENT, modifier: 0 },
  ...headerCases(CORP, [
    [-5, 'whimsy'],
    [0, 'cross-origin'],
    [10, 'same-site', 'same-origin'],
    [-5, 'same-origin;', '"same-origin"', 'same-origin, same-site', ['same-site', 'same-site'], 'none'],
    [0, '', ' ', 'CROSS-ORIGIN'],
    [10, 'Same-Origin', ' SAME-SITE ', `same-origin${spaces(245)}x`],
    [-5, `same-origin${spaces(244)}x`],
  ]),
  ...htmlCases([[0, meta(CORP, 'same-origin')]]),
];

const STRUCTURE: readonly (readonly [isValid: boolean, ...suffixes: string[]])[] = [
  [true, '', ' ', '; report-to="a"', ';report-to="a"', ';   report-to="a"', '; report-to', '; report-to=?0'],
  [true, '; a=1', '; a=-1.5', '; a=token/1', '; a=:YQ==:', '; a="b;c"', String.raw`; a="\""`, '; a; b; c=2'],
  [false, ';', '; ', ' ;a', ', unsafe-none', '; report-to=a b', '; report-to="a', '; Report-To="a"', '; =a'],
  [false, '; a=', '; a= b', '; a =b', ';;a', '=1', '"', ' x', '; a=1.', '; a=?2', '; a=é', ';\ta', '/x'],
];

/** Headers with a token and optional parameters. */
function tokenCases(name: string, best: string): ObservatoryCase[] {
  return STRUCTURE.flatMap(([isValid, ...suffixes]) => [
    ...headerCases(name, [[isValid ? 10 : -5, ...suffixes.map((suffix) => `${best}${suffix}`)]]),
  ]);
}

export const EMBEDDER_POLICY_CASES: readonly ObservatoryCase[] = [
  { ...NOTHING_SENT, modifier: 0 },
  ...headerCases(COEP, [
    [-5, 'whimsy', '"require-corp"', 'Require-Corp', 'REQUIRE-CORP', 'require-corp; report-to=coep endpoint'],
    [-5, ['require-corp', 'unsafe-none']],
    [0, 'unsafe-none'],
    [10, 'require-corp', 'credentialless', 'require-corp; report-to="coep-endpoint"'],
    [10, 'credentialless; report-to="coep-endpoint"', 'require-corp; report-to'],
    [-5, ['require-corp', 'require-corp'], ['require-corp', ''], 'same-origin', '(require-corp)', '1', '?1'],
    [0, '', ' ', 'unsafe-none; report-to="a"'],
    [10, `require-corp${spaces(1012)}x`],
    [-5, `require-corp${spaces(1011)}x`],
  ]),
  ...tokenCases(COEP, 'require-corp'),
  ...headerCases(`${COEP}-report-only`, [[0, 'require-corp', 'whimsy']]),
  ...htmlCases([[0, meta(COEP, 'require-corp')]]),
];

export const OPENER_POLICY_CASES: readonly ObservatoryCase[] = [
  { ...NOTHING_SENT, modifier: 0 },
  ...headerCases(COOP, [
    [-5, 'whimsy', '"same-origin"', 'Same-Origin', 'SAME-ORIGIN', 'same-origin; report-to=coop endpoint'],
    [-5, ['same-origin', 'unsafe-none']],
    [0, 'unsafe-none'],
    [10, 'same-origin', 'same-origin-allow-popups', 'noopener-allow-popups'],
    [10, 'same-origin; report-to="coop-endpoint"', 'same-origin-allow-popups; report-to="coop-endpoint"'],
    [10, 'same-origin; report-to'],
    [
      -5,
      ['same-origin', 'same-origin'],
      'same-site',
      'cross-origin',
      'require-corp',
      'same-origin-plus-coep',
    ],
    [-5, 'Unsafe-None', 'same-origin-allow-popups;', 'noopener-allow-popups,', '()', '@1', ':YQ==:'],
    [0, '', 'unsafe-none; report-to="a"', 'unsafe-none;report-to'],
    [10, 'noopener-allow-popups; report-to="a"', '  same-origin'],
  ]),
  ...tokenCases(COOP, 'same-origin'),
  ...headerCases(`${COOP}-report-only`, [[0, 'same-origin', 'whimsy']]),
];
