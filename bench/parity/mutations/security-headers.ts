import { type Plain, type RawResponse, textResponse } from '../case.js';
import { type Change, type Mutation, both, eachOf, edit, group, header } from './draft.js';
import { intoBodyStart, intoHeadEnd, intoHeadStart } from './html-edit.js';

const HSTS = 'Strict-Transport-Security';
const LONG = 'max-age=63072000';
const each = (name: string, field: string, values: readonly string[]) =>
  eachOf(name, values, (value) => header(field, value));
const over = (tls: 'self-signed' | 'none', change: Change): Change =>
  both((draft) => {
    draft.tls = tls;
  }, change);
const plain = (answer: Plain): Change => {
  return (draft) => {
    draft.plain = answer;
  };
};
const redirect = (status: number, location: string): RawResponse => ({
  status,
  headers: [['Location', location]],
  body: Buffer.alloc(0),
});
const redirected = (status: number, location: (host: string) => string): Change => {
  return (draft) => {
    draft.plain = redirect(status, location(`${draft.id}.parity.test`));
  };
};
const referrer = (content: string) => edit(intoHeadEnd, `<meta name="referrer" content="${content}">`);
const REFERRER_POLICIES = [
  'no-referrer',
  'same-origin',
  'strict-origin',
  'strict-origin-when-cross-origin',
  'origin',
  'origin-when-cross-origin',
  'unsafe-url',
  'no-referrer-when-downgrade',
];

