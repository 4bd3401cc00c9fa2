import { dayEnds, dayScores } from '../../support/day-scores.js';
import { startApp, type TestApp } from '../../support/app.js';
import { storedReport } from '../../support/reports.js';

let test: TestApp;

/** As many as connections: more would only wait for one, on a slow machine for too long. */
const CLIENTS = 10;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

/** Of the latest completed report of each url. */
const LATEST = `WITH latest AS (
    SELECT DISTINCT ON (url) score FROM reports
      WHERE account_id = $1 AND score IS NOT NULL AND website_id IN (SELECT id FROM websites) ORDER BY url, id DESC
  )`;

/** Kept numbers beside the counted ones. */
async function numbers() {
  const [kept] = await test.database.query(
    `SELECT w.reports_count::int, w.completed_count::int, w.score_sum::int, w.good_count::int, w.decent_count::int,
        w.bad_count::int, w.reports_avg_score, w.pages_count::int, w.page_score_sum::int, w.score, t.reports_count::int AS total, t.good_count::int AS good,
        t.decent_count::int AS decent, t.bad_count::int AS bad, t.websites_count::int AS websites
      FROM websites w JOIN accounts t ON t.id = w.account_id WHERE w.account_id = $1`,
    [test.owner.id],
  );
  const [counted] = await test.database.query(
    `${LATEST} SELECT count(*)::int AS reports_count, count(r.score)::int AS completed_count, coalesce(sum(r.score), 0)::int AS score_sum,
        count(*) FILTER (WHERE result = 'good')::int AS good_count,
        count(*) FILTER (WHERE result = 'decent')::int AS decent_count,
        count(*) FILTER (WHERE result = 'bad')::int AS bad_count,
        round(avg(r.score), 2)::float8 AS reports_avg_score, 
        (SELECT count(*)::int FROM latest) AS pages_count, (SELECT sum(score)::int FROM latest) AS page_score_sum,
        (SELECT round(avg(score), 2)::float8 FROM latest) AS score, count(*)::int AS total,
        count(*) FILTER (WHERE result = 'good')::int AS good,
        count(*) FILTER (WHERE result = 'decent')::int AS decent,
        count(*) FILTER (WHERE result = 'bad')::int AS bad, 1 AS websites
      FROM reports r JOIN websites w ON w.id = r.website_id WHERE r.account_id = $1`,
    [test.owner.id],
  );
  return { kept, counted };
}

describe('counters', () => {
  it('are exact after 1500 creates and deletes that run into each other', async () => {
    const alive: number[] = [];
    let left = 1500;
    const client = async (): Promise<void> => {
      while (left-- > 0) {
        const id = left % 5 < 2 ? alive.pop() : undefined;
        if (id === undefined)
          alive.push(await storedReport(test, test.owner, `https://busy.example/${left % 40}`, left % 101));
        else await test.owner.call('delete', `/api/v1/reports/${id}`).expect(200);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    const { kept, counted } = await numbers();
    expect(kept).toEqual(counted);
    expect(kept).toMatchObject({ total: alive.length });
    const days = await dayScores(test.database);
    expect(days.kept).toEqual(days.counted);
    expect(days.kept).not.toEqual([]);
    const ends = await dayEnds(test.database);
    expect(ends.kept.at(-1)).toEqual(ends.counted.at(-1));
    expect(ends.kept).not.toEqual([]);
  }, 180_000);

  it('survive deletes of the website beside creates and deletes of its reports', async () => {
    const work = Array.from({ length: 300 }, (_, n) => async () => {
      const id = await storedReport(test, test.owner, `https://busy.example/${n % 7}`, n % 101);
      if (n % 3 === 0) await test.owner.call('delete', `/api/v1/reports/${id}`);
      if (n % 20 === 0) {
        const { body } = await test.owner.call('get', '/api/v1/websites').expect(200);
        if (body.data[0]) await test.owner.call('delete', `/api/v1/websites/${body.data[0].id}`);
      }
    });
    const client = async (): Promise<void> => {
      for (let task = work.pop(); task; task = work.pop()) await task();
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    await storedReport(test, test.owner, 'https://busy.example/', 50);
    const { kept, counted } = await numbers();
    expect(kept).toEqual(counted);
    const days = await dayScores(test.database);
    expect(days.kept).toEqual(days.counted);
    const ends = await dayEnds(test.database);
    expect(ends.kept.at(-1)).toEqual(ends.counted.at(-1));
  });

  it('leave a website without reports with 0 and null', async () => {
    const id = await storedReport(test, test.stranger, 'https://once.example/');
    await test.stranger.call('delete', `/api/v1/reports/${id}`).expect(200);
    const { body } = await test.stranger.call('get', '/api/v1/websites').expect(200);
    expect(body.data).toMatchObject([{ domain: 'once.example', reports_count: 0, reports_avg_score: null }]);
  });
});
