import { Database } from '../../../src/platform/database/database.js';
import { Website } from '../../../src/websites/website.entity.js';
import { eventually } from '../../support/eventually.js';
import { ReportCompletion } from '../../../src/reports/audits/report-completion.service.js';
import { createdMonitor, LEAP_DAYS, MONITORS } from '../../support/monitors.js';
import { startApp, type TestApp } from '../../support/app.js';
import { gradeOf, queuedAudit, storedReport, websiteOf } from '../../support/reports.js';
import { createdWebhook } from '../../support/webhooks.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp({ ROLE: 'api' });
});

afterAll(() => test.close());

/** Stores a report of `domain`.
 *  @returns the path of its website */
async function newWebsite(domain: string): Promise<string> {
  await storedReport(test, test.owner, `https://${domain}/`);
  const { id } = await websiteOf(test.owner, domain);
  return `/api/v1/websites/${String(id)}`;
}

describe('DELETE /api/v1/websites/{id}', () => {
  it('deletes the website with its reports, once', async () => {
    const path = await newWebsite('gone.example');
    const id = Number(path.split('/').at(-1));
    const before = (await test.owner.call('get', '/api/v1/account')).body.data;
    const { body } = await test.owner.call('delete', path).expect(200);
    expect(body).toEqual({ id, object: 'website', deleted: true });
    await test.owner.call('delete', path).expect(404);
    await test.owner.call('get', path).expect(404);
    expect((await test.owner.call('get', `/api/v1/reports?website_id=${id}`)).body.data).toEqual([]);
    expect((await test.owner.call('get', '/api/v1/account')).body.data).toMatchObject({
      websites_count: before.websites_count - 1,
      reports_count: before.reports_count - 1,
    });
  });

  it('lets no audit that was running tell of it', async () => {
    const { id: monitorId } = await createdMonitor(test.owner, {
      url: 'https://audited.example/',
      schedule: LEAP_DAYS,
    });
    await createdWebhook(test.owner);
    const path = await newWebsite('audited.example');
    const told = () => test.database.query('SELECT id FROM deliveries');
    const before = await told();
    const audit = await queuedAudit(test, test.owner, 'https://audited.example/');
    await test.database.query('UPDATE pending_audits SET monitor_id = $1', [monitorId]);
    await test.owner.call('delete', path).expect(200);
    await test.app.get(ReportCompletion).complete(audit, gradeOf('https://audited.example/', 40));
    expect(await told()).toEqual(before);
    const { body } = await test.owner.call('get', `${MONITORS}/${String(monitorId)}`).expect(200);
    expect(body.data).toMatchObject({ website_id: null, last_report_id: null });
  });

  it('lets no audit that ends at the same moment tell of it, either', async () => {
    await createdWebhook(test.owner);
    const path = await newWebsite('ending.example');
    const told = () => test.database.query('SELECT id FROM deliveries');
    const before = await told();
    const audits = [
      await queuedAudit(test, test.owner, 'https://ending.example/'),
      await queuedAudit(test, test.owner, 'https://ending.example/failed'),
    ] as const;
    const { ended } = await test.app.get(Database).transaction(async (tx) => {
      await tx.delete(Website, { accountId: test.owner.id, id: Number(path.split('/').at(-1)) });
      const completion = test.app.get(ReportCompletion);
      const ending = Promise.all([
        completion.complete(audits[0], gradeOf('https://ending.example/', 40)),
        completion.fail(audits[1], { code: 'internal_error', detail: 'A bug.' }),
      ]);
      await eventually(() => test.database.isAnyWaiting());
      return { ended: ending };
    });
    await ended;
    expect(await told()).toEqual(before);
  });

  it('leaves its monitors, which belong to the next website of their domain', async () => {
    const path = await newWebsite('watched.example');
    const monitor = await createdMonitor(test.owner, {
      url: 'https://watched.example/',
      schedule: LEAP_DAYS,
    });
    await test.database.query('UPDATE monitors SET last_report_id = 1, last_crawl_id = 1 WHERE id = $1', [
      monitor.id,
    ]);
    expect(path).toContain(`/${String(monitor.website_id)}`);
    await test.owner.call('delete', path).expect(200);
    const shown = async () =>
      (await test.owner.call('get', `${MONITORS}/${String(monitor.id)}`).expect(200)).body.data;
    expect(await shown()).toMatchObject({ website_id: null, last_report_id: null, last_crawl_id: null });
    const next = Number((await newWebsite('watched.example')).split('/').at(-1));
    await test.owner
      .call('patch', `${MONITORS}/${String(monitor.id)}`)
      .send({ enabled: false })
      .expect(200);
    expect(await shown()).toMatchObject({ website_id: next });
  });
});
