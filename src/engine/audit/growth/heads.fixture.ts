import { type Dimension } from './dimension.fixture.js';
import { DOCUMENT_DIVISOR, MAX_DOCUMENT_CHARACTERS, repeated } from './sizes.fixture.js';

/** A smaller divisor, and so more elements, because comparing short attributes costs little. */
const HEAD = { before: '<!doctype html><head><title>A page</title>', divisor: 32 };

const METAS: readonly (readonly [name: string, attributes: (index: number) => string])[] = [
  ['Content-Security-Policy', () => `http-equiv=content-security-policy content="default-src 'self'"`],
  [
    'Content-Security-Policy, all different',
    (n) => `http-equiv=content-security-policy content="img-src a${n}"`,
  ],
  ['refresh', (n) => `http-equiv=refresh content="${n};url=/${n}"`],
  ['robots', () => 'name=robots content=noindex'],
  ['googlebot', () => 'name=googlebot content=noindex'],
  ['viewport', () => 'name=viewport content="width=device-width"'],
  ['viewport that restricts', () => 'name=viewport content="user-scalable=no"'],
  ['description', (n) => `name=description content=d${n}`],
  ['Open Graph', (n) => `property=og:image content=/${n}`],
  ['Twitter card', () => 'name=twitter:card content=x'],
  ['charset', () => 'charset=utf-8'],
  ['charset by content type', () => 'http-equiv=content-type content="text/html; charset=utf-8"'],
  ['referrer', () => 'name=referrer content=origin'],
  ['other names', (n) => `name=n${n} content=x`],
];

const LINKS: readonly (readonly [name: string, attributes: (index: number) => string])[] = [
  ['hreflang', (n) => `rel=alternate hreflang=en-a${n} href=https://example.com/${n}`],
  ['hreflang of one language', (n) => `rel=alternate hreflang=en href=https://example.com/${n}`],
  ['hreflang, all alike', () => 'rel=alternate hreflang=en href=https://a.example/'],
  ['canonical', (n) => `rel=canonical href=/${n}`],
  ['canonical, all alike', () => 'rel=canonical href=https://example.com/a'],
  ['stylesheet', (n) => `rel=stylesheet href=/${n}.css`],
  ['icon', () => 'rel=icon href=data:,'],
  ['preload', (n) => `rel=preload as=font href=/${n}`],
  ['other relations', (n) => `rel=r${n} href=/`],
];

/** One policy as large as the largest document. */
function policy(name: string, word: (index: number) => string): Dimension {
  return repeated(`one policy with many ${name}`, word, {
    before: '<head><meta http-equiv=content-security-policy content="',
    after: '">',
    elements: 0,
  });
}

export const HEAD_DIMENSIONS: readonly Dimension[] = [
  ...METAS.map(([name, attributes]) => repeated(`meta ${name}`, (n) => `<meta ${attributes(n)}>`, HEAD)),
  ...LINKS.map(([name, attributes]) => repeated(`link ${name}`, (n) => `<link ${attributes(n)}>`, HEAD)),
  repeated('base elements', () => '<base target=x>', HEAD),
  repeated('titles', () => '<title>x</title>', HEAD),
  repeated('scripts in the head', (n) => `<script src=/${n}></script>`, HEAD),
  repeated('styles in the head', () => '<style>a{}</style>', HEAD),
  policy('sources', (n) => (n === 0 ? 'script-src ' : `a${n}.example `)),
  policy('sources beside strict-dynamic', (n) =>
    n === 0 ? "script-src 'strict-dynamic' " : `'q${n}' u${n} `,
  ),
  policy('wildcards', (n) => (n === 0 ? 'script-src ' : `s${n}://* `)),
  policy('directives', (n) => `d${n} x;`),
  policy('policies in one element', (n) => `img-src a${n},`),
  {
    name: 'a large policy, many small ones',
    most: Math.floor(MAX_DOCUMENT_CHARACTERS / 100),
    divisor: DOCUMENT_DIVISOR,
    pagesOf: (size) => {
      const meta = (text: string) => `<meta http-equiv=content-security-policy content="img-src ${text}">`;
      const sources = Array.from({ length: size }, (_, n) => `a${n}`).join(' ');
      return [{ html: `<head>${meta(sources)}${meta(sources)}${meta('a1').repeat(size)}` }];
    },
  },
];
