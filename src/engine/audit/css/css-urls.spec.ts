import { type CssUrls, cssUrls } from './css-urls.js';

const NONE: CssUrls = { imports: [], fonts: [], images: [] };

it.each<[name: string, css: string, expected: Partial<CssUrls>]>([
  [
    'imports in all notations',
    '@charset "utf-8";@import url(a);@layer b;@IMPORT "c" screen;@import url( \'d\' );/**/@import"e"',
    { imports: ['a', 'c', 'd', 'e'] },
  ],
  ['an import behind an HTML comment', '<!-- @import url(a); -->', { imports: ['a'] }],
  ['no import after a rule', 'p{}@import url(a);', {}],
  ['a namespace is no address', '@namespace svg url(http://www.w3.org/2000/svg);', {}],
  [
    'fonts',
    '@font-face { font-family: x; src: url("a") format("woff"), URL(b) } p { src: url(c) }',
    { fonts: ['a', 'b'], images: ['c'] },
  ],
  [
    'images in nested rules',
    "@media print{p{background:red url( 'a' );border-image:url(b)}&:hover{cursor:url(c),auto}}",
    { images: ['a', 'b', 'c'] },
  ],
  ['declarations of an attribute', 'color:red;background:url(a;b)', { images: ['a;b'] }],
  ['comments, selectors and strings', '/* url(a) */a[href="url(b)"]{content:"url(c"}', {}],
])('finds addresses: %s', (_, css, expected) => {
  expect(cssUrls(css)).toEqual({ ...NONE, ...expected });
});
