import { CHECKS } from '../../../src/engine/audit/registry.js';
import { startApp, type TestApp } from '../../support/app.js';
import { CRAWLS, crawled, siteFindings } from '../../support/crawls.js';
import {
  type PlantedPage,
  plantedSite,
  type PlantedSite,
  sitemapOf,
  textOf,
} from '../../../bench/support/planted-site.js';

const NEARLY = textOf('nearly the same').split(' ');

/** Every fault of a site once, beside sound pages. */
const PAGES: Readonly<Record<string, PlantedPage>> = {
  '/': {
    links: [
      '/alpha',
      '/beta',
      '/same-title',
      '/same-text',
      '/near-text',
      '/one',
      '/gone',
      '/loop',
      '/hop',
      '/english',
      '/canons',
    ],
  },
  '/alpha': { links: ['/beta', '/gone'] },
  '/beta': { title: 'A title twice' },
  '/same-title': { title: 'A title twice', links: ['/same-description'] },
  '/same-description': { description: 'What /alpha is about.' },
  '/same-text': { text: textOf('the same'), links: ['/same-text-again'] },
  '/same-text-again': { title: 'Page /same-text', text: textOf('the same') },
  '/near-text': { text: NEARLY.join(' '), links: ['/near-text-again'] },
  '/near-text-again': { text: NEARLY.with(75, 'else').join(' ') },
  '/one': { links: ['/two'] },
  '/two': { links: ['/three'] },
  '/three': { links: ['/four'] },
  '/four': {},
  '/loop': { redirectTo: '/loop' },
  '/hop': { redirectTo: '/hop-again' },
  '/hop-again': { redirectTo: '/hop-end' },
  '/hop-end': {},
  '/english': { alternates: { en: '/english', de: '/german', fr: '/french' }, links: ['/german', '/french'] },
  '/german': { alternates: { en: '/english', de: '/german' } },
  '/french': { alternates: { fr: '/french' } },
  '/canons': { links: ['/to-redirect', '/to-sound', '/to-missing'] },
  '/to-redirect': { canonical: '/hop' },
  '/to-sound': { canonical: '/alpha' },
  '/to-missing': { canonical: '/no-such-page' },
  '/hidden': { isNoindex: true },
  '/orphan': { links: ['#content', '/orphan'] },
};
const SITEMAP = sitemapOf(['/', '/alpha', '/orphan', '/hidden', '/gone']);

let test: TestApp;
let site: PlantedSite;
let id: number;

beforeAll(async () => {
  site = await plantedSite((path) => PAGES[path] ?? null, { '/sitemap.xml': SITEMAP });
  test = await startApp({ ALLOWED_TARGETS: site.target });
  const crawl = await crawled(test.owner, { url: site.urlOf('/') });
  expect(crawl).toMatchObject({ status: 'completed', progress: 1 });
  id = crawl.id;
});

afterAll(async () => {
  await test.close();
  site.close();
});

/** The addresses of a finding, without the origin. */
async function pathsOf(finding: string): Promise<string[]> {
  const found = await siteFindings(test.owner, id);
  return found[finding].examples.flatMap(({ url, urls }: { url: string; urls: string[] }) =>
    [url, ...urls].map((address) => address.replace(site.origin, '')),
  );
}

const WEIGHTS: Readonly<Record<string, number>> = { high: 10, medium: 5, low: 2, info: 0 };

function weightOf(finding: string): number {
  const check = CHECKS.find(({ id }) => finding === `check:${id}`);
  return WEIGHTS[check?.importance ?? ''] ?? NaN;
}

