import { startApp, type TestApp } from '../../support/app.js';
import { eventually } from '../../support/eventually.js';
import { type Receiver, startReceiver } from '../../support/receiver.js';
import { ORDINARY_PAGE, strangerSite, type StrangerSite } from '../../support/website.js';

const MONITORS = '/api/v1/monitors';
/** Without a title, the page scores less. */
const WORSE_PAGE = ORDINARY_PAGE.replace(/<title>.*<\/title>/, '').replace(/<h1>.*<\/h1>/, '');

let test: TestApp;
let receiver: Receiver;
let site: StrangerSite;
/** Gives the page, for each request. */
let page = () => Promise.resolve(ORDINARY_PAGE);
let isDown = false;

beforeAll(async () => {
  receiver = await startReceiver();
  site = await strangerSite((request, response) => {
    if (isDown) {
      request.socket.destroy();
      return;
    }
    void page().then((html) => {
      response
        .writeHead(request.url === '/' || request.url?.startsWith('/page') ? 200 : 404, {
          'content-type': 'text/html',
        })
        .end(html);
    });
  });
  test = await startApp({ ALLOWED_TARGETS: `${receiver.target},${site.target}` });
  const events = ['monitor.breached', 'monitor.recovered', 'monitor.paused'];
  await test.owner.call('post', '/api/v1/webhooks').send({ url: receiver.url, events }).expect(201);
});

beforeEach(() => {
  receiver.received.length = 0;
  page = () => Promise.resolve(ORDINARY_PAGE);
  isDown = false;
});

afterEach(async () => {
  await test.database.query('DELETE FROM monitors');
  await test.database.query('DELETE FROM websites');
});

afterAll(async () => {
  await test.close();
  await site.close();
  await receiver.close();
});

async function newMonitor(fields: object = {}) {
  const body = { url: `${site.origin}/`, schedule: '@daily', render: 'never', ...fields };
  return (await test.owner.call('post', MONITORS).send(body).expect(201)).body.data;
}

async function shown(id: number) {
  return (await test.owner.call('get', `${MONITORS}/${String(id)}`).expect(200)).body.data;
}

/** Runs a monitor, and waits for its report. */
async function run(id: number): Promise<number> {
  const { body, headers } = await test.owner.call('post', `${MONITORS}/${String(id)}/run`).expect(202);
  expect(headers.location).toBe(`${test.url}/api/v1/reports/${String(body.data.id)}`);
  await test.owner
    .call('get', `/api/v1/reports/${String(body.data.id)}`)
    .set('Prefer', 'wait=20')
    .expect(200);
  return body.data.id;
}

async function scoreOf(id: number): Promise<number> {
  const { body } = await test.owner.call('get', `/api/v1/reports/${String(id)}`).expect(200);
  return body.data.score;
}

const told = () => receiver.received.map(({ event }) => event.type);

describe('a monitor that is due', () => {
  it('runs once, and moves on by its schedule', async () => {
    const { id, next_run_at: regular } = await newMonitor();
    await test.database.query(`UPDATE monitors SET next_run_at = now() - interval '2 seconds'`);
    await test.owner
      .call('patch', `${MONITORS}/${String(id)}`)
      .send({ name: 'wake' })
      .expect(200);
    const after = await eventually(async () => {
      const monitor = await shown(id);
      return monitor.last_report_id === null ? null : monitor;
    });
    expect(after).toMatchObject({ state: 'ok', since: expect.any(String), next_run_at: regular });
    expect(after.website_id).toEqual(expect.any(Number));
    const { body } = await test.owner
      .call('get', `/api/v1/reports/${String(after.last_report_id)}`)
      .expect(200);
    expect(body.data).toMatchObject({ url: `${site.origin}/`, status: 'completed' });
  });

  it('that missed its runs in an outage catches up with one, spread over ten minutes', async () => {
    const ids: number[] = [];
    for (const number of [1, 2, 3, 4, 5])
      ids.push((await newMonitor({ url: `${site.origin}/page${String(number)}` })).id);
    await test.database.query(`UPDATE monitors SET next_run_at = now() - interval '1 hour'`);
    await test.owner
      .call('patch', `${MONITORS}/${String(ids[0])}`)
      .send({ name: 'wake' })
      .expect(200);
    const times = await eventually(async () => {
      const all = await Promise.all(ids.map((id) => shown(id)));
      const at = all.map((monitor) => Date.parse(monitor.next_run_at) - Date.now());
      return at.every((ms) => ms > -5000) ? at : null;
    });
    expect(Math.max(...times)).toBeLessThanOrEqual(600_000);
    expect(new Set(times.map((ms) => Math.round(ms / 1000))).size).toBeGreaterThan(3);
  });

  it('is paused, and says so, when its url is not allowed any more', async () => {
    const { id } = await newMonitor();
    await test.database.query(
      `UPDATE monitors SET url = 'http://127.0.0.1:1/', next_run_at = now() - interval '1 second'`,
    );
    await test.owner
      .call('post', MONITORS)
      .send({ url: `${site.origin}/page`, schedule: '@daily' })
      .expect(201);
    await receiver.until((received) => received.length === 1);
    expect(receiver.received[0]?.event).toMatchObject({
      type: 'monitor.paused',
      data: { monitor_id: id, url: 'http://127.0.0.1:1/', reason: 'url_not_allowed' },
    });
    expect(await shown(id)).toMatchObject({ enabled: false, next_run_at: null });
  });
});

