import {
  type PlantedPage,
  plantedSite,
  type PlantedSite,
  sitemapOf,
} from '../../bench/support/planted-site.js';
import { type TestApp, startApp } from './app.js';
import { crawled } from './crawls.js';

/** Null: there is no such page. */
type Pages = Readonly<Record<string, PlantedPage | null>>;

const BEFORE: Pages = {
  '/': { links: ['/same', '/fixed', '/broken', '/gone', '/unlinked', '/secret'] },
  '/same': {},
  '/fixed': { title: 'Two pages have it' },
  '/broken': { description: 'The page that breaks.' },
  '/gone': { title: 'Two pages have it' },
  '/unlinked': {},
  '/secret': {},
};
const AFTER: Pages = {
  ...BEFORE,
  '/': { links: ['/same', '/fixed', '/broken', '/gone', '/secret', '/added'] },
  '/fixed': {},
  '/broken': { title: '', description: '', text: '<img src="/picture.png">' },
  '/gone': null,
  '/added': {},
};

/** A site that was crawled, changed, and crawled again. */
export interface ChangedSite {
  readonly test: TestApp;
  readonly site: PlantedSite;
  /** Ids of the crawls. */
  readonly before: number;
  readonly after: number;
  close(): Promise<void>;
}

export async function changedSite(): Promise<ChangedSite> {
  let [pages, robotsTxt] = [BEFORE, ''];
  const site = await plantedSite((path) => pages[path] ?? null, {
    '/robots.txt': () => robotsTxt,
    '/sitemap.xml': sitemapOf(['/']),
  });
  const test = await startApp({ ALLOWED_TARGETS: site.target });
  const { id: before } = await crawled(test.owner, { url: site.urlOf('/') });
  [pages, robotsTxt] = [AFTER, 'User-agent: *\nDisallow: /secret\n'];
  const { id: after } = await crawled(test.owner, { url: site.urlOf('/') });
  const close = async () => {
    await test.close();
    site.close();
  };
  return { test, site, before, after, close };
}
