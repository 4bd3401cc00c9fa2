import { type Response } from 'supertest';
import { endedCrawl, startedCrawl } from '../../support/crawls.js';
import { eventually } from '../../support/eventually.js';
import { type MonitoredSite, startMonitoredSite } from '../../support/monitored-site.js';
import { MONITORS } from '../../support/monitors.js';
import { ORDINARY_PAGE } from '../../support/website.js';

const SOUND_PAGE = ORDINARY_PAGE.replace('/sizes', '/page-of-sizes');
/** Shows nothing without a browser. */
const APP_PAGE =
  '<!doctype html><html lang="en"><title>App</title><div id="root"></div><script src="/app.js"></script>';
const BROKEN_PAGE = SOUND_PAGE.replace('</body>', '<a href="/gone">Our old catalog</a></body>');

let test: MonitoredSite;

beforeAll(async () => {
  test = await startMonitoredSite({ ACCOUNT_CRAWLS: '1' });
});

beforeEach(() => {
  test.page = () => Promise.resolve(SOUND_PAGE);
});

afterEach(() => test.reset());

afterAll(() => test.close());

const newMonitor = (fields: object = {}): Promise<Response['body']> =>
  test.newMonitor({ kind: 'crawl', max_pages: 5, ...fields });

/** Runs a monitor, and waits for its crawl. */
async function crawledBy(id: number): Promise<Response['body']> {
  const { body } = await test.owner.call('post', `${MONITORS}/${String(id)}/run`).expect(202);
  return endedCrawl(test.owner, body.data.id);
}

/** Makes a monitor due, and has the scheduler look. */
async function makeDue(id: number): Promise<void> {
  await test.database.query(`UPDATE monitors SET next_run_at = now() - interval '1 second' WHERE id = $1`, [
    id,
  ]);
  await test.newMonitor({ schedule: '@monthly' });
}

/** Does not end before the test does. */
async function hold(): Promise<void> {
  await test.database.query(`UPDATE crawls SET status = 'queued', finished_at = NULL, started_at = now()`);
}

describe('a breach of a crawl', () => {
  it('is told once when it ends, without a second crawl; and so is the recovery', async () => {
    const budgets = [{ metric: 'findings.broken_links', max: 0 }];
    const { id } = await newMonitor({ budgets });
    await crawledBy(id);
    expect(await test.shown(id)).toMatchObject({ state: 'ok', breaches: [], confirm: false });
    test.page = () => Promise.resolve(BROKEN_PAGE);
    const first = await crawledBy(id);
    const breach = { ...budgets[0], value: 1, report_id: null, crawl_id: first.id };
    expect(await test.shown(id)).toMatchObject({
      state: 'breached',
      breaches: [breach],
      last_crawl_id: first.id,
      last_report_id: null,
      website_id: first.website_id,
    });
    await crawledBy(id);
    test.page = () => Promise.resolve(SOUND_PAGE);
    const last = await crawledBy(id);
    expect(await test.shown(id)).toMatchObject({ state: 'ok', breaches: [], last_crawl_id: last.id });
    await test.receiver.until((received) => received.length === 2);
    expect(test.told()).toEqual(['monitor.breached', 'monitor.recovered']);
    expect(test.receiver.received[0]?.event.data).toMatchObject({
      monitor_id: id,
      kind: 'crawl',
      report_id: null,
      crawl_id: first.id,
      website_id: first.website_id,
      url: `${test.site.origin}/`,
      score: Math.round(first.score.mean),
      previous_score: expect.any(Number),
      measured_differently: false,
      error: null,
      breaches: [breach],
      links: { crawl: `/api/v1/crawls/${String(first.id)}`, monitor: `/api/v1/monitors/${String(id)}` },
    });
  });

  it('by a site that is down is told with the reason, and leaves findings as they were', async () => {
    const budgets = [{ metric: 'loads' }, { metric: 'findings.broken_links', max: 0 }];
    const { id } = await newMonitor({ budgets });
    test.page = () => Promise.resolve(BROKEN_PAGE);
    await crawledBy(id);
    test.isDown = true;
    await crawledBy(id);
    await test.receiver.until((received) => received.length === 2);
    expect((await test.shown(id)).breaches).toMatchObject([
      { metric: 'loads', value: false },
      { metric: 'findings.broken_links', value: 1 },
    ]);
    expect(test.receiver.received[1]?.event.data).toMatchObject({
      error: { code: 'robots_unreachable', detail: expect.stringMatching(/robots\.txt/) },
      score: null,
    });
  });

  it('by pages that do not load any more is noticed without any budget of its own', async () => {
    const { id } = await newMonitor();
    const { pages } = await crawledBy(id);
    expect(pages).toMatchObject({ completed: 2, failed: 0 });
    test.page = () => Promise.resolve(BROKEN_PAGE);
    await crawledBy(id);
    expect((await test.shown(id)).breaches).toContainEqual(
      expect.objectContaining({ metric: 'pages.loaded', max_drop: 10, value: 66.67 }),
    );
  });

  it('is not looked for in a crawl without a browser after crawls with one', async () => {
    const budgets = [{ metric: 'score.mean', max_drop: 5 }];
    const { id } = await newMonitor({ budgets, render: 'auto' });
    test.page = () => Promise.resolve(APP_PAGE);
    await crawledBy(id);
    // As if there had been a browser, and a score of 100 for it.
    await test.database.query(
      `UPDATE monitors SET state = replace(state::text, 'unrendered', 'rendered')::jsonb || '{"runs": [{"score.mean": 100}]}'
        WHERE id = $1 AND state ->> 'basis' LIKE '% unrendered'`,
      [id],
    );
    await crawledBy(id);
    expect(await test.shown(id)).toMatchObject({ state: 'ok', breaches: [] });
    const [kept] = await test.database.query('SELECT state FROM monitors WHERE id = $1', [id]);
    expect(kept).toMatchObject({
      state: { basis: expect.stringMatching(/ rendered$/), unrendered: 1, runs: [{ 'score.mean': 100 }] },
    });
  });

  it('by a start page that is gone is noticed, whether crawls before had a browser or not', async () => {
    const { id } = await newMonitor({ render: 'auto' });
    test.page = () => Promise.resolve(APP_PAGE);
    await crawledBy(id);
    const renamed = `UPDATE monitors SET state = replace(state::text, 'unrendered', 'rendered')::jsonb WHERE id = $1`;
    await test.database.query(renamed, [id]);
    test.status = 500;
    await crawledBy(id);
    expect((await test.shown(id)).breaches).toContainEqual(
      expect.objectContaining({ metric: 'pages.loaded', max_drop: 10, value: 0 }),
    );
  });

  it('is not looked for in a crawl that was cancelled', async () => {
    const { id } = await newMonitor();
    const { body } = await test.owner.call('post', `${MONITORS}/${String(id)}/run`).expect(202);
    await test.owner.call('post', `/api/v1/crawls/${String(body.data.id)}/cancel`).expect(200);
    expect(await test.shown(id)).toMatchObject({ state: 'unknown', last_crawl_id: body.data.id });
  });
});

