import { plantedSite, sitemapOf } from '../../../bench/support/planted-site.js';
import { startApp } from '../../support/app.js';
import { crawled, CRAWLS } from '../../support/crawls.js';

const PAGES = ['/', '/alpha', '/beta'];

it.each([
  ['/sitemap.xml', {}],
  ['/maps/pages.xml', { '/robots.txt': (origin: string) => `Sitemap: ${origin}/maps/pages.xml` }],
])('a crawl requests its sitemap once, at %s, for all audits', async (path, robots) => {
  const site = await plantedSite((page) => (PAGES.includes(page) ? { links: PAGES } : null), {
    [path]: sitemapOf(PAGES),
    ...robots,
  });
  const test = await startApp({ ALLOWED_TARGETS: site.target });
  const { id } = await crawled(test.owner, { url: site.urlOf('/') });
  const { body } = await test.owner.call('get', `${CRAWLS}/${String(id)}/pages`).expect(200);
  expect(body.data).toHaveLength(3);
  for (const page of body.data) {
    const { body: report } = await test.owner.call('get', `/api/v1/reports/${String(page.id)}`).expect(200);
    const found = report.data.checks.find(({ id: check }: { id: string }) => check === 'sitemap');
    expect(found).toMatchObject({ outcome: 'pass' });
  }
  expect(site.requests.filter((request) => request.path === path)).toHaveLength(1);
  await test.close();
  site.close();
});
