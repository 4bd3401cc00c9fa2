import fc from 'fast-check';
import { scraped, scrapedAddress, visible } from './scraped.js';

describe('scraped', () => {
  it('escapes and isolates', () => {
    expect(scraped('<img src=x onerror="a()">').text).toBe(
      '<bdi>&lt;img src=x onerror=&quot;a()&quot;&gt;</bdi>',
    );
  });

  it.each([
    ['\u202egpj.exe', '[U+202E]gpj.exe'],
    ['a\u2066b\u2069c', 'a[U+2066]b[U+2069]c'],
    ['a\0b\u001bc\u0085d', 'a[U+0000]b[U+001B]c[U+0085]d'],
    ['a\u200bb\ufeffc\u00add', 'a[U+200B]b[U+FEFF]c[U+00AD]d'],
    ['a\u2028b', 'a[U+2028]b'],
    ['a\n\t  b', 'a b'],
    ['\ud800', '\ufffd'],
    ['👩‍🚀', '👩‍🚀'],
    [`e${'\u0301'.repeat(50)}`, `e${'\u0301'.repeat(3)}`],
  ])('shows %j as %j', (text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  it('lets addresses break between their parts, and nowhere inside of an entity', () => {
    expect(scrapedAddress('https://a.example/b/c?d=1&e=<2>').text).toBe(
      '<bdi>https://a.example<wbr>/b<wbr>/c<wbr>?d=1<wbr>&amp;e=&lt;2&gt;</bdi>',
    );
  });

  it('is never longer than told, to a code point', () => {
    expect(scraped('😀'.repeat(300), 300).text).toBe(`<bdi>${'😀'.repeat(300)}</bdi>`);
    expect(scraped('😀'.repeat(301), 300).text).toBe(`<bdi>${'😀'.repeat(299)}…</bdi>`);
    expect(scraped('x'.repeat(1_000_000), 10).text).toBe('<bdi>xxxxxxxxx…</bdi>');
  });

  it('lets no control or format character through, whatever comes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(visible(text)).not.toMatch(
          /[\p{Cc}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]/u,
        );
      }),
    );
  });
});