describe('a monitor that is due', () => {
  it('begins one crawl with its pages, and moves on by its schedule', async () => {
    const { id, next_run_at: regular } = await newMonitor();
    await makeDue(id);
    const begun = await eventually(async () => {
      const monitor = await test.shown(id);
      return monitor.last_crawl_id === null ? null : monitor;
    });
    expect(begun).toMatchObject({ next_run_at: regular, late_since: null });
    expect(await endedCrawl(test.owner, begun.last_crawl_id)).toMatchObject({
      monitor_id: id,
      url: `${test.site.origin}/`,
      status: 'completed',
      max_pages: 5,
      render: 'never',
      delay_ms: 250,
      sources: ['sitemap', 'links'],
    });
    expect(await test.shown(id)).toMatchObject({ state: 'ok', breaches: [] });
  });

  it('is late while the account has as many crawls as it may have, and runs then', async () => {
    await endedCrawl(test.owner, await startedCrawl(test.owner, { url: `${test.site.origin}/` }));
    await hold();
    await expectLate((await newMonitor()).id);
  });

  it('is late while its last crawl runs, and runs then', async () => {
    const { id } = await newMonitor();
    await crawledBy(id);
    await hold();
    await expectLate(id);
  });
});

/** A monitor is late until all crawls are over. */
async function expectLate(id: number): Promise<void> {
  const { last_crawl_id: before } = await test.shown(id);
  await makeDue(id);
  const late = await eventually(async () => {
    const monitor = await test.shown(id);
    return monitor.late_since === null ? null : monitor;
  });
  expect(late.last_crawl_id).toBe(before);
  expect(Date.parse(late.next_run_at)).toBeGreaterThan(Date.now());
  await test.database.query(`UPDATE crawls SET status = 'cancelled', finished_at = now()`);
  await test.database.query(`UPDATE monitors SET next_run_at = now() - interval '1 second' WHERE id = $1`, [
    id,
  ]);
  await test.owner
    .call('patch', `${MONITORS}/${String(id)}`)
    .send({ name: 'wake' })
    .expect(200);
  const after = await eventually(async () => {
    const monitor = await test.shown(id);
    return monitor.last_crawl_id === before ? null : monitor;
  });
  expect(after.late_since).toBeNull();
}
