import { createHash } from 'node:crypto';
import { type Example } from '../check.js';
import { aPage } from '../example-page.js';
import { outlineOf } from './outline.js';

const outline = (html: string, parts: Partial<Example> = {}) => outlineOf(aPage({ html, ...parts }));
const urls = (html: string, url?: string) =>
  outline(html, { ...(url !== undefined && { url }) }).links.map((link) => link.url);
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

describe('outlineOf', () => {
  it('describes a page', () => {
    const html = `<html lang="en"><head><title> Blue
      shoes </title><meta name="Description" content="Shoes in  blue."><base href="/shop/">
      <link rel="canonical" href="blue"><link rel="alternate" hreflang="de-AT" href="/de">
      </head><body><a href="red#sizes">Red shoes</a></body></html>`;
    expect(outline(html, { url: 'https://example.com/shop/blue?a=1' })).toEqual({
      url: 'https://example.com/shop/blue?a=1',
      title: 'Blue shoes',
      description: 'Shoes in blue.',
      canonical: 'https://example.com/shop/blue',
      isIndexable: true,
      isFollowed: true,
      alternates: [{ language: 'de-at', url: 'https://example.com/de' }],
      links: [{ url: 'https://example.com/shop/red', isFollowed: true }],
      linksFound: 1,
      contentHash: hashOf('red shoes'),
      simhash: null,
    });
  });

  it('has null for what an empty page lacks', () => {
    expect(outline('<title> </title><meta name=description content=" ">')).toMatchObject({
      title: null,
      description: null,
      canonical: null,
      alternates: [],
      links: [],
      linksFound: 0,
      contentHash: null,
      simhash: null,
    });
  });

  it('shortens texts to 500 characters, without half a surrogate pair', () => {
    const text = `${'a'.repeat(499)}😀`;
    const { title, description } = outline(`<title>${text}</title><meta name=description content="${text}">`);
    expect([title, description]).toEqual(['a'.repeat(499), 'a'.repeat(499)]);
  });

  it('has no canonical where two differ', () => {
    expect(outline('<link rel=canonical href=/a><link rel=canonical href=/b>').canonical).toBeNull();
  });

  it('sees that a page must not be indexed', () => {
    expect(outline('<meta name=robots content=noindex>').isIndexable).toBe(false);
  });

  it('reads alternates of headers, and at most 200', () => {
    const headers = [['link', '<https://example.com/fr>; rel="alternate"; hreflang="FR"']] as const;
    const many = Array.from({ length: 300 }, (_, n) => `<link rel=alternate hreflang=x${n} href=/${n}>`);
    expect(outline('', { headers }).alternates).toEqual([{ language: 'fr', url: 'https://example.com/fr' }]);
    const long = `<link rel=alternate hreflang=de href=/${'a'.repeat(2048)}>`;
    expect(outline(`<head>${long}${many.join('')}`).alternates).toHaveLength(200);
    expect(outline(`<head>${long}`).alternates).toEqual([]);
  });
});

describe('isFollowed of a page', () => {
  it.each([
    [true, '<meta name="robots" content="index, follow">'],
    [false, '<meta name="robots" content="noindex, NoFollow">'],
    [false, '<meta name="ROBOTS" content="none">'],
    [false, '<meta name="robots" content="index"><meta name="robots" content="nofollow">'],
    [false, '<meta name="robots" content="follow"><meta name="pagegrade" content="nofollow">'],
    [true, '<meta name="otherbot" content="nofollow">'],
  ])('is %s: %s', (isFollowed, html) => {
    expect(outline(html).isFollowed).toBe(isFollowed);
  });

  it.each([
    [false, 'nofollow'],
    [false, 'noindex, none'],
    [true, 'noindex'],
    [true, 'otherbot: nofollow'],
    [false, 'Pagegrade: nofollow'],
    [true, 'otherbot: noindex, nofollow'],
    [false, 'otherbot: noindex, pagegrade: nofollow'],
    [false, 'max-snippet: 20, nofollow'],
    [false, 'unavailable_after: Sat, 28 Nov 2026 15:00:00 GMT, nofollow'],
  ])('is %s: X-Robots-Tag: %s', (isFollowed, header) => {
    expect(outline('', { headers: [['x-robots-tag', header]] }).isFollowed).toBe(isFollowed);
  });
});