describe('GET /api/v1/crawls/{id}/findings', () => {
  it.each([
    ['broken_links', ['/gone']],
    ['redirect_loops', ['/loop']],
    ['duplicate_titles', ['/beta', '/same-title', '/same-text', '/same-text-again']],
    ['duplicate_descriptions', ['/alpha', '/same-description']],
    ['duplicate_contents', ['/same-text', '/same-text-again']],
    ['near_duplicate_contents', ['/near-text', '/near-text-again']],
    ['canonical_open', ['/to-redirect', '/hop', '/to-missing', '/no-such-page']],
    ['hreflang_open', ['/english', '/french']],
    ['sitemap_not_indexable', ['/hidden', '/gone']],
    ['orphan_pages', ['/hidden', '/orphan']],
    ['redirect_chains', ['/hop', '/hop-end']],
    ['deep_pages', ['/four']],
  ])('finds %s, and nothing more', async (finding, paths) => {
    expect((await pathsOf(finding)).toSorted()).toEqual(paths.toSorted());
  });

  it('says how many pages it concerns, and what to do', async () => {
    const found = await siteFindings(test.owner, id);
    expect(found.duplicate_titles.count).toBe(4);
    expect(found.broken_links).toMatchObject({
      count: 1,
      message: '1 page that is linked to does not load. Repair the page, or the links to it.',
      examples: [{ linked_from: [site.urlOf('/'), site.urlOf('/alpha')] }],
    });
  });

  it('counts the pages that fail a check', async () => {
    const { body } = await test.owner.call('get', `${CRAWLS}/${String(id)}/findings`).expect(200);
    const https = body.data.find((finding: { id: string }) => finding.id === 'check:https_encryption');
    expect(https.message).toMatch(/^\d+ of \d+ pages fail the check ".+", for example http:\/\/\S+\/\.$/);
    expect(https.count).toBeGreaterThan(15);
    expect(https.examples).toHaveLength(20);
  });

  it('puts the checks first that cost the most points on all pages', async () => {
    const { body } = await test.owner.call('get', `${CRAWLS}/${String(id)}/findings`).expect(200);
    const checks = body.data.slice(body.data.findIndex(({ id }: { id: string }) => id.startsWith('check:')));
    const counts = checks.map(({ count }: { count: number }) => count);
    const losses = checks.map(({ id, count }: { id: string; count: number }) => count * weightOf(id));
    expect(losses).toEqual(losses.toSorted((one: number, other: number) => other - one));
    expect(counts).not.toEqual(counts.toSorted((one: number, other: number) => other - one));
  });

  it('has the first pages of each finding of a check as examples', async () => {
    const { body } = await test.owner.call('get', `${CRAWLS}/${String(id)}/findings`).expect(200);
    const checks = body.data.filter((finding: { id: string }) => finding.id.startsWith('check:'));
    expect(checks.length).toBeGreaterThan(10);
    for (const { id: finding, count, examples } of checks) {
      const path = `${CRAWLS}/${String(id)}/findings/${String(finding)}?per_page=100&sort=asc`;
      const { body: list } = await test.owner.call('get', path).expect(200);
      expect(examples).toEqual(list.data.slice(0, 20));
      expect(list.data).toHaveLength(count);
    }
  });

  it('lists all pages of a finding, to its account alone', async () => {
    const path = `${CRAWLS}/${String(id)}/findings/check:https_encryption`;
    const { body } = await test.owner.call('get', `${path}?per_page=10&sort=asc`).expect(200);
    expect(body.data).toHaveLength(10);
    const next = await test.owner
      .call('get', `${path}?per_page=10&sort=asc&cursor=${body.meta.next_cursor}`)
      .expect(200);
    expect(next.body.data[0].url).not.toBe(body.data[0].url);
    await test.stranger.call('get', path).expect(404);
    await test.stranger.call('get', `${CRAWLS}/${String(id)}/findings`).expect(404);
    await test.owner.call('get', `${CRAWLS}/${String(id)}/findings/nothing`).expect(404);
  });
});

describe('GET /api/v1/crawls/{id}/pages', () => {
  it('lists the reports with their depth, and a page that links there', async () => {
    const { body } = await test.owner.call('get', `${CRAWLS}/${String(id)}/pages?per_page=100`).expect(200);
    const page = (path: string) => body.data.find(({ url }: { url: string }) => url === site.urlOf(path));
    expect(page('/')).toMatchObject({ depth: 0, found_on: site.urlOf('/sitemap.xml'), status: 'completed' });
    expect(page('/four')).toMatchObject({ depth: 4, found_on: site.urlOf('/three') });
    expect(page('/orphan')).toMatchObject({ depth: null, found_on: site.urlOf('/sitemap.xml') });
    await test.owner.call('get', `/api/v1/reports/${String(page('/four').id)}`).expect(200);
    const csv = await test.owner.call('get', `${CRAWLS}/${String(id)}/pages.csv`).expect(200);
    expect(csv.text.split('\r\n')).toHaveLength(Number(body.data.length) + 2);
    await test.stranger.call('get', `${CRAWLS}/${String(id)}/pages`).expect(404);
  });
});

it('requests every page once', () => {
  for (const path of Object.keys(PAGES).filter((path) => !path.startsWith('/loop')))
    expect({ path, gets: site.gets(path).length }).toEqual({ path, gets: 1 });
});

it('finds links between the pages of a sitemap if only that is followed', async () => {
  const crawl = await crawled(test.owner, { url: site.urlOf('/'), sources: ['sitemap'] });
  const found = await siteFindings(test.owner, crawl.id);
  const urlsOf = (finding: string) =>
    found[finding].examples.map(({ url }: { url: string }) => url.replace(site.origin, '')).toSorted();
  expect(urlsOf('orphan_pages')).toEqual(['/hidden', '/orphan']);
  expect(urlsOf('broken_links')).toEqual(['/gone']);
  expect(found.broken_links.examples[0].linked_from).toEqual([site.urlOf('/'), site.urlOf('/alpha')]);
});
