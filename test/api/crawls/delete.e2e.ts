import { startApp, type TestApp } from '../../support/app.js';
import { crawled, CRAWLS } from '../../support/crawls.js';
import { plantedSite, type PlantedSite } from '../../../bench/support/planted-site.js';

let test: TestApp;
let site: PlantedSite;

beforeAll(async () => {
  const links = ['/', ...Array.from({ length: 11 }, (_, n) => `/page-${String(n)}`)];
  site = await plantedSite((path) => (links.includes(path) ? { links } : null));
  test = await startApp({ ALLOWED_TARGETS: site.target });
});

afterAll(async () => {
  await test.close();
  site.close();
});

describe('DELETE /api/v1/crawls/{id}', () => {
  it('deletes the version that If-Match names, and keeps the reports', async () => {
    const { id } = await crawled(test.owner, { url: site.urlOf('/') });
    const path = `${CRAWLS}/${String(id)}`;
    const { headers } = await test.owner.call('get', path).expect(200);
    await test.owner.call('delete', path).set('If-Match', '"stale"').expect(412);
    await test.stranger.call('delete', path).expect(404);
    await test.owner.call('delete', path).set('If-Match', String(headers.etag)).expect(200);
    await test.owner.call('get', path).expect(404);
    const { body } = await test.owner.call('get', '/api/v1/reports').expect(200);
    expect(body.meta.total).toBe(12);
  });
});

describe('GET /api/v1/crawls/{id}/pages', () => {
  it('goes on behind pages whose reports were deleted', async () => {
    const { id } = await crawled(test.owner, { url: site.urlOf('/') });
    const path = `${CRAWLS}/${String(id)}/pages`;
    const list = async () => (await test.owner.call('get', `${path}?per_page=10`).expect(200)).body;
    const newest = await list();
    expect(newest.meta.total).toBe(12);
    for (const report of newest.data)
      await test.owner.call('delete', `/api/v1/reports/${String(report.id)}`).expect(200);
    const left = await list();
    expect(left.meta.total).toBe(2);
    expect(left.data).toHaveLength(2);
    const { text } = await test.owner.call('get', `${path}.csv`).expect(200);
    expect(text.trim().split('\n')).toHaveLength(3);
  });
});