/** Headers that browsers guard visitors by, and the way from http to https. */
export const securityHeaderMutations: readonly Mutation[] = [
  ...each('hsts', HSTS, [
    LONG,
    'max-age=31536000',
    'max-age=31535999',
    'max-age=15768000',
    'max-age=15552000',
    'max-age=15551999',
    'max-age=0',
    'max-age=1',
    'max-age=-1',
    'max-age=',
    'max-age',
    'max-age=x',
    'max-age=63072000x',
    'max-age=6.3e7',
    'max-age="63072000"',
    "max-age='63072000'",
    'max-age = 63072000',
    'max-age =63072000',
    'max-age= 63072000',
    'MAX-AGE=63072000; INCLUDESUBDOMAINS; PRELOAD',
    `${LONG}; includeSubDomains`,
    `${LONG}; includeSubDomains; preload`,
    `${LONG};includeSubDomains;preload`,
    `${LONG}; preload`,
    `includeSubDomains; ${LONG}`,
    'includeSubDomains',
    'includeSubDomains; preload',
    `${LONG}; includeSubdomain`,
    `${LONG}; include_subdomains`,
    `${LONG}; nonsense`,
    `${LONG}; includeSubDomains=true`,
    `${LONG};`,
    `;${LONG}`,
    `${LONG};;includeSubDomains`,
    `${LONG}, includeSubDomains`,
    `${LONG}, ${LONG}`,
    `${LONG}; ${LONG}`,
    `max-age=0; ${LONG}`,
    `${LONG}; max-age=0`,
    `${LONG} includeSubDomains`,
    `"${LONG}"`,
    '99999999999999999999',
    'max-age=99999999999999999999',
    '',
    'nonsense',
  ]),
  ...group('hsts', [
    ['two headers', header(HSTS, LONG, LONG)],
    ['two headers, the first one short', header(HSTS, 'max-age=0', LONG)],
    ['two headers, the first one broken', header(HSTS, 'x', LONG)],
    ['folded', header(HSTS, `${LONG};\r\n includeSubDomains`)],
    ['name in lower case', header(HSTS.toLowerCase(), LONG)],
    ['over plain http', over('none', header(HSTS, LONG))],
    ['with a certificate that is signed by itself', over('self-signed', header(HSTS, LONG))],
    ['in a meta', edit(intoHeadStart, `<meta http-equiv="${HSTS}" content="${LONG}">`)],
    ['over https, http serves the page as well', both(plain('page'), header(HSTS, LONG))],
    [
      'only over plain http',
      (draft) => {
        draft.plain = {
          ...redirect(301, `https://${draft.id}.parity.test/`),
          headers: [
            ['Location', `https://${draft.id}.parity.test/`],
            [HSTS, LONG],
          ],
        };
      },
    ],
  ]),
  ...group('redirection', [
    ['http redirects to https', plain('redirect')],
    ['http serves the page', plain('page')],
    ['http is closed', plain('closed')],
    ['https is closed', over('none', plain('page'))],
    ['certificate is signed by itself', over('self-signed', plain('redirect'))],
    ['certificate is signed by itself and http serves the page', over('self-signed', plain('page'))],
    ...[302, 303, 307, 308, 300, 304].map(
      (status) => [`http redirects by ${status}`, redirected(status, (host) => `https://${host}/`)] as const,
    ),
    ['http redirects to another host', redirected(301, () => 'https://redirection-1.parity.test/')],
    ['http redirects to http', redirected(301, (host) => `http://${host}/docs/`)],
    ['http redirects to a relative address', redirected(301, () => '/docs/page.html')],
    ['http redirects without a scheme', redirected(301, (host) => `//${host}/x`)],
    ['http redirects to nowhere', redirected(301, () => '')],
    ['http redirects to another port', redirected(301, (host) => `https://${host}:8443/`)],
    ['http redirects to itself', redirected(301, (host) => `http://${host}/`)],
    ['http redirects to https in upper case', redirected(301, (host) => `HTTPS://${host.toUpperCase()}/`)],
    [
      'http redirects by a refresh header',
      plain({
        status: 200,
        headers: [
          ['Refresh', '0; url=https://example.org/'],
          ['Content-Type', 'text/html'],
        ],
        body: Buffer.from('<p>Moved'),
      }),
    ],
    [
      'http redirects by a meta',
      plain({
        status: 200,
        headers: [['Content-Type', 'text/html']],
        body: Buffer.from('<meta http-equiv=refresh content="0; url=https://example.org/">'),
      }),
    ],
    ['http answers 404', plain({ status: 404, headers: [], body: Buffer.alloc(0) })],
    ['http answers 403', plain({ status: 403, headers: [], body: Buffer.alloc(0) })],
    ['http answers 500', plain({ status: 500, headers: [], body: Buffer.alloc(0) })],
  ]),
  ...each('referrer-policy', 'Referrer-Policy', [
    ...REFERRER_POLICIES,
    'NO-REFERRER',
    'Strict-Origin',
    ' no-referrer ',
    'never',
    'default',
    'always',
    'origin-when-crossorigin',
    'nonsense',
    '',
    'no-referrer, strict-origin-when-cross-origin',
    'strict-origin, unsafe-url',
    'unsafe-url, strict-origin',
    'no-referrer, nonsense',
    'nonsense, no-referrer',
    'unsafe-url, nonsense',
    'no-referrer,',
    ',no-referrer',
    'no-referrer;',
    'no-referrer; strict-origin',
    '"no-referrer"',
    'no-referrer strict-origin',
    'no referrer',
  ]),
  ...eachOf(
    'referrer-policy',
    [
      ...REFERRER_POLICIES,
      'NO-REFERRER',
      'never',
      'always',
      'default',
      'origin-when-crossorigin',
      '',
      ' ',
      'nonsense',
      'unsafe-url, no-referrer',
    ].map((content) => `<meta name="referrer" content="${content}">`),
    (text) => edit(intoHeadEnd, text),
  ),
  ...group('referrer-policy', [
    ['two headers', header('Referrer-Policy', 'no-referrer', 'unsafe-url')],
    ['two headers, the last one sound', header('Referrer-Policy', 'unsafe-url', 'no-referrer')],
    ['two headers, the last one broken', header('Referrer-Policy', 'no-referrer', 'x')],
    ['folded', header('Referrer-Policy', 'unsafe-url,\r\n no-referrer')],
    ['header and a weaker meta', both(header('Referrer-Policy', 'no-referrer'), referrer('unsafe-url'))],
    ['header and a stronger meta', both(header('Referrer-Policy', 'unsafe-url'), referrer('no-referrer'))],
    ['header and a broken meta', both(header('Referrer-Policy', 'no-referrer'), referrer('x'))],
    ['two metas', both(referrer('no-referrer'), referrer('unsafe-url'))],
    ['two metas, the last one empty', both(referrer('no-referrer'), referrer(''))],
    ['meta in upper case', edit(intoHeadEnd, '<META NAME="REFERRER" CONTENT="NO-REFERRER">')],
    ['meta with spaces', edit(intoHeadEnd, '<meta name=" referrer " content=" no-referrer ">')],
    ['meta http-equiv', edit(intoHeadEnd, '<meta http-equiv="Referrer-Policy" content="no-referrer">')],
    ['meta name referrer-policy', edit(intoHeadEnd, '<meta name="referrer-policy" content="no-referrer">')],
    ['meta in the body', edit(intoBodyStart, '<meta name="referrer" content="unsafe-url">')],
    [
      'meta in a noscript',
      edit(intoHeadEnd, '<noscript><meta name="referrer" content="unsafe-url"></noscript>'),
    ],
    [
      'meta in a template',
      edit(intoHeadEnd, '<template><meta name="referrer" content="unsafe-url"></template>'),
    ],
    ['meta in a comment', edit(intoHeadEnd, '<!-- <meta name="referrer" content="unsafe-url"> -->')],
    ['meta without content', edit(intoHeadEnd, '<meta name="referrer">')],
    ['meta in a page that is not HTML', both(header('Content-Type', 'text/plain'), referrer('no-referrer'))],
    ['meta in XHTML', both(header('Content-Type', 'application/xhtml+xml'), referrer('no-referrer'))],
    [
      'meta in a page whose type is in upper case',
      both(header('Content-Type', 'TEXT/HTML'), referrer('no-referrer')),
    ],
    [
      'meta in a page whose type has a space',
      both(header('Content-Type', 'text/html ; charset=utf-8'), referrer('no-referrer')),
    ],
  ]),
  ...each('x-content-type-options', 'X-Content-Type-Options', [
    'nosniff',
    'NoSniff',
    ' nosniff ',
    'nosniff;',
    '"nosniff"',
    'nosniff, nosniff',
    'nosniff,',
    'nonsense',
    '',
    'none',
    'no-sniff',
    'nosniff nosniff',
    '1',
  ]),
  ...group('x-content-type-options', [
    ['two headers', header('X-Content-Type-Options', 'nosniff', 'nosniff')],
    ['two headers, the first one broken', header('X-Content-Type-Options', 'x', 'nosniff')],
    ['folded', header('X-Content-Type-Options', '\r\n nosniff')],
    ['in a meta', edit(intoHeadEnd, '<meta http-equiv="X-Content-Type-Options" content="nosniff">')],
  ]),
  ...each('x-frame-options', 'X-Frame-Options', [
    'DENY',
    'deny',
    'SAMEORIGIN',
    'SameOrigin',
    ' deny ',
    'ALLOW-FROM https://example.org',
    'allow-from',
    'ALLOWALL',
    'ALLOW',
    '',
    'nonsense',
    'DENY, DENY',
    'DENY, SAMEORIGIN',
    'SAMEORIGIN, SAMEORIGIN',
    'DENY;',
    '"DENY"',
    'SAME-ORIGIN',
    'sameorigin allow-from https://example.org',
  ]),
  ...group('x-frame-options', [
    ['two headers', header('X-Frame-Options', 'DENY', 'DENY')],
    ['two headers that differ', header('X-Frame-Options', 'DENY', 'SAMEORIGIN')],
    ['folded', header('X-Frame-Options', '\r\n DENY')],
    ['in a meta', edit(intoHeadEnd, '<meta http-equiv="X-Frame-Options" content="DENY">')],
    ["frame-ancestors 'none' instead", header('Content-Security-Policy', "frame-ancestors 'none'")],
    ['frame-ancestors * instead', header('Content-Security-Policy', 'frame-ancestors *')],
    ['frame-ancestors without sources', header('Content-Security-Policy', 'frame-ancestors')],
    [
      'frame-ancestors in a meta',
      edit(
        intoHeadStart,
        `<meta http-equiv="Content-Security-Policy" content="default-src 'self'; frame-ancestors 'none'">`,
      ),
    ],
    [
      'frame-ancestors in a broken policy',
      header('Content-Security-Policy', "frame-ancestors 'none'; img-src *; img-src *"),
    ],
    [
      'frame-ancestors of a report-only policy',
      header('Content-Security-Policy-Report-Only', "frame-ancestors 'none'"),
    ],
    [
      'broken and frame-ancestors',
      both(
        header('X-Frame-Options', 'nonsense'),
        header('Content-Security-Policy', "frame-ancestors 'self'"),
      ),
    ],
  ]),
  ...each('cross-origin-resource-policy', 'Cross-Origin-Resource-Policy', [
    'same-origin',
    'same-site',
    'cross-origin',
    'SAME-ORIGIN',
    ' same-origin ',
    'nonsense',
    '',
    'same-origin, same-site',
    'same-origin;',
    '"same-origin"',
    'none',
  ]),
  ...group('cross-origin-resource-policy', [
    ['two headers', header('Cross-Origin-Resource-Policy', 'same-origin', 'cross-origin')],
    [
      'in a meta',
      edit(intoHeadEnd, '<meta http-equiv="Cross-Origin-Resource-Policy" content="same-origin">'),
    ],
    [
      'with COEP and COOP',
      both(
        header('Cross-Origin-Embedder-Policy', 'require-corp'),
        both(
          header('Cross-Origin-Opener-Policy', 'same-origin'),
          header('Cross-Origin-Resource-Policy', 'same-origin'),
        ),
      ),
    ],
    [
      'COEP and COOP only',
      both(
        header('Cross-Origin-Embedder-Policy', 'require-corp'),
        header('Cross-Origin-Opener-Policy', 'same-origin'),
      ),
    ],
    ['report-only', header('Cross-Origin-Embedder-Policy-Report-Only', 'require-corp')],
  ]),
  ...each('cors', 'Access-Control-Allow-Origin', [
    '*',
    ' * ',
    'null',
    'https://example.org',
    '{origin}',
    'https://http-observatory.security.mozilla.org',
    'https://HTTP-observatory.security.mozilla.org',
    '*, *',
    '',
    'nonsense',
  ]),
  ...group('cors', [
    [
      'any origin with credentials',
      both(header('Access-Control-Allow-Origin', '*'), header('Access-Control-Allow-Credentials', 'true')),
    ],
    ...['true', 'TRUE', ' true ', 'false', ''].map(
      (value) =>
        [
          `the asking origin with credentials ${value}`,
          both(
            header('Access-Control-Allow-Origin', 'https://http-observatory.security.mozilla.org'),
            header('Access-Control-Allow-Credentials', value),
          ),
        ] as const,
    ),
    [
      'another origin with credentials',
      both(
        header('Access-Control-Allow-Origin', 'https://example.org'),
        header('Access-Control-Allow-Credentials', 'true'),
      ),
    ],
    ['two headers', header('Access-Control-Allow-Origin', 'https://a.example', '*')],
    [
      'methods and headers only',
      both(header('Access-Control-Allow-Methods', '*'), header('Access-Control-Allow-Headers', '*')),
    ],
    [
      'status 401',
      both(header('Access-Control-Allow-Origin', '*'), (draft) => {
        draft.status = 401;
      }),
    ],
  ]),
];

