import { domainOf, spelledAsDomain } from './domain.js';

describe('domainOf', () => {
  it.each([
    ['https://Example.COM/path?q#f', 'example.com'],
    ['http://example.com:8080/', 'example.com'],
    ['https://example.com./', 'example.com'],
    ['https://www.example.com/', 'example.com'],
    ['https://www.www.example.com/', 'www.example.com'],
    ['https://www.com/', 'www.com'],
    ['https://www2.example.com/', 'www2.example.com'],
    ['https://blog.example.com/', 'blog.example.com'],
    ['https://münchen.example/', 'xn--mnchen-3ya.example'],
    ['http://127.0.0.1:8080/', '127.0.0.1'],
    ['http://[::1]:8080/', '[::1]'],
    ['http://localhost/', 'localhost'],
  ])('takes %s to %s', (url, domain) => {
    expect(domainOf(url, true)).toBe(domain);
  });

  it('keeps www. where the setting says so', () => {
    expect(domainOf('https://www.example.com/', false)).toBe('www.example.com');
  });
});

describe('spelledAsDomain', () => {
  it.each([
    ['bücher', 'xn--bcher-kva'],
    ['Bücher.example', 'xn--bcher-kva.example'],
    ['127', '127'],
    ['a_%41', 'a_%41'],
    ['ü ü', 'ü ü'],
  ])('spells %s as %s', (text, spelled) => {
    expect(spelledAsDomain(text)).toBe(spelled);
  });
});
