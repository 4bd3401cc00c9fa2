import { locationsIn, type LocationsTask } from './sitemap-locations.js';

const ROOM = { host: 'example.com', maxPages: 10, maxSitemaps: 10 };
const locations = (text: string, limits: Partial<LocationsTask> = {}) =>
  locationsIn({ body: new TextEncoder().encode(text), ...ROOM, ...limits });
const urlset = (...all: string[]) =>
  `<?xml version="1.0"?><urlset>${all.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;
const page = (name: number | string) => `https://example.com/${name}`;

describe('locationsIn', () => {
  it('returns the pages of one host, once each, in order', () => {
    const text = urlset(
      ' https://example.com/b\n',
      page('a?b=1&amp;c'),
      'https://www.example.com/a',
      page('b#c'),
      'https://other.example/',
      '/relative',
    );
    expect(locations(text)).toEqual({
      pages: [page('b'), page('a?b=1&c'), 'https://www.example.com/a'],
      sitemaps: [],
      isSitemap: true,
      isComplete: true,
    });
  });

  it('returns the sitemaps of an index, on any host', () => {
    const text = `<sitemapindex><sitemap><loc>${page('1.xml')}</loc></sitemap><sitemap><loc><![CDATA[https://cdn.example/2.xml]]></loc></sitemap></sitemapindex>`;
    expect(locations(text)).toEqual({
      pages: [],
      sitemaps: [page('1.xml'), 'https://cdn.example/2.xml'],
      isSitemap: true,
      isComplete: true,
    });
  });

  it.each(['\n', '\r\n', '\r'])('reads a text with lines that end with %j', (end) => {
    const text = `\ufeff${[page(1), '', ` ${page(2)}`, 'https://other.example/'].join(end)}`;
    expect(locations(text)).toMatchObject({ pages: [page(1), page(2)], isSitemap: true, isComplete: true });
  });

  it('reads lines across slices, and skips one without end', () => {
    const lines = Array.from({ length: 5000 }, (_, n) => page(n));
    const text = [...lines, page('x'.repeat(200_000)), page('last')].join('\n');
    const { pages } = locations(text, { maxPages: 6000 });
    expect(pages).toEqual([...lines, page('last')]);
  });

  it.each([urlset(page(1), page(1), page(2), page(3)), [page(1), page(1), page(2), page(3)].join('\n')])(
    'returns as many pages as wanted, and says whether there are more: %#',
    (text) => {
      expect(locations(text, { maxPages: 2 })).toMatchObject({
        pages: [page(1), page(2)],
        isComplete: false,
      });
      expect(locations(text, { maxPages: 3 })).toMatchObject({ isComplete: true });
    },
  );

  it('returns what it has read before an error', () => {
    expect(locations(`<urlset><url><loc>${page(1)}</loc></url><url>`)).toEqual({
      pages: [page(1)],
      sitemaps: [],
      isSitemap: true,
      isComplete: false,
    });
  });

  it.each([
    ['a page', `<!doctype html><html><body><loc>${page(1)}</loc></body></html>`],
    ['a feed', `<rss><channel><item><link>${page(1)}</link></item></channel></rss>`],
    ['a text without addresses', 'Not found'],
  ])('finds that %s is no sitemap', (_what, text) => {
    expect(locations(text)).toEqual({ pages: [], sitemaps: [], isSitemap: false, isComplete: false });
  });
});