describe('links', () => {
  it('are those of the same host, with or without www, each once in document order', () => {
    const html = `<map><area href="/area"></map><a href="b#x">b</a><a href="http://www.example.com/c">c</a><a href="/b">b</a>
      <a href="https://shop.example.com/">shop</a><a href="https://example.com:8443/">port</a><a>none</a>
      <a href="mailto:a@example.com">mail</a><a href="https://me@example.com/">me</a><a href="http://[">bad</a>`;
    expect(urls(html)).toEqual([
      'https://example.com/area',
      'https://example.com/b',
      'http://www.example.com/c',
    ]);
    expect(urls('<a href="https://example.com/a">a</a>', 'https://www.example.com/')).toEqual([
      'https://example.com/a',
    ]);
  });

  it('are not what frames and forms name', () => {
    expect(urls('<iframe src="/toc"></iframe><form action="/search"></form><a href="/a">a</a>')).toEqual([
      'https://example.com/a',
    ]);
  });

  it('include the target of an immediate refresh, but of no other', () => {
    const refresh = (seconds: number) =>
      `<meta http-equiv=refresh content="${seconds};url=/next"><a href=/a>a</a>`;
    expect(urls(refresh(0))).toEqual(['https://example.com/next', 'https://example.com/a']);
    expect(urls(refresh(5))).toEqual(['https://example.com/a']);
  });

  it.each(['nofollow', 'noopener UGC', 'sponsored'])('are not followed with rel="%s"', (rel) => {
    expect(outline(`<a href=/a rel="${rel}">a</a><a href=/b rel=noopener>b</a>`).links).toEqual([
      { url: 'https://example.com/a', isFollowed: false },
      { url: 'https://example.com/b', isFollowed: true },
    ]);
  });

  it.each(['<a href=/a rel=nofollow>a</a><a href=/a>a</a>', '<a href=/a>a</a><a href=/a rel=nofollow>a</a>'])(
    'are followed if one of several is: %s',
    (html) => {
      expect(outline(html).links).toEqual([{ url: 'https://example.com/a', isFollowed: true }]);
    },
  );

  it('are limited to 2000, and their URLs to 2048 characters', () => {
    const long = (length: number) => `<a href=/${'a'.repeat(length - 'https://example.com/'.length)}>a</a>`;
    const many = Array.from({ length: 2500 }, (_, n) => `<a href=/${n}>a</a>`).join('');
    const { links, linksFound } = outline(long(2048) + long(2049) + many);
    expect(links).toHaveLength(2000);
    expect(links[0]?.url).toHaveLength(2048);
    expect(linksFound).toBe(2501);
  });
});

describe('the content of a page', () => {
  it('is the words that are shown, whatever their case and what stands between them', () => {
    const { contentHash } = outline('<h1>Blue Shoes!</h1><p hidden>Red</p><script>x()</script>');
    expect(contentHash).toBe(hashOf('blue shoes'));
    expect(outline('<p>blue<b> shoes</b>').contentHash).toBe(contentHash);
    expect(outline('<p>blue shoe').contentHash).not.toBe(contentHash);
  });

  it('leaves out headers, navigation, sidebars and footers', () => {
    const around = (name: string) =>
      `<header>${name}</header><nav>${name}</nav><aside>${name}</aside><footer>${name}</footer>`;
    const { contentHash } = outline(`${around('one')}<main>Blue shoes</main>`);
    expect(contentHash).toBe(outline(`${around('two')}<main>Blue shoes</main>`).contentHash);
    expect(outline(around('one')).contentHash).toBeNull();
  });

  it('is hashed to its end, also in scripts without spaces', () => {
    const text = (end: string) => `<p>${'一二三四五。'.repeat(2000)}${end}`;
    expect(outline(text('甲')).contentHash).not.toBe(outline(text('乙')).contentHash);
  });
});
