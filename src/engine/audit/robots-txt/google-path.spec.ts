import { byteString } from './byte-string.js';
import { googlePathOf, googlePattern } from './google-path.js';
import { productToken } from './google-robots.js';

describe('googlePathOf', () => {
  it.each([
    ['', '/'],
    ['http://www.example.com', '/'],
    ['http://www.example.com/', '/'],
    ['http://www.example.com/a', '/a'],
    ['http://www.example.com/a/', '/a/'],
    ['http://www.example.com/a/b?c=http://d.e/', '/a/b?c=http://d.e/'],
    ['http://www.example.com/a/b?c=d&e=f#fragment', '/a/b?c=d&e=f'],
    ['example.com', '/'],
    ['example.com/', '/'],
    ['example.com/a', '/a'],
    ['example.com/a/', '/a/'],
    ['example.com/a/b?c=d&e=f#fragment', '/a/b?c=d&e=f'],
    ['a', '/'],
    ['a/', '/'],
    ['/a', '/a'],
    ['a/b', '/b'],
    ['example.com?a', '/?a'],
    ['example.com/a;b#c', '/a;b'],
    ['//a/b/c', '/b/c'],
  ])('finds in %j the path %j, as the original', (url, path) => {
    expect(googlePathOf(url)).toBe(path);
  });

  it.each([
    ['escapes as they are', 'https://a.example/%2f%2F%c3%a9', '/%2f%2F%c3%a9'],
    ['dots and slashes as they are', 'https://a.example/a/../b//./c', '/a/../b//./c'],
    ['bytes of other characters', 'https://a.example/é', '/\xc3\xa9'],
    ['what precedes a NUL', 'https://a.example/a\0b', '/a'],
    ['no fragment before a path', 'https://a.example#/b', '/'],
  ])('keeps %s', (_what, url, path) => {
    expect(googlePathOf(url)).toBe(path);
  });
});

describe('googlePattern', () => {
  it.each([
    ['http://www.example.com', 'http://www.example.com'],
    ['/a/b/c', '/a/b/c'],
    ['á', '%C3%A1'],
    ['%aa', '%AA'],
  ])('reads %s as %s, as the original', (value, pattern) => {
    expect(googlePattern(byteString(value))).toBe(pattern);
  });

  it('escapes bytes that are not UTF-8', () => {
    expect(googlePattern(byteString(Uint8Array.of(0x2f, 0xe9)))).toBe('/%E9');
  });
});

describe('productToken', () => {
  it.each(['Foobot', 'Foobot-Bar', 'Foo_Bar'])('takes all of %s', (agent) => {
    expect(productToken(agent)).toBe(agent);
  });

  it.each([
    ['', ''],
    ['ツ', ''],
    ['Foobot*', 'Foobot'],
    [' Foobot ', ''],
    ['Foobot/2.1', 'Foobot'],
    ['Foobot Bar', 'Foobot'],
  ])('takes of %j only %j', (agent, token) => {
    expect(productToken(agent)).toBe(token);
  });
});
