import { MonitorsRepository } from '../../../src/monitors/monitors.repository.js';
import { eventually } from '../../support/eventually.js';
import { type MonitoredSite, startMonitoredSite } from '../../support/monitored-site.js';
import { MONITORS } from '../../support/monitors.js';

let test: MonitoredSite;

beforeAll(async () => {
  test = await startMonitoredSite();
});

afterEach(() => test.reset());

afterAll(() => test.close());

describe('a monitor that is due', () => {
  it('runs once, and moves on by its schedule', async () => {
    const { id, next_run_at: regular } = await test.newMonitor();
    await test.database.query(`UPDATE monitors SET next_run_at = now() - interval '2 seconds'`);
    await test.owner
      .call('patch', `${MONITORS}/${String(id)}`)
      .send({ name: 'wake' })
      .expect(200);
    const after = await eventually(async () => {
      const monitor = await test.shown(id);
      return monitor.last_report_id === null ? null : monitor;
    });
    expect(after).toMatchObject({ state: 'ok', since: expect.any(String), next_run_at: regular });
    expect(after.website_id).toEqual(expect.any(Number));
    const { body } = await test.owner
      .call('get', `/api/v1/reports/${String(after.last_report_id)}`)
      .expect(200);
    expect(body.data).toMatchObject({ url: `${test.site.origin}/`, status: 'completed' });
  });

  it('that missed its runs in an outage catches up with one, spread over ten minutes', async () => {
    const ids: number[] = [];
    for (const number of [1, 2, 3, 4, 5])
      ids.push((await test.newMonitor({ url: `${test.site.origin}/page${String(number)}` })).id);
    await test.database.query(`UPDATE monitors SET next_run_at = now() - interval '1 hour'`);
    await test.owner
      .call('patch', `${MONITORS}/${String(ids[0])}`)
      .send({ name: 'wake' })
      .expect(200);
    const times = await eventually(async () => {
      const all = await Promise.all(ids.map((id) => test.shown(id)));
      const at = all.map((monitor) => Date.parse(monitor.next_run_at) - Date.now());
      return at.every((ms) => ms > -5000) ? at : null;
    });
    expect(Math.max(...times)).toBeLessThanOrEqual(600_000);
    expect(new Set(times.map((ms) => Math.round(ms / 1000))).size).toBeGreaterThan(3);
  });

  it('is paused, and says so, when its url is not allowed any more', async () => {
    const { id } = await test.newMonitor();
    await test.database.query(
      `UPDATE monitors SET url = 'http://127.0.0.1:1/', next_run_at = now() - interval '1 second'`,
    );
    await test.owner
      .call('post', MONITORS)
      .send({ url: `${test.site.origin}/page`, schedule: '@daily' })
      .expect(201);
    await test.receiver.until((received) => received.length === 1);
    expect(test.receiver.received[0]?.event).toMatchObject({
      type: 'monitor.paused',
      data: { monitor_id: id, url: 'http://127.0.0.1:1/', reason: 'url_not_allowed' },
    });
    expect(await test.shown(id)).toMatchObject({ enabled: false, next_run_at: null });
  });
});

describe('a monitor that was changed after the scheduler had read it', () => {
  it('is due again as it is now', async () => {
    const { id } = await test.newMonitor();
    await test.database.query(`UPDATE monitors SET next_run_at = now() + interval '1 hour' WHERE id = $1`, [
      id,
    ]);
    const monitors = test.app.get(MonitorsRepository, { strict: false });
    const [due] = await monitors.dueOf(test.owner.id, new Date(Date.now() + 7_200_000), 1);
    await test.owner
      .call('patch', `${MONITORS}/${String(id)}`)
      .send({ name: 'Shop' })
      .expect(200);
    const next = { nextRunAt: new Date(), catchesUp: false, lateSince: null };
    expect(due && (await monitors.moveOn(due, next))).toBe(false);
    const [again] = await monitors.dueOf(test.owner.id, new Date(Date.now() + 7_200_000), 1);
    expect(again && (await monitors.moveOn(again, { ...next, nextRunAt: again.nextRunAt }))).toBe(true);
  });
});

describe('disabling a monitor', () => {
  it('is told', async () => {
    const { id } = await test.newMonitor();
    await test.owner
      .call('patch', `${MONITORS}/${String(id)}`)
      .send({ enabled: false })
      .expect(200);
    await test.receiver.until((received) => received.length === 1);
    expect(test.receiver.received[0]?.event).toMatchObject({
      type: 'monitor.paused',
      data: { monitor_id: id, reason: 'by_request' },
    });
  });
});
