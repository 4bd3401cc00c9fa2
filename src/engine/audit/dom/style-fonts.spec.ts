import { aPage } from '../example-page.js';
import { styleFonts } from './style-fonts.js';

function fontsOf(css: string, head = ''): string[] {
  return styleFonts(aPage({ html: `${head}<style>${css}</style>` })).map(({ url }) => url);
}

describe('styleFonts', () => {
  it.each([
    ['a plain address', '@font-face{src:url(/a.woff2)}', ['https://example.com/a.woff2']],
    [
      'quotes and blanks',
      "@FONT-FACE  { src : url( 'b.woff' ) format('woff') }",
      ['https://example.com/b.woff'],
    ],
    ['local fonts first', '@font-face{src:local("X"),url(/a.woff2)}', ['https://example.com/a.woff2']],
    [
      'formats of old browsers',
      `@font-face{src:url(a.eot);src:url(a.eot?#iefix)format("embedded-opentype"),url(a.svg#x)format(svg),url(a.ttf)}`,
      ['https://example.com/a.ttf'],
    ],
    ['comments', '/* @font-face{src:url(a)} */@font-face{/*x*/src:url(b)}', ['https://example.com/b']],
    [
      'each rule',
      '@font-face{src:url(a)}p{}@font-face{src:url(b)}',
      ['https://example.com/a', 'https://example.com/b'],
    ],
    ['no rule that is not closed', '@font-face{src:url(a)', []],
    ['no data', '@font-face{src:url(data:font/woff2;base64,AAAA)}', []],
    ['no other addresses', 'p{background:url(a.png)}@font-face{font-family:"src"}', []],
  ])('reads %s', (_name, css, expected) => {
    expect(fontsOf(css)).toEqual(expected);
  });

  it.each([
    ['U+0000-00FF', 'Shoes', true],
    ['U+0400-045F, U+0490-0491', 'Shoes', false],
    ['U+0400-045F, U+0490-0491', 'Обувь', true],
    ['u+4??', 'Обувь', true],
    ['U+1F3??, U+53', 'Shoes', true],
    ['U+1F3??', '🎁', true],
    ['U+0000-00FF', '', true],
    ['U+0370-03FF', '', false],
    ['nothing', 'Shoes', true],
  ])('loads a font for %s on a page with "%s": %s', (range, text, isLoaded) => {
    const css = `@font-face{src:url(a.woff2);unicode-range:${range}}`;
    const page = aPage({ html: `<style>${css}</style><p>${text}` });
    expect(styleFonts(page)).toHaveLength(isLoaded ? 1 : 0);
  });

  it('uses the base', () => {
    expect(fontsOf('@font-face{src:url(a)}', '<base href=https://cdn.example/x/>')).toEqual([
      'https://cdn.example/x/a',
    ]);
  });

  it('reads at most 50 rules', () => {
    const rules = Array.from({ length: 60 }, (_, n) => `@font-face{src:url(${String(n)})}`);
    expect(fontsOf(rules.join(''))).toHaveLength(50);
  });
});
