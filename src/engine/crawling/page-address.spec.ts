import fc from 'fast-check';
import { pageAddress, siteHost } from './page-address.js';

describe('pageAddress', () => {
  it.each([
    ['HTTP://Example.COM', 'http://example.com/'],
    ['https://example.com:443/a', 'https://example.com/a'],
    ['http://example.com:443/a', 'http://example.com:443/a'],
    ['https://example.com/a/./b/../c', 'https://example.com/a/c'],
    ['https://example.com/a#b', 'https://example.com/a'],
    ['https://example.com/a?#b', 'https://example.com/a'],
    ['https://example.com/a?', 'https://example.com/a'],
    ['https://example.com/a?b=?', 'https://example.com/a?b=?'],
    ['https://user:secret@example.com/a', 'https://example.com/a'],
    ['https://example.com/A?B=C', 'https://example.com/A?B=C'],
    ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
    ['https://example.com/%c3%bc?%7ename=%41%2f', 'https://example.com/%C3%BC?~name=A%2F'],
    ['https://example.com/a;jsessionid=1A2B.node1?b=1', 'https://example.com/a?b=1'],
    ['https://example.com/a?PHPSESSID=1a2b', 'https://example.com/a'],
    ['https://example.com/a?b=%20&PHPSESSID=1a2b&c', 'https://example.com/a?b=%20&c'],
    ['https://example.com/a?%50HPSESSID=1', 'https://example.com/a'],
    ['https://example.com/a?session_id=1&sid=2', 'https://example.com/a?session_id=1&sid=2'],
    ['https://example.com/a?session=1&sid=2', 'https://example.com/a?session=1&sid=2'],
    ['https://example.com/a?path=docs\\manual', 'https://example.com/a?path=docs%5Cmanual'],
    ['https://example.com/%4%31%%34%31', 'https://example.com/%4%31%%341'],
  ])('of %s is %s', (url, expected) => {
    expect(pageAddress(url)).toBe(expected);
    expect(pageAddress(new URL(url))).toBe(expected);
  });

  it.each([
    '',
    '/a',
    'example.com',
    'mailto:a@example.com',
    'ftp://example.com/',
    'https://',
    'javascript:1',
  ])('of “%s” is null', (text) => {
    expect(pageAddress(text)).toBeNull();
  });

  it('has at most 2048 characters, without what is left out', () => {
    const longest = `https://example.com/${'a'.repeat(2028)}`;
    expect(pageAddress(`${longest}#fragment`)).toBe(longest);
    expect(pageAddress(`${longest}a`)).toBeNull();
  });

  it('is its own address, and leaves the URL unchanged', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (text) => {
        const url = new URL(text);
        const address = pageAddress(url) ?? '';
        expect(pageAddress(address)).toBe(address);
        expect(url.href).toBe(new URL(text).href);
      }),
    );
  });
});

describe('siteHost', () => {
  it.each([
    ['https://www.example.com/', 'example.com'],
    ['https://www.www.example.com/', 'www.example.com'],
    ['https://wwwexample.com/', 'wwwexample.com'],
    ['http://www.example.com:8080/', 'example.com:8080'],
  ])('of %s is %s', (url, expected) => {
    expect(siteHost(new URL(url))).toBe(expected);
  });
});
