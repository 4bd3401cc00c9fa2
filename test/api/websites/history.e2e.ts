import { startApp, type TestApp } from '../../support/app.js';
import { storedReport, websiteOf } from '../../support/reports.js';

let test: TestApp;
let id: number;

/** Scores by the time of their audit: a Sunday, the Monday after it, and the first day of the next month. */
const AUDITS = [
  ['2026-11-22T00:00:00.000Z', 40],
  ['2026-11-22T12:00:00.000Z', 71],
  ['2026-11-22T23:59:59.999Z', 100],
  ['2026-11-23T00:00:00.000Z', 0],
  ['2026-12-01T08:00:00.000Z', 55],
] as const;

const SUNDAY = { start: '2026-11-22', count: 3, average: 70.33, min: 40, max: 100 };
const MONDAY = { start: '2026-11-23', count: 1, average: 0, min: 0, max: 0 };
const FIRST = { start: '2026-12-01', count: 1, average: 55, min: 55, max: 55 };

async function audited(url: string, time: string, score: number, account = test.owner): Promise<number> {
  return storedReport(test, account, url, score, { generatedAt: new Date(time) });
}

const history = (query = '', website = id, account = test.owner) =>
  account.call('get', `/api/v1/websites/${String(website)}/history${query}`);

beforeAll(async () => {
  test = await startApp({ ROLE: 'api' });
  for (const [time, score] of AUDITS) await audited('https://shop.example/', time, score);
  await audited('https://shop.example/', '2026-11-22T12:00:00Z', 1, test.stranger);
  await audited('https://other.example/', '2026-11-22T12:00:00Z', 2);
  id = (await websiteOf(test.owner, 'shop.example')).id;
});

afterAll(() => test.close());

describe('GET /api/v1/websites/{id}/history', () => {
  it('has a row for each day of UTC with completed reports, oldest first', async () => {
    const { body } = await history().expect(200);
    expect(body).toEqual({ data: [SUNDAY, MONDAY, FIRST] });
    expect((await history('?interval=day').expect(200)).body).toEqual(body);
  });

  it('begins weeks on Monday', async () => {
    const { body } = await history('?interval=week').expect(200);
    expect(body.data).toEqual([
      { ...SUNDAY, start: '2026-11-16' },
      MONDAY,
      { ...FIRST, start: '2026-11-30' },
    ]);
  });

  it('adds up months', async () => {
    const { body } = await history('?interval=month').expect(200);
    expect(body.data).toEqual([{ start: '2026-11-01', count: 4, average: 52.75, min: 0, max: 100 }, FIRST]);
  });

  it.each([
    ['from=2026-11-23', [MONDAY, FIRST]],
    ['to=2026-11-23', [SUNDAY, MONDAY]],
    ['from=2026-11-22&to=2026-11-22', [SUNDAY]],
    ['from=2026-11-24&to=2026-11-30', []],
    ['from=2026-11-23&to=2026-12-01&interval=month', [{ ...MONDAY, start: '2026-11-01' }, FIRST]],
    ['from=&to=&interval=', [SUNDAY, MONDAY, FIRST]],
  ])('includes both ends: %s', async (query, rows) => {
    expect((await history(`?${query}`).expect(200)).body.data).toEqual(rows);
  });

  it.each([
    ['from=2026-11-24&to=2026-11-23', 'from', 'from must not be after to.'],
    ['from=2026-02-30', 'from', 'from must be a date such as 2026-11-20, without a time.'],
    ['to=2026-11-20T00:00:00Z', 'to', 'to must be a date such as 2026-11-20, without a time.'],
    ['to=0000-01-01', 'to', 'to must be a date such as 2026-11-20, without a time.'],
    ['interval=year', 'interval', 'interval must be one of day, week, month.'],
  ])('refuses %s', async (query, field, message) => {
    const { body } = await history(`?${query}`).expect(422);
    expect(body.errors).toEqual({ [field]: [message] });
  });

  it('accepts the first and the last date of the calendar', async () => {
    const { body } = await history('?from=0001-01-01&to=9999-12-31').expect(200);
    expect(body.data).toHaveLength(3);
  });

  it('knows the extremes of a day on which only pages had changed before', async () => {
    const today = new Date().toISOString();
    await audited('https://late.example/', '2026-11-22T12:00:00Z', 40);
    for (const score of [70, 55, 90]) await audited('https://late.example/', today, score);
    const { body } = await history(
      '?from=2026-11-23',
      (await websiteOf(test.owner, 'late.example')).id,
    ).expect(200);
    expect(body.data).toEqual([{ start: today.slice(0, 10), count: 3, average: 71.67, min: 55, max: 90 }]);
  });

  it('forgets deleted reports: the extremes move, and a day without reports has no row', async () => {
    const page = 'https://deleted.example/';
    const ids = [];
    for (const score of [10, 10, 50, 90]) ids.push(await audited(page, '2026-11-22T12:00:00Z', score));
    const website = (await websiteOf(test.owner, 'deleted.example')).id;
    const rows = [];
    for (const report of ids) {
      rows.push(...(await history('', website).expect(200)).body.data);
      await test.owner.call('delete', `/api/v1/reports/${String(report)}`).expect(200);
    }
    expect(rows.map(({ count, min, max }) => [count, min, max])).toEqual([
      [4, 10, 90],
      [3, 10, 90],
      [2, 50, 90],
      [1, 90, 90],
    ]);
    expect((await history('', website).expect(200)).body).toEqual({ data: [] });
  });

  it('has no row for reports that are still being audited', async () => {
    await test.owner
      .call('post', '/api/v1/reports')
      .set('Prefer', 'respond-async')
      .send({ url: 'https://queued.example/' })
      .expect(202);
    expect((await history('', (await websiteOf(test.owner, 'queued.example')).id).expect(200)).body).toEqual({
      data: [],
    });
  });

  it('is limited to the newest 3660 rows', async () => {
    await audited('https://old.example/', '2026-11-22T12:00:00Z', 60);
    const website = (await websiteOf(test.owner, 'old.example')).id;
    await test.database.query(
      `INSERT INTO website_days (account_id, website_id, day, completed_count, score_sum, scores)
        SELECT account_id, website_id, day - n, completed_count, score_sum, scores
          FROM website_days, generate_series(1, 3700) n WHERE website_id = $1 AND completed_count > 0`,
      [website],
    );
    const { body } = await history('', website).expect(200);
    expect(body.data).toHaveLength(3660);
    expect(body.data.at(-1).start).toBe('2026-11-22');
    const months = await history('?interval=month', website).expect(200);
    expect(months.body.data.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(3701);
  });

  it('answers 404 for websites of another account as for those that never were', async () => {
    const textOf = async (website: number) => {
      const { text } = await history('', website, test.stranger).set('X-Request-Id', 'same').expect(404);
      return text.replaceAll(`/${String(website)}/`, '/ID/');
    };
    expect(await textOf(id)).toBe(await textOf(987_654_321));
  });

  it('needs the scope websites:read', async () => {
    await history(
      '',
      id,
      await test.keyFor(test.owner, { scopes: ['reports:read', 'websites:write'] }),
    ).expect(403);
  });
});
