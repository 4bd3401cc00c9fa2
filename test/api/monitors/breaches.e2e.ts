import { eventually } from '../../support/eventually.js';
import { type MonitoredSite, startMonitoredSite } from '../../support/monitored-site.js';
import { MONITORS } from '../../support/monitors.js';
import { ORDINARY_PAGE } from '../../support/website.js';

/** Without a title, the page scores less. */
const WORSE_PAGE = ORDINARY_PAGE.replace(/<title>.*<\/title>/, '').replace(/<h1>.*<\/h1>/, '');

let test: MonitoredSite;

beforeAll(async () => {
  test = await startMonitoredSite();
});

afterEach(() => test.reset());

afterAll(() => test.close());

describe('a breach', () => {
  it('is told once, with its report, when a second audit has confirmed it; and so is the recovery', async () => {
    const { id } = await test.newMonitor({ budgets: [{ metric: 'score', max_drop: 1 }] });
    const before = await test.scoreOf(await test.run(id));
    test.page = () => Promise.resolve(WORSE_PAGE);
    const suspicious = await test.run(id);
    await test.receiver.until((received) => received.length === 1);
    const breached = await test.shown(id);
    expect(breached).toMatchObject({ state: 'breached', breaches: [{ metric: 'score', max_drop: 1 }] });
    expect(breached.last_report_id).toBeGreaterThan(suspicious);
    expect(test.receiver.received[0]?.event).toMatchObject({
      type: 'monitor.breached',
      data: {
        monitor_id: id,
        report_id: breached.last_report_id,
        website_id: breached.website_id,
        url: `${test.site.origin}/`,
        score: await test.scoreOf(suspicious),
        previous_score: before,
        measured_differently: false,
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
    test.page = () => Promise.resolve(ORDINARY_PAGE);
    await test.run(id);
    await test.receiver.until((received) => received.length === 2);
    expect(await test.shown(id)).toMatchObject({ state: 'ok', breaches: [] });
    expect(test.told()).toEqual(['monitor.breached', 'monitor.recovered']);
  });

  it('takes as many audits as its budget says, however many runs are asked for meanwhile', async () => {
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    test.page = () => held.then(() => ORDINARY_PAGE);
    const budgets = [{ metric: 'score', min: 100, consecutive: 3 }];
    const { id } = await test.newMonitor({ budgets, confirm: false });
    const before = test.site.requests.length;
    const runs = await Promise.all(
      [1, 2, 3].map(async () => {
        const { body } = await test.owner.call('post', `${MONITORS}/${String(id)}/run`).expect(202);
        return `/api/v1/reports/${String(body.data.id)}`;
      }),
    );
    await eventually(() => Promise.resolve(test.site.requests.length > before));
    answer();
    for (const report of runs) {
      const { body } = await test.owner.call('get', report).set('Prefer', 'wait=20').expect(200);
      expect(body.data.status).toBe('completed');
    }
    expect(await test.shown(id)).toMatchObject({ state: 'ok' });
  });

  it('is not told if the second audit does not confirm it', async () => {
    const { id } = await test.newMonitor({ budgets: [{ metric: 'score', max_drop: 1 }] });
    await test.run(id);
    test.page = async () => {
      const [confirmation] = await test.database.query('SELECT FROM pending_audits WHERE confirms');
      return confirmation ? ORDINARY_PAGE : WORSE_PAGE;
    };
    const suspicious = await test.run(id);
    const confirmed = await eventually(async () => {
      const monitor = await test.shown(id);
      return monitor.last_report_id > suspicious ? monitor : null;
    });
    expect(confirmed).toMatchObject({ state: 'ok', breaches: [] });
    const reports = await test.owner.call('get', '/api/v1/reports?per_page=10').expect(200);
    const [second, first, before] = reports.body.data.map(({ score }: { score: number }) => score);
    expect(first).toBeLessThan(before - 1);
    expect(second).toBe(before);
    expect(test.told()).toEqual([]);
  });

  it('is not told of a page that is no longer monitored when its audit ends', async () => {
    const { id } = await test.newMonitor({ confirm: false, budgets: [{ metric: 'score', min: 100 }] });
    const path = `${MONITORS}/${String(id)}`;
    let load = (): void => undefined;
    const edited = new Promise<void>((resolve) => (load = resolve));
    test.page = () => edited.then(() => WORSE_PAGE);
    const { headers } = await test.owner.call('post', `${path}/run`).expect(202);
    const url = `${test.site.origin}/page`;
    await test.owner.call('patch', path).send({ url }).expect(200);
    load();
    const report = new URL(String(headers.location)).pathname;
    const { body } = await test.owner.call('get', report).set('Prefer', 'wait=20').expect(200);
    expect(body.data).toMatchObject({ status: 'completed', url: `${test.site.origin}/` });
    expect(await test.shown(id)).toMatchObject({ url, state: 'unknown', last_report_id: null, breaches: [] });
    const reportId = await test.run(id);
    expect(await test.shown(id)).toMatchObject({ state: 'breached', last_report_id: reportId });
    await test.receiver.until(({ length }) => length > 0);
    expect(test.receiver.received.map(({ event }) => event.data.report_id)).toEqual([reportId]);
  });

  it('is told at once if confirm is false, and of a page that does not load', async () => {
    const { id } = await test.newMonitor({ confirm: false });
    await test.run(id);
    test.isDown = true;
    const reportId = await test.run(id);
    await test.receiver.until((received) => received.length === 1);
    expect(await test.shown(id)).toMatchObject({
      state: 'breached',
      last_report_id: reportId,
      breaches: [
        { metric: 'score', max_drop: 10, value: 0, report_id: reportId },
        { metric: 'loads', value: false, report_id: reportId },
      ],
    });
    expect(test.receiver.received[0]?.event.data).toMatchObject({ error: { code: 'connection_reset' } });
    test.isDown = false;
    await test.run(id);
    await test.receiver.until((received) => received.length === 2);
    expect(test.told()).toEqual(['monitor.breached', 'monitor.recovered']);
  });
});