const entered = (change: Change): Change =>
  both((draft) => {
    draft.entry = 'http';
  }, change);

/** Addresses of plain http, and where they lead. */
export const entryMutations: readonly Mutation[] = group('redirects-http', [
  ['http redirects to https', entered(plain('redirect'))],
  ['http serves the page', entered(plain('page'))],
  ['http redirects to https by 302', entered(redirected(302, (host) => `https://${host}/`))],
  [
    'http redirects to http, then to https',
    entered(
      both(
        redirected(301, (host) => `http://${host}/docs/`),
        (draft) => {
          draft.resources = {
            '/docs/': textResponse(200, 'text/html', '<!DOCTYPE html><title>Docs</title>'),
          };
        },
      ),
    ),
  ],
  ['http redirects to another host', entered(redirected(301, () => 'https://redirection-1.parity.test/'))],
  [
    'http leads on by a meta',
    entered((draft) => {
      const page = `<!DOCTYPE html><title>Moved</title><meta http-equiv="refresh" content="0; url=https://${draft.id}.parity.test/">`;
      draft.plain = { status: 200, headers: [['Content-Type', 'text/html']], body: Buffer.from(page) };
    }),
  ],
  ['https is closed', over('none', plain('page'))],
  ['http with HSTS serves the page', entered(both(plain('page'), header(HSTS, LONG)))],
  ['http redirects to https with HSTS', entered(both(plain('redirect'), header(HSTS, LONG)))],
]);
