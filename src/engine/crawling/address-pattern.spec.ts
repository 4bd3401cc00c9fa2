import fc from 'fast-check';
import { AddressPattern, pathToMatch } from './address-pattern.js';

const matches = (pattern: string, path: string) =>
  new AddressPattern(pattern).matches(pathToMatch(`https://example.com${path}`));

describe('AddressPattern', () => {
  it.each([
    ['/a', '/a'],
    ['/a*', '/a'],
    ['/a*', '/a/b?c=d'],
    ['*', '/'],
    ['*.pdf', '/files/a.pdf'],
    ['/*/b', '/a/b'],
    ['/a*b*c', '/aXbYbZc'],
    ['/a**c', '/abc'],
    ['*?page=*', '/list?page=2'],
    ['/ü', '/%c3%bc'],
    ['/%c3%bc', '/ü'],
  ])('finds that %s matches %s', (pattern, path) => {
    expect(matches(pattern, path)).toBe(true);
  });

  it.each([
    ['/a', '/a/'],
    ['/a', '/a?b'],
    ['/a', '/A'],
    ['a', '/a'],
    ['', '/'],
    ['/a.c', '/abc'],
    ['/a?', '/a'],
    ['/a$', '/a'],
    ['/ab*ba', '/aba'],
    ['/a*b*b', '/aXb'],
    ['*example.com*', '/a'],
  ])('finds that %s does not match %s', (pattern, path) => {
    expect(matches(pattern, path)).toBe(false);
  });

  it('agrees with a table of all prefixes', () => {
    const letters = (...all: string[]) => fc.string({ unit: fc.constantFrom(...all), maxLength: 12 });
    fc.assert(
      fc.property(letters('a', 'b', '*'), letters('a', 'b', '/'), (pattern, path) => {
        expect(matches(`/${pattern}`, `/${path}`)).toBe(matchesByTable(`/${pattern}`, `/${path}`));
      }),
      { numRuns: 2000 },
    );
  });

  it('takes little time for many wildcards', () => {
    const startedAt = performance.now();
    expect(matches(`/${'*a'.repeat(1000)}*b`, `/${'a'.repeat(2000)}`)).toBe(false);
    expect(performance.now() - startedAt).toBeLessThan(500);
  });
});

/** Row by row: whether the pattern so far matches each prefix of the path. */
function matchesByTable(pattern: string, path: string): boolean {
  let row = Array.from({ length: path.length + 1 }, (_, length) => length === 0);
  for (const sign of pattern) {
    const before = row;
    row = [];
    for (let length = 0; length <= path.length; length++) {
      const isMatched =
        sign === '*'
          ? before[length] === true || row[length - 1] === true
          : before[length - 1] === true && path[length - 1] === sign;
      row.push(isMatched);
    }
  }
  return row.at(-1) === true;
}
