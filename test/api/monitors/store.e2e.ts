import { startApp, type TestApp } from '../../support/app.js';
import { storedReport } from '../../support/reports.js';
import { createdMonitor, MONITORED_URL, MONITORS } from '../../support/monitors.js';

const DAY_MS = 86_400_000;
const CRAWL = { url: MONITORED_URL, schedule: '@daily', kind: 'crawl' };

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterEach(() => test.database.query('DELETE FROM monitors'));

afterAll(() => test.close());

describe('POST /api/v1/monitors', () => {
  it('creates a monitor with the default budgets, and makes no report', async () => {
    const before = Date.now();
    const response = await test.owner
      .call('post', MONITORS)
      .send({ url: MONITORED_URL, schedule: '@daily' })
      .expect(201);
    const { id, next_run_at: nextRunAt, ...rest } = response.body.data;
    expect(rest).toEqual({
      name: null,
      url: MONITORED_URL,
      kind: 'page',
      max_pages: null,
      schedule: '@daily',
      timezone: 'UTC',
      render: 'auto',
      device: 'mobile',
      budgets: [
        { metric: 'score', max_drop: 10, consecutive: 1 },
        { metric: 'loads', consecutive: 1 },
      ],
      confirm: true,
      enabled: true,
      state: 'unknown',
      since: null,
      breaches: [],
      late_since: null,
      last_report_id: null,
      last_crawl_id: null,
      website_id: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(Date.parse(nextRunAt) % DAY_MS).toBeLessThanOrEqual(600_000);
    expect(Date.parse(nextRunAt)).toBeGreaterThan(before - 1000);
    expect(Date.parse(nextRunAt)).toBeLessThanOrEqual(Date.now() + DAY_MS + 1000);
    expect(response.headers.location).toBe(`${test.url}${MONITORS}/${String(id)}`);
    expect((await test.owner.call('get', `${MONITORS}/${String(id)}`).expect(200)).body.data.id).toBe(id);
    expect((await test.owner.call('get', '/api/v1/reports').expect(200)).body.data).toEqual([]);
  });

  it('creates a monitor that crawls, with budgets of its own, beside the one of the page', async () => {
    const page = await createdMonitor(test.owner);
    const crawl = await createdMonitor(test.owner, { kind: 'crawl' });
    expect(crawl.id).not.toBe(page.id);
    expect(crawl).toMatchObject({
      kind: 'crawl',
      max_pages: 100,
      confirm: false,
      budgets: [
        { metric: 'score.mean', max_drop: 5, consecutive: 1 },
        { metric: 'pages.loaded', max_drop: 10, consecutive: 1 },
        { metric: 'loads', consecutive: 1 },
      ],
      last_report_id: null,
      last_crawl_id: null,
    });
    const { body } = await test.owner
      .call('post', MONITORS)
      .send({ url: MONITORED_URL, schedule: '@daily', kind: 'crawl', max_pages: 500, confirm: false })
      .expect(200);
    expect(body.data).toMatchObject({ id: crawl.id, max_pages: 500 });
    const { body: log } = await test.owner.call('get', '/api/v1/audit-log?per_page=10').expect(200);
    expect(log.data[0].changes).toEqual({ max_pages: [100, 500] });
    expect(log.data[1].changes).toMatchObject({ kind: [null, 'crawl'], max_pages: [null, 100] });
    expect(log.data[2].changes).toMatchObject({ kind: [null, 'page'] });
  });

  it('takes numbers of budgets as text, too, and null and empty fields as absent', async () => {
    const budgets = [
      { metric: 'score', min: '50', max: null, max_drop: '', consecutive: '2' },
      { metric: 'lab.cls', max: '0.1' },
    ];
    const url = 'https://text.example/';
    const { body } = await test.owner
      .call('post', '/api/v1/monitors')
      .send({ url, schedule: '@daily', budgets })
      .expect(201);
    expect(body.data.budgets).toEqual([
      { metric: 'score', min: 50, consecutive: 2 },
      { metric: 'lab.cls', max: 0.1, consecutive: 1 },
    ]);
  });

  it('belongs to the website of its url at once, if there is one', async () => {
    await storedReport(test, test.owner, 'https://known.example/');
    const websites = await test.owner.call('get', '/api/v1/websites?search=known.example').expect(200);
    const url = 'https://known.example/other';
    const { body } = await test.owner
      .call('post', '/api/v1/monitors')
      .send({ url, schedule: '@daily' })
      .expect(201);
    expect(body.data.website_id).toBe(websites.body.data[0].id);
  });

  it('of the same url and schedule updates what is sent, also eight at once', async () => {
    const budgets = [{ metric: 'score', min: 80, consecutive: 2 }];
    const { id } = await createdMonitor(test.owner, { name: 'Start page', budgets });
    const send = () =>
      test.owner
        .call('post', MONITORS)
        .send({ url: MONITORED_URL, schedule: '@daily', timezone: 'Asia/Kolkata' });
    const responses = await Promise.all(Array.from({ length: 8 }, send));
    for (const { status, body } of responses) {
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ id, name: 'Start page', timezone: 'Asia/Kolkata', budgets });
    }
    const fresh = () =>
      test.owner.call('post', MONITORS).send({ url: `${MONITORED_URL}new`, schedule: '@daily' });
    const statuses = (await Promise.all(Array.from({ length: 8 }, fresh))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect((await createdMonitor(test.owner, { schedule: '@weekly' })).id).not.toBe(id);
  });

  it.each([
    ['every 5m', 'EVERY 05M\n'],
    ['@daily', ' @Daily'],
    ['0 6 * * MON', '00  06 * *\tmon'],
  ])('takes schedules that differ in case, zeros and spaces as the same: %j and %j', async (one, other) => {
    const { id } = await createdMonitor(test.owner, { schedule: one });
    const { body } = await test.owner
      .call('post', MONITORS)
      .send({ url: MONITORED_URL, schedule: other })
      .expect(200);
    expect(body.data).toMatchObject({ id, schedule: one });
  });

  it('takes no budgets at all', async () => {
    expect(await createdMonitor(test.owner, { budgets: [] })).toMatchObject({ budgets: [], breaches: [] });
  });

  it('takes a form, too', async () => {
    const { body } = await test.owner
      .call('post', MONITORS)
      .type('form')
      .send({ url: MONITORED_URL, schedule: 'every 6h', enabled: 'false', confirm: 'false' })
      .expect(201);
    expect(body.data).toMatchObject({ enabled: false, confirm: false, next_run_at: null });
  });

  it.each([
    [{}, 'url', /required/],
    [{ url: MONITORED_URL }, 'schedule', /required/],
    [{ url: 'https://localhost/', schedule: '@daily' }, 'url', /public internet/],
    [{ url: MONITORED_URL, schedule: 'sometimes' }, 'schedule', /five cron fields.*every 6h/],
    [{ url: MONITORED_URL, schedule: '* * * * * *' }, 'schedule', /five cron fields/],
    [{ url: MONITORED_URL, schedule: '*/4 * * * *' }, 'schedule', /at least 5 minutes/],
    [{ url: MONITORED_URL, schedule: '0,58 * * * *' }, 'schedule', /at least 5 minutes/],
    [{ url: MONITORED_URL, schedule: 'every 4m' }, 'schedule', /at least 5 minutes/],
    [{ url: MONITORED_URL, schedule: '0 0 31 2 *' }, 'schedule', /never/],
    [{ url: MONITORED_URL, schedule: '@daily', timezone: 'Mars/Olympus' }, 'timezone', /IANA/],
    [{ url: MONITORED_URL, schedule: '@daily', timezone: '+02:00' }, 'timezone', /IANA/],
    [{ url: MONITORED_URL, schedule: '@daily', budgets: 'score' }, 'budgets', /JSON array/],
    [{ url: MONITORED_URL, schedule: '@daily', budgets: [1] }, 'budgets', /budgets\[0\] must be an object/],
    [
      {
        url: MONITORED_URL,
        schedule: '@daily',
        budgets: [{ metric: 'loads' }, { metric: 'score', least: 3 }],
      },
      'budgets',
      /budgets\[1\] must have the fields .* not least/,
    ],
    [
      { url: MONITORED_URL, schedule: '@daily', budgets: [{ metric: 'speed', max: 1 }] },
      'budgets',
      /known metric/,
    ],
    [
      { url: MONITORED_URL, schedule: '@daily', budgets: [{ metric: 'score', min: -1 }] },
      'budgets',
      /0 to 100/,
    ],
    [{ url: MONITORED_URL, schedule: '@daily', budgets: [{ metric: 'score' }] }, 'budgets', /exactly one/],
    [
      { url: MONITORED_URL, schedule: '@daily', budgets: [{ metric: 'loads', consecutive: 6 }] },
      'budgets',
      /1 to 5/,
    ],
    [
      {
        url: MONITORED_URL,
        schedule: '@daily',
        budgets: Array.from({ length: 21 }, () => ({ metric: 'loads' })),
      },
      'budgets',
      /up to 20/,
    ],
    [{ ...CRAWL, kind: 'site' }, 'kind', /page, crawl/],
    [{ ...CRAWL, max_pages: 501 }, 'max_pages', /from 1 to 500/],
    [{ ...CRAWL, max_pages: 0 }, 'max_pages', /from 1 to 500/],
    [{ ...CRAWL, kind: 'page', max_pages: 5 }, 'max_pages', /left out for a monitor of kind page/],
    [{ ...CRAWL, device: 'desktop' }, 'device', /must be mobile/],
    [{ ...CRAWL, confirm: true }, 'confirm', /must be false/],
    [
      { ...CRAWL, budgets: [{ metric: 'score', min: 1 }] },
      'budgets',
      /kind crawl: score.mean.*findings.<id>/,
    ],
    [
      { ...CRAWL, kind: 'page', budgets: [{ metric: 'loads' }, { metric: 'findings.deep_pages', max: 1 }] },
      'budgets',
      /budgets\[1\] must have a metric of kind page: score, .* is for monitors of kind crawl/,
    ],
    [{ ...CRAWL, budgets: [{ metric: 'findings.deep_pages', min: 1 }] }, 'budgets', /must have a max/],
  ])('refuses %j', async (fields, field, message) => {
    const { body } = await test.owner.call('post', MONITORS).send(fields).expect(422);
    expect(body.errors[field].join(' ')).toMatch(message);
  });
});
