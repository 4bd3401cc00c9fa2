import { plantedSite, type PlantedSite } from '../../../bench/support/planted-site.js';
import { startApp, type TestApp } from '../../support/app.js';
import { endedCrawl, startedCrawl } from '../../support/crawls.js';
import { eventually } from '../../support/eventually.js';

/** A queued page that no worker has holds up its host for a minute. */
const STALL_MS = 20_000;

let test: TestApp;
let site: PlantedSite;
let releaseAlpha: () => void;
let alphaReleased: Promise<void>;

beforeAll(async () => {
  const links = ['/alpha', '/beta', '/gamma'];
  site = await plantedSite((path) => {
    if (path === '/alpha') return { links, until: alphaReleased };
    return [...links, '/'].includes(path) ? { links } : null;
  });
  // One audit at a time: while /alpha is loaded, /beta is queued.
  test = await startApp({ ALLOWED_TARGETS: site.target, AUDIT_CONCURRENCY: '1' });
});

beforeEach(() => {
  site.requests.splice(0);
  alphaReleased = new Promise((resolve) => (releaseAlpha = resolve));
});

afterAll(async () => {
  await test.close();
  site.close();
});

/** The report that a page waits for, when its audit is queued. */
async function reportOf(path: string, id: number): Promise<number> {
  return eventually(async () => {
    const [row] = await test.database.query<{ report_id: number }>(
      `SELECT report_id FROM crawl_pages WHERE crawl_id = $1 AND url = $2 AND state = 'queued'`,
      [id, site.urlOf(path)],
    );
    return row?.report_id;
  });
}

describe('a queued page whose report is deleted', () => {
  it.each([0, 100])('is queued again at once: delay_ms %i', async (delayMs) => {
    const id = await startedCrawl(test.owner, { url: site.urlOf('/'), delay_ms: delayMs });
    const reportId = await reportOf('/beta', id);
    await test.owner.call('delete', `/api/v1/reports/${String(reportId)}`).expect(200);
    releaseAlpha();
    const deletedAt = performance.now();
    const { pages } = await endedCrawl(test.owner, id);
    expect(performance.now() - deletedAt).toBeLessThan(STALL_MS);
    expect(pages).toMatchObject({ queued: 0, completed: 4, failed: 0 });
    expect(site.gets('/beta')).toHaveLength(1);
  });

  it('is given up if that happens three times', async () => {
    const id = await startedCrawl(test.owner, { url: site.urlOf('/'), delay_ms: 0 });
    const deleted = new Set<number>();
    while (deleted.size < 3) {
      const reportId = await reportOf('/beta', id);
      if (deleted.has(reportId)) continue;
      await test.owner.call('delete', `/api/v1/reports/${String(reportId)}`).expect(200);
      deleted.add(reportId);
    }
    releaseAlpha();
    const { pages } = await endedCrawl(test.owner, id);
    expect(pages).toMatchObject({ queued: 0, completed: 3, failed: 1 });
    expect(site.gets('/beta')).toEqual([]);
  });
});
