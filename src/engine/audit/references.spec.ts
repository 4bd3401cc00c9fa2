import { aPage } from './example-page.js';
import { referencesOf } from './references.js';

describe('referencesOf', () => {
  it('skips links that robots.txt disallows, with escapes in any case', () => {
    const page = aPage({
      html: '<a href="/%c3%a9/a">1</a><a href="/%C3%A9/b">2</a><a href="/é/c">3</a><a href="/d">4</a>',
      robotsTxt: { status: 200, body: 'User-agent: *\nDisallow: /%c3%a9/' },
    });
    expect(referencesOf(page).links.taken.map(({ url }) => url)).toEqual(['https://example.com/d']);
  });

  it('skips what Cloudflare puts in place of e-mail addresses', () => {
    const html =
      '<a href="/cdn-cgi/l/email-protection#a1b2">[email&#160;protected]</a><a href="/a/cdn-cgi/">b</a>';
    expect(referencesOf(aPage({ html })).links).toMatchObject({
      taken: [{ url: 'https://example.com/a/cdn-cgi/' }],
      of: 1,
    });
  });

  it.each([
    ['', 'https://example.com/favicon.ico'],
    ['<link rel="apple-touch-icon" href="/touch.png">', 'https://example.com/touch.png'],
    ['<link rel="apple-touch-icon-precomposed" href="/touch.png">', 'https://example.com/touch.png'],
    [
      '<link rel="apple-touch-icon" href="/touch.png"><link rel="Icon" href="/a.svg">',
      'https://example.com/a.svg',
    ],
    ['<link rel="icon" href=" data:image/svg+xml,a"><link rel="icon" href="/a.svg">', 'data:image/svg+xml,a'],
    ['<link rel="icon" href="data:,">', 'https://example.com/favicon.ico'],
    ['<link rel="icon" href=" "><link rel="icon">', 'https://example.com/favicon.ico'],
    ['<link rel="icon" href=""><link rel="apple-touch-icon" href="/a.png">', 'https://example.com/a.png'],
    ['<link rel="mask-icon" href="/mask.svg">', 'https://example.com/favicon.ico'],
  ])('finds the icon in %s', (html, url) => {
    expect(referencesOf(aPage({ html })).favicon.url).toBe(url);
  });

  it.each([
    [[], 'https://example.com/sitemap.xml', 0],
    [['/a.xml'], 'https://example.com/a.xml', 0],
    [['https://example.org/a.xml'], 'https://example.org/a.xml', 0],
    [['https://example.org/a.xml', 'https://example.net/b.xml'], 'https://example.org/a.xml', 1],
    [['https://example.org/a.xml', 'https://example.com/b.xml', '/c.xml'], 'https://example.com/b.xml', 2],
    [['http://[', '/b.xml', 'https://example.com/b.xml'], 'https://example.com/b.xml', 0],
  ])('chooses between the sitemaps %j', (addresses, sitemap, otherSitemaps) => {
    const body = addresses.map((address) => `Sitemap: ${address}\n`).join('');
    const page = aPage({ robotsTxt: { status: 200, body } });
    expect(referencesOf(page)).toMatchObject({ sitemap, otherSitemaps });
  });

  it('shortens an icon within the page', () => {
    const html = `<link rel="icon" href="data:image/png;base64,${'A'.repeat(5000)}">`;
    expect(referencesOf(aPage({ html })).favicon.url).toHaveLength(200);
  });
});
