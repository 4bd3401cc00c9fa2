import { namedStyleSheets } from './preload-scan.js';

const found = (body: string) => [
  ...namedStyleSheets({ url: 'https://example.com/', body: Buffer.from(body) }),
];

describe('namedStyleSheets', () => {
  it('finds links and imports', () => {
    const markup = `<link rel="stylesheet" href="/a.css"><style>@import url("/b.css"); @import '/c.css' print;</style>`;
    expect(found(markup)).toEqual(['a', 'b', 'c'].map((name) => `https://example.com/${name}.css`));
  });

  it('reads each import once, and 200 at most, whatever stands around them', () => {
    const around = Array.from({ length: 400 }, (_, n) => `@Import x${String(n)} `).join('');
    const imports = Array.from({ length: 300 }, (_, n) => `@import i${String(n)};`).join('');
    const addresses = found(`<style>${around}${imports}</style>`);
    expect(addresses).toHaveLength(200);
    expect(addresses.every((address) => address.startsWith('https://example.com/i'))).toBe(true);
  });

  it('takes an import of nothing for none', () => {
    expect(found('<style>@import ; @import</style>')).toEqual([]);
  });
});
