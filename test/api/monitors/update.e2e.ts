import { startApp, type TestApp } from '../../support/app.js';
import { createdMonitor, LEAP_DAYS, MONITORED_URL, MONITORS } from '../../support/monitors.js';
import { websiteIdOf } from '../../support/reports.js';
import { createdWebhook } from '../../support/webhooks.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterEach(() => test.database.query('DELETE FROM monitors'));

afterAll(() => test.close());

describe('PATCH /api/v1/monitors/{id}', () => {
  it('changes what is sent', async () => {
    const { id } = await createdMonitor(test.owner, { name: 'Start page' });
    const path = `${MONITORS}/${String(id)}`;
    const fields = {
      schedule: '0 6 * * MON',
      timezone: 'Europe/Berlin',
      budgets: [{ metric: 'loads' }],
      name: null,
    };
    const { body } = await test.owner.call('patch', path).send(fields).expect(200);
    expect(body.data).toMatchObject({
      ...fields,
      budgets: [{ metric: 'loads', consecutive: 1 }],
      url: MONITORED_URL,
    });
    const monday = new Date(body.data.next_run_at);
    const local = monday.toLocaleString('en-GB', {
      timeZone: 'Europe/Berlin',
      weekday: 'short',
      hour: '2-digit',
    });
    expect(local).toBe('Mon, 06');
  });

  it('changes nothing when it is empty, and only the version that If-Match names', async () => {
    const { id } = await createdMonitor(test.owner);
    const path = `${MONITORS}/${String(id)}`;
    const { body, headers } = await test.owner.call('get', path).expect(200);
    expect((await test.owner.call('patch', path).send({}).expect(200)).body).toEqual(body);
    const etag = String(headers.etag);
    const known = { authorization: `Bearer ${test.owner.key}`, 'if-none-match': etag };
    expect((await fetch(test.url + path, { headers: known })).status).toBe(304);
    await test.owner.call('patch', path).set('If-Match', etag).send({ name: 'a' }).expect(200);
    await test.owner.call('patch', path).set('If-Match', etag).send({ name: 'b' }).expect(412);
  });

  it('changes everything else of one whose url is not allowed any more, but does not enable it', async () => {
    const { id } = await createdMonitor(test.owner, { schedule: LEAP_DAYS });
    await test.database.query(`UPDATE monitors SET url = 'http://127.0.0.1:1/' WHERE id = $1`, [id]);
    const path = `${MONITORS}/${String(id)}`;
    await test.owner.call('patch', path).send({}).expect(200);
    const fields = { name: 'Intranet', enabled: false };
    expect((await test.owner.call('patch', path).send(fields).expect(200)).body.data).toMatchObject(fields);
    for (const refused of [{ enabled: true }, { url: 'http://127.0.0.1:1/' }]) {
      const { body } = await test.owner.call('patch', path).send(refused).expect(422);
      expect(Object.keys(body.errors)).toEqual(['url']);
    }
  });

  it('changes nothing when what is sent is there already', async () => {
    const { id, budgets, updated_at } = await createdMonitor(test.owner);
    const path = `${MONITORS}/${String(id)}`;
    const { body } = await test.owner.call('patch', path).send({ budgets }).expect(200);
    expect(body.data).toMatchObject({ budgets, updated_at });
    const { body: log } = await test.owner.call('get', '/api/v1/audit-log').expect(200);
    expect(log.data[0]).toMatchObject({ action: 'monitor.created' });
  });

  it('forgets the last run with a new url, and belongs to the website of that', async () => {
    const [site, other] = [
      await websiteIdOf(test, test.owner, 'https://site.example/'),
      await websiteIdOf(test, test.owner, 'https://other.example/'),
    ];
    const { id } = await createdMonitor(test.owner, { url: 'https://site.example/' });
    await test.database.query(
      'UPDATE monitors SET website_id = $2, last_report_id = 7, last_crawl_id = 8 WHERE id = $1',
      [id, site],
    );
    const update = async (fields: object) =>
      (
        await test.owner
          .call('patch', `${MONITORS}/${String(id)}`)
          .send(fields)
          .expect(200)
      ).body.data;
    const runs = { last_report_id: 7, last_crawl_id: 8 };
    const none = { last_report_id: null, last_crawl_id: null };
    expect(await update({ name: 'Shop' })).toMatchObject({ ...runs, website_id: site });
    expect(await update({ url: 'https://site.example/page' })).toMatchObject({ ...none, website_id: site });
    expect(await update({ url: 'https://www.other.example/' })).toMatchObject({ ...none, website_id: other });
    await createdWebhook(test.owner, { website_ids: [site], events: ['monitor.paused'] });
    const { id: hook } = await createdWebhook(test.owner, {
      website_ids: [other],
      events: ['monitor.paused'],
    });
    await update({ enabled: false });
    const told = await test.database.query(
      `SELECT webhook_id FROM deliveries WHERE type = 'monitor.paused' AND account_id = $1`,
      [test.owner.id],
    );
    expect(told).toEqual([{ webhook_id: hook }]);
    expect(await update({ url: 'https://unknown.example/' })).toMatchObject({ ...none, website_id: null });
  });

  it('disables and enables', async () => {
    const { id, next_run_at: first } = await createdMonitor(test.owner);
    const path = `${MONITORS}/${String(id)}`;
    const disabled = await test.owner.call('patch', path).send({ enabled: false }).expect(200);
    expect(disabled.body.data).toMatchObject({ enabled: false, next_run_at: null });
    const enabled = await test.owner.call('patch', path).send({ enabled: true }).expect(200);
    expect(enabled.body.data).toMatchObject({ enabled: true, next_run_at: first });
  });

  it('changes max_pages, but never the kind', async () => {
    const { id } = await createdMonitor(test.owner, { kind: 'crawl' });
    const path = `${MONITORS}/${String(id)}`;
    const { body } = await test.owner.call('patch', path).send({ kind: 'crawl', max_pages: 7 }).expect(200);
    expect(body.data).toMatchObject({ kind: 'crawl', max_pages: 7 });
    const refused = await test.owner.call('patch', path).send({ kind: 'page' }).expect(422);
    expect(refused.body.errors.kind[0]).toMatch(/Create another monitor of kind page/);
    for (const [field, value] of Object.entries({ device: 'desktop', confirm: true, max_pages: 501 })) {
      const { body } = await test.owner
        .call('patch', path)
        .send({ [field]: value })
        .expect(422);
      expect(Object.keys(body.errors)).toEqual([field]);
    }
    const page = await createdMonitor(test.owner);
    await test.owner
      .call('patch', `${MONITORS}/${String(page.id)}`)
      .send({ max_pages: 7 })
      .expect(422);
  });

  it('refuses the url and schedule of another monitor, and what POST refuses', async () => {
    await createdMonitor(test.owner);
    const { id } = await createdMonitor(test.owner, { schedule: '@weekly' });
    const path = `${MONITORS}/${String(id)}`;
    await test.owner.call('patch', path).send({ schedule: '@daily' }).expect(409);
    await test.owner.call('patch', path).send({ schedule: 'every 1m' }).expect(422);
    await test.owner.call('patch', path).send({ url: 'https://10.0.0.1/' }).expect(422);
    expect((await test.owner.call('get', path).expect(200)).body.data.schedule).toBe('@weekly');
  });
});
