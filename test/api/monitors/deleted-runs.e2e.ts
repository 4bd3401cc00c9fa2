import { CRAWLS, endedCrawl } from '../../support/crawls.js';
import { type MonitoredSite, startMonitoredSite } from '../../support/monitored-site.js';
import { MONITORS } from '../../support/monitors.js';

let test: MonitoredSite;

beforeAll(async () => {
  test = await startMonitoredSite();
});

afterAll(() => test.close());

describe('a monitor whose last run is deleted', () => {
  it('names no report', async () => {
    const { id } = await test.newMonitor();
    const [first, last] = [await test.run(id), await test.run(id)];
    await test.owner.call('delete', `/api/v1/reports/${String(first)}`).expect(200);
    expect((await test.shown(id)).last_report_id).toBe(last);
    await test.owner.call('delete', `/api/v1/reports/${String(last)}`).expect(200);
    expect((await test.shown(id)).last_report_id).toBeNull();
  });

  it('names no crawl', async () => {
    const { id } = await test.newMonitor({ kind: 'crawl', max_pages: 1 });
    const { body } = await test.owner.call('post', `${MONITORS}/${String(id)}/run`).expect(202);
    await endedCrawl(test.owner, body.data.id);
    expect((await test.shown(id)).last_crawl_id).toBe(body.data.id);
    await test.owner.call('delete', `${CRAWLS}/${String(body.data.id)}`).expect(200);
    expect((await test.shown(id)).last_crawl_id).toBeNull();
  });
});
