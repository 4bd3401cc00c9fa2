import { googleLinesOf } from './google-lines.js';
import { GoogleRobots } from './google-robots.js';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const named = (file: string | Uint8Array) => googleLinesOf(file).map(({ name, value }) => `${name}=${value}`);

describe('googleLinesOf', () => {
  it.each([
    ['LF', 'User-Agent: foo\nAllow: /some/path\nUser-Agent: bar\n\n\nDisallow: /\n'],
    ['CRLF', 'User-Agent: foo\r\nAllow: /some/path\r\nUser-Agent: bar\r\n\r\n\r\nDisallow: /\r\n'],
    ['CR', 'User-Agent: foo\rAllow: /some/path\rUser-Agent: bar\r\r\rDisallow: /\r'],
    ['LF, but for the last line', 'User-Agent: foo\nAllow: /some/path\nUser-Agent: bar\n\n\nDisallow: /'],
    ['any of them', 'User-Agent: foo\nAllow: /some/path\r\nUser-Agent: bar\n\r\n\nDisallow: /'],
  ])('counts lines that end with %s', (_ending, file) => {
    expect(googleLinesOf(file).map(({ number }) => number)).toEqual([1, 2, 3, 6]);
  });

  it.each([
    ['a byte order mark is skipped', '\xef\xbb\xbf', ['user-agent=foo', 'allow=/a']],
    ['its first two bytes are', '\xef\xbb', ['user-agent=foo', 'allow=/a']],
    ['its first byte is', '\xef', ['user-agent=foo', 'allow=/a']],
    ['anything else is part of the first name', '\xef\x11\xbf', ['other=foo', 'allow=/a']],
  ])('at the start of a file: %s', (_statement, start, expected) => {
    expect(named(bytes(`${start}User-Agent: foo\nAllow: /a\n`))).toEqual(expected);
  });

  it('treats a byte order mark in the middle as part of a name', () => {
    expect(named('User-Agent: foo\n\ufeffAllow: /a\n')).toEqual(['user-agent=foo', 'other=/a']);
  });

  it('finds sitemaps after and before groups', () => {
    const groups = 'User-Agent: foo\nAllow: /some/path\nUser-Agent: bar\n\n\n';
    const sitemap = 'http://foo.bar/sitemap.xml';
    expect(new GoogleRobots(`${groups}Sitemap: ${sitemap}\n`).sitemaps).toEqual([sitemap]);
    expect(new GoogleRobots(`Sitemap: ${sitemap}\n${groups}`).sitemaps).toEqual([sitemap]);
  });

  it('reads the sitemap of a file in UTF-8', () => {
    expect(new GoogleRobots('Sitemap: https://example.com/é').sitemaps).toEqual(['https://example.com/é']);
  });

  it.each([
    ['a NUL ends a line', 'Allow: /a\0b', ['allow=/a']],
    ['a no-break space belongs to a value', 'Allow: /a\u00a0', ['allow=/a\xc2\xa0']],
    ['a vertical tab around a value does not', 'Allow:\v/a\v', ['allow=/a']],
    ['a line without a name does not count', ': /a', []],
    ['a line of one word does not count', 'Allow', []],
    ['a line of three words does not count', 'Allow /a /b', []],
    ['U+2028 does not end a line', 'Allow: /a\u2028Allow: /b', ['allow=/a\xe2\x80\xa8Allow: /b']],
  ])('%s', (_statement, file, expected) => {
    expect(named(file)).toEqual(expected);
  });

  it('keeps 16 663 bytes of a line', () => {
    const value = (text: string) => googleLinesOf(`Allow: ${text}`)[0]?.value;
    const most = 'é'.repeat(8328);
    expect(value(most)).toHaveLength(16_656);
    expect(value(`${most}é`)).toBe(value(most));
    expect(value(`${most.slice(1)}aé`)).toBe(`${value(most.slice(1)) ?? ''}a\xc3`);
  });

  it('keeps 500 KiB of a file, counted in bytes', () => {
    const filler = `# ${'é'.repeat(250 * 1024 - 7)}\n`;
    expect(named(`${filler}Allow: /a`)).toEqual(['allow=/a']);
    expect(named(`${filler}Allow: /ab`)).toEqual(['allow=/ab']);
    expect(named(`${filler}Allow: /abcd`)).toEqual(['allow=/abc']);
  });
});