describe('a breach', () => {
  it('is told once, with its report, when a second audit has confirmed it; and so is the recovery', async () => {
    const { id } = await newMonitor({ budgets: [{ metric: 'score', max_drop: 1 }] });
    const before = await scoreOf(await run(id));
    page = () => Promise.resolve(WORSE_PAGE);
    const suspicious = await run(id);
    await receiver.until((received) => received.length === 1);
    const breached = await shown(id);
    expect(breached).toMatchObject({ state: 'breached', breaches: [{ metric: 'score', max_drop: 1 }] });
    expect(breached.last_report_id).toBeGreaterThan(suspicious);
    expect(receiver.received[0]?.event).toMatchObject({
      type: 'monitor.breached',
      data: {
        monitor_id: id,
        report_id: breached.last_report_id,
        website_id: breached.website_id,
        url: `${site.origin}/`,
        score: await scoreOf(suspicious),
        previous_score: before,
        error: null,
        breaches: [{ ...breached.breaches[0], report_id: breached.last_report_id }],
        links: {
          monitor: `/api/v1/monitors/${String(id)}`,
          report: `/api/v1/reports/${String(breached.last_report_id)}`,
        },
      },
    });
    const { body: history } = await test.owner
      .call('get', `/api/v1/websites/${String(breached.website_id)}/history`)
      .expect(200);
    const { body: list } = await test.owner.call('get', '/api/v1/reports').expect(200);
    // The confirming audit is listed, but counts as the run that it confirms.
    expect(history.data.at(-1).count).toBe(list.meta.total - 1);
    page = () => Promise.resolve(ORDINARY_PAGE);
    await run(id);
    await receiver.until((received) => received.length === 2);
    expect(await shown(id)).toMatchObject({ state: 'ok', breaches: [] });
    expect(told()).toEqual(['monitor.breached', 'monitor.recovered']);
  });

  it('is not told if the second audit does not confirm it', async () => {
    const { id } = await newMonitor({ budgets: [{ metric: 'score', max_drop: 1 }] });
    await run(id);
    page = async () => {
      const [confirmation] = await test.database.query('SELECT FROM pending_audits WHERE confirms');
      return confirmation ? ORDINARY_PAGE : WORSE_PAGE;
    };
    const suspicious = await run(id);
    const confirmed = await eventually(async () => {
      const monitor = await shown(id);
      return monitor.last_report_id > suspicious ? monitor : null;
    });
    expect(confirmed).toMatchObject({ state: 'ok', breaches: [] });
    const reports = await test.owner.call('get', '/api/v1/reports?per_page=10').expect(200);
    const [second, first, before] = reports.body.data.map(({ score }: { score: number }) => score);
    expect(first).toBeLessThan(before - 1);
    expect(second).toBe(before);
    expect(told()).toEqual([]);
  });

  it('is told at once if confirm is false, and of a page that does not load', async () => {
    const { id } = await newMonitor({ confirm: false });
    await run(id);
    isDown = true;
    const reportId = await run(id);
    await receiver.until((received) => received.length === 1);
    expect(await shown(id)).toMatchObject({
      state: 'breached',
      last_report_id: reportId,
      breaches: [
        { metric: 'score', max_drop: 10, value: 0, report_id: reportId },
        { metric: 'loads', value: false, report_id: reportId },
      ],
    });
    expect(receiver.received[0]?.event.data).toMatchObject({ error: { code: 'connection_reset' } });
    isDown = false;
    await run(id);
    await receiver.until((received) => received.length === 2);
    expect(told()).toEqual(['monitor.breached', 'monitor.recovered']);
  });
});

describe('POST /api/v1/monitors/{id}/run', () => {
  it('runs once for an Idempotency-Key', async () => {
    const { id } = await newMonitor();
    const send = () =>
      test.owner
        .call('post', `${MONITORS}/${String(id)}/run`)
        .set('Idempotency-Key', 'run')
        .expect(202);
    const [first, second] = [await send(), await send()];
    expect(second.body.data.id).toBe(first.body.data.id);
  });
});

describe('disabling a monitor', () => {
  it('is told', async () => {
    const { id } = await newMonitor();
    await test.owner
      .call('patch', `${MONITORS}/${String(id)}`)
      .send({ enabled: false })
      .expect(200);
    await receiver.until((received) => received.length === 1);
    expect(receiver.received[0]?.event).toMatchObject({
      type: 'monitor.paused',
      data: { monitor_id: id, reason: 'by_request' },
    });
  });
});
