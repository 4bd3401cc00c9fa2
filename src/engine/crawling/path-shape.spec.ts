import fc from 'fast-check';
import { folderShape, pathShape } from './path-shape.js';

const shapesOf = (paths: readonly string[]) =>
  new Set(paths.map((path) => pathShape(new URL(path, 'https://example.com').href)));
const times = (count: number, make: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => make(n));

describe('pathShape', () => {
  it.each([
    ['/', 'example.com/'],
    ['/2024/page12', 'example.com/#/page#'],
    ['/a/b/', 'example.com/a/b/'],
    ['/?b=1&a=2&b=3', 'example.com/?a&b'],
    ['/?', 'example.com/'],
    ['/products/12/reviews/34', 'example.com/products/#/reviews/*'],
    ['/%e3%81%82?%C3%BC=1', 'example.com/%E3%81%82?%C3%BC'],
  ])('of %s is %s', (path, expected) => {
    expect(pathShape(new URL(path, 'https://example.com').href)).toBe(expected);
  });

  it.each<[string, string[]]>([
    ['a calendar', times(60, (n) => `/calendar/${2000 + n}-${1 + (n % 12)}?day=${n}`)],
    ['session ids', times(9, (n) => `/cart?sid=${'x'.repeat(n)}`)],
    ['session ids in paths', times(9, (n) => `/cart;jsessionid=${'x'.repeat(n)}`)],
    ['facets', ['/shoes?color=red&size=4', '/shoes?size=5&color=blue', '/shoes?color=red&color=blue&size=']],
    ['facets with numbers', times(9, (n) => `/shoes?filter[${n}]=red`)],
    [
      'digests and UUIDs',
      ['/i/9f86d081884c7d65', '/i/2C26B46B', '/i/1234', '/i/0b0f1f1c-7a3d-4f0e-9a55-0f2a5c7d9e10'],
    ],
    ['a loop of one segment', times(9, (n) => `/a${'/a'.repeat(n + 1)}`)],
    ['a loop of two segments', times(9, (n) => `/a/b${'/a/b'.repeat(n + 1)}`)],
    ['a loop with numbers', times(9, (n) => `/a/1${`/a/${n}`.repeat(n + 1)}`)],
    ['doubled slashes', times(9, (n) => `/a${'/'.repeat(n + 3)}b`)],
  ])('is the same for %s', (_what, paths) => {
    expect(shapesOf(paths).size).toBe(1);
  });

  it.each<[string, string[]]>([
    ['articles', ['/news/blue-shoes', '/news/red-shoes', '/blog/red-shoes']],
    ['articles in other scripts', ['/%E3%81%82', '/%E3%81%83', '/%E4%81%82']],
    ['words of hexadecimal digits', ['/facade', '/deadbeef', '/defaced']],
    ['hosts', ['https://a.example.com/', 'https://b.example.com/']],
    ['parameters of other names', ['/?page=1', '/?size=1', '/']],
    ['a list, its entries, and their lists', ['/a', '/a/1', '/a/1/b', '/a/1/b/2']],
  ])('is different for %s', (_what, paths) => {
    expect(shapesOf(paths).size).toBe(paths.length);
  });

  it('is one of few for paths of a few segments in any order and number', () => {
    const segment = fc.constantFrom('a', 'b', '7');
    const shapes = new Set<string>();
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 40 }), (path) => {
        shapes.add(pathShape(`https://example.com/${path.join('/')}`));
      }),
      { numRuns: 2000 },
    );
    // Ordered selections of 1 to 3 segments, each followed by repeated ones or not.
    expect(shapes.size).toBeLessThanOrEqual(3 * 2 + 6 * 4 + 6 * 8);
  });
});

describe('folderShape', () => {
  it.each([
    ['/', 'example.com/'],
    ['/about', 'example.com/$'],
    ['/blog/', 'example.com/$'],
    ['/blog/how-to-bake', 'example.com/blog/$'],
    ['/blog/how-to-bake/', 'example.com/blog/$'],
    ['/blog/2024/how-to-bake?page=2', 'example.com/blog/#/$?page'],
    ['/?page=2', 'example.com/?page'],
  ])('of %s is %s', (path, expected) => {
    expect(folderShape(new URL(path, 'https://example.com').href)).toBe(expected);
  });
});
