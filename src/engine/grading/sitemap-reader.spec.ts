import { summaryOf } from './sitemap-reader.js';

const summary = (text: string, host = 'example.com') =>
  summaryOf({ body: new TextEncoder().encode(text), site: 'example.com', host });
const page = (name: string) => `https://example.com/${name}`;

describe('summaryOf', () => {
  it.each(['urlset', 'sitemapindex'])('counts the locations of a %s', (root) => {
    const locations = [page('a'), '<![CDATA[https://other.example/]]>', ''];
    const xml = locations.map((loc) => `<url><loc> ${loc}</loc></url>`).join('');
    expect(summary(`<${root}>${xml}</${root}>`)).toEqual({
      kind: root,
      locations: 3,
      foreign: ['https://other.example/', ''],
    });
  });

  it('takes the sitemaps of an index for its own that are on its host, and no pages', () => {
    const locations = ['https://maps.example/1.xml', 'https://other.example/2.xml'];
    const xml = locations.map((loc) => `<x><loc>${loc}</loc></x>`).join('');
    const foreign = ['sitemapindex', 'urlset'].map(
      (root) => summary(`<${root}>${xml}</${root}>`, 'maps.example').foreign,
    );
    expect(foreign).toEqual([['https://other.example/2.xml'], locations]);
  });

  it('counts the items of an RSS feed by their links', () => {
    const items = [
      `<item><title>A</title><link>${page('a')}</link><atom:link href="${page('c')}"/></item>`,
      '<item><link><![CDATA[https://other.example/]]></link></item>',
      '<item><title>No link</title></item>',
    ];
    const channel = `<title>News</title><link>${page('')}</link><image><link>${page('i')}</link></image>`;
    expect(summary(`<rss version="2.0"><channel>${channel}${items.join('')}</channel></rss>`)).toEqual({
      kind: 'rss',
      locations: 2,
      foreign: ['https://other.example/'],
    });
  });

  it('counts the entries of an Atom feed by their links', () => {
    const entries = [
      `<entry><link href="${page('a')}"/><link rel="edit" href="${page('c')}"/></entry>`,
      '<entry><link rel="alternate" href="/b"></link><loc>x</loc></entry>',
    ];
    const feed = `<feed xmlns="http://www.w3.org/2005/Atom"><link rel="self" href="${page('feed')}"/>`;
    expect(summary(`${feed}${entries.join('')}</feed>`)).toEqual({
      kind: 'feed',
      locations: 2,
      foreign: ['/b'],
    });
  });

  it('counts the lines of a text', () => {
    const text = `\ufeff\n${page('a')}\r\n\r\n ${page('b')}\nhttps://other.example/\n/c`;
    expect(summary(text)).toEqual({
      kind: 'text',
      locations: 4,
      foreign: ['https://other.example/', '/c'],
    });
  });

  it.each([
    ['a text', `Not found\n${page('a')}`],
    ['a style sheet', `a:hover { color: red }`],
    ['an empty text', '\n'],
    ['a page', `<!doctype html><html><body><loc>${page('a')}</loc></body></html>`],
    ['a broken sitemap', `<urlset><url><loc>${page('a')}</loc></url>`],
    ['a broken feed', `<rss><channel><item><link>${page('a')}</link></item>`],
  ])('finds that %s is no sitemap', (_what, text) => {
    expect(summary(text).kind).toBeNull();
  });
});
