import pg from 'pg';
import { Database } from '../../../src/platform/database/database.js';
import { ReportsRepository } from '../../../src/reports/reports.repository.js';
import { ReportCompletion } from '../../../src/reports/audits/report-completion.service.js';
import { RetentionJob } from '../../../src/reports/retention.job.js';
import { aRun } from '../../support/job-run.js';
import { startApp, type TestApp } from '../../support/app.js';
import { storedReport, websiteOf } from '../../support/reports.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp({ ROLE: 'api', RETENTION_DAYS: '30', RETENTION_KEEP: '1' });
});

afterAll(() => test.close());

const store = (url: string, score: number) => storedReport(test, test.owner, url, score);

/** Without the request, which the counters of the day would show. */
const deleted = (id: number) =>
  test.app.get(Database).transaction((tx) => test.app.get(ReportsRepository).delete(tx, test.owner.id, id));

const remove = (id: number) => test.owner.call('delete', `/api/v1/reports/${String(id)}`).expect(200);

const scoreOf = async (domain: string) => (await websiteOf(test.owner, domain)).score;

async function waitUntil(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Starts writes that all wait for the website, in this order, then lets them go on. */
async function atOnce(website: number, writes: readonly (() => Promise<unknown>)[]): Promise<void> {
  const [client, watcher] = [0, 1].map(() => new pg.Client({ connectionString: test.database.url })) as [
    pg.Client,
    pg.Client,
  ];
  await Promise.all([client.connect(), watcher.connect()]);
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM websites WHERE id = $1 FOR UPDATE', [website]);
    const running: Promise<unknown>[] = [];
    for (const write of writes) {
      running.push(write());
      await waitUntil(async () => {
        const { rows } = await watcher.query<{ waiting: number }>(
          `SELECT count(DISTINCT pid)::int AS waiting FROM pg_locks
            WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`,
        );
        return rows[0]?.waiting === running.length;
      });
    }
    await client.query('COMMIT');
    await Promise.all(running);
  } finally {
    await Promise.all([client.end(), watcher.end()]);
  }
}

/** The parts of an audit that identify it. */
async function queuedAudit(url: string) {
  const { body } = await test.owner
    .call('post', '/api/v1/reports')
    .set('Prefer', 'respond-async')
    .send({ url })
    .expect(202);
  const how = {
    attempts: 1,
    runsAlone: false,
    render: 'auto',
    device: 'mobile',
    runs: 1,
    renders: false,
  } as const;
  const { id: reportId, website_id: websiteId } = body.data as { id: number; website_id: number };
  const madeFor = { crawlId: null, crawlPageId: null };
  return { accountId: test.owner.id, reportId, websiteId, url, ...how, ...madeFor };
}

describe('score of a website', () => {
  it('is the average of the latest score of each page, unlike reports_avg_score', async () => {
    for (const score of [10, 20, 90]) await store('https://pages.example/', score);
    await store('https://pages.example/two', 81);
    await store('https://pages.example/three', 81);
    const website = await websiteOf(test.owner, 'pages.example');
    expect(website).toMatchObject({ score: 84, reports_avg_score: 56.4 });
    const { body } = await test.owner.call('get', `/api/v1/websites/${String(website.id)}`).expect(200);
    expect(body.data).toEqual(website);
  });

  it('is rounded to two decimals', async () => {
    for (const [page, score] of [80, 80, 81].entries())
      await store(`https://rounded.example/${String(page)}`, score);
    expect(await scoreOf('rounded.example')).toBe(80.33);
  });

  it('falls back to the report before when the latest one is deleted, and is null after the last one', async () => {
    const page = 'https://back.example/';
    const ids = [await store(page, 30), await store(page, 50), await store(page, 70)];
    const scores = [await scoreOf('back.example')];
    for (const id of [ids[1], ids[2], ids[0]]) {
      await remove(Number(id));
      scores.push(await scoreOf('back.example'));
    }
    expect(scores).toEqual([70, 70, 30, null]);
  });

  it('counts a page once whose url is written with and without the path of the root', async () => {
    const [bare, page] = ['https://root.example', 'https://root.example/'];
    const ids = [await store(bare, 30), await store(page, 50), await store(bare, 70)];
    await store('https://root.example/two', 90);
    const scores = [await scoreOf('root.example')];
    const { id } = await websiteOf(test.owner, 'root.example');
    const { body } = await test.owner.call('get', `/api/v1/websites/${String(id)}/pages`).expect(200);
    const root = { url: bare, latest: { id: ids[2] }, reports_count: 3, previous_score: 50 };
    expect(body.data).toMatchObject([{ url: 'https://root.example/two' }, root]);
    for (const id of [ids[2], ids[1], ids[0]]) {
      await remove(Number(id));
      scores.push(await scoreOf('root.example'));
    }
    expect(scores).toEqual([80, 70, 60, 90]);
  });

  it('is null while the first report is being audited', async () => {
    await queuedAudit('https://queued.example/');
    expect(await scoreOf('queued.example')).toBeNull();
  });

  it('is not changed by an audit that failed, nor by deleting its report', async () => {
    const url = 'https://failed.example/';
    await store(url, 64);
    const audit = await queuedAudit(url);
    await test.app.get(ReportCompletion).fail(audit, { code: 'internal_error', detail: 'A bug.' });
    expect(await scoreOf('failed.example')).toBe(64);
    await remove(audit.reportId);
    expect(await scoreOf('failed.example')).toBe(64);
  });

  it('counts the newest of several reports that one audit completes', async () => {
    const url = 'https://several.example/';
    await store(url, 10);
    const ids = [await queuedAudit(url), await queuedAudit(url)].map(({ reportId }) => reportId);
    await test.database.query(
      `UPDATE reports SET status = 'completed', score = 40 + id - $2, result = 'bad', generated_at = now()
        WHERE id = ANY($1)`,
      [ids, ids[0]],
    );
    expect(await scoreOf('several.example')).toBe(40 + Number(ids[1]) - Number(ids[0]));
    await test.database.query('DELETE FROM reports WHERE id = ANY($1)', [ids]);
    expect(await scoreOf('several.example')).toBe(10);
  });

  it('stays that of the newer report when an older one is completed later', async () => {
    const url = 'https://late.example/';
    const { reportId } = await queuedAudit(url);
    await store(url, 77);
    await test.database.query(
      `UPDATE reports SET status = 'completed', score = 5, result = 'bad', generated_at = now() WHERE id = $1`,
      [reportId],
    );
    expect(await scoreOf('late.example')).toBe(77);
  });

  it('keeps the newest report of each page when retention deletes the others', async () => {
    const page = 'https://retention.example/';
    await store(page, 20);
    await store(page, 60);
    await store(`${page}two`, 30);
    await test.database.query(`UPDATE reports SET created_at = now() - interval '31 days'`);
    await test.app.get(RetentionJob).run({}, aRun());
    expect(await websiteOf(test.owner, 'retention.example')).toMatchObject({ score: 45, reports_count: 2 });
  });

  it('begins anew with a website that was deleted, while its old reports are still stored', async () => {
    const url = 'https://anew.example/';
    await store(url, 90);
    const old = await websiteOf(test.owner, 'anew.example');
    await test.owner.call('delete', `/api/v1/websites/${String(old.id)}`).expect(200);
    const id = await store(url, 20);
    expect(await scoreOf('anew.example')).toBe(20);
    await remove(id);
    expect(await scoreOf('anew.example')).toBeNull();
    const pages = await test.database.query('SELECT FROM website_pages WHERE website_id = $1', [old.id]);
    expect(pages).toEqual([]);
  });

  it('is exact when two reports of a page are completed at once, in both orders', async () => {
    const url = 'https://both.example/';
    await store(url, 1);
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const audits = [await queuedAudit(url), await queuedAudit(url)];
      const complete = (index: number) => () =>
        test.database.query(
          `UPDATE reports SET status = 'completed', score = $2, result = 'bad', generated_at = now() WHERE id = $1`,
          [audits[index]?.reportId, 10 + index],
        );
      await atOnce(Number(audits[0]?.websiteId), order.map(complete));
      expect(await scoreOf('both.example')).toBe(11);
    }
  });

  it('is exact when the two latest reports of a page are deleted at once, in both orders', async () => {
    const url = 'https://two.example/';
    await store(url, 42);
    const { id } = await websiteOf(test.owner, 'two.example');
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const ids = [await store(url, 50), await store(url, 60)];
      await atOnce(
        id,
        order.map((index) => () => deleted(Number(ids[index]))),
      );
      expect(await scoreOf('two.example')).toBe(42);
    }
  });
});

describe('the score of a website over time', () => {
  const historyOf = async (domain: string) => {
    const { id } = await websiteOf(test.owner, domain);
    const { body } = await test.owner.call('get', `/api/v1/websites/${String(id)}/history`).expect(200);
    return body.data as { start: string; count: number; average: number }[];
  };

  it('is what the latest scores of all pages were at the end of each day', async () => {
    const page = (name: string) => `https://overtime.example/${name}`;
    const days = ['2026-01-01', '2026-01-02', '2026-01-04'];
    const scores = [
      [
        ['a', 90],
        ['b', 70],
      ],
      [['weak', 20]],
      [
        ['b', 80],
        ['b', 100],
      ],
    ] as const;
    for (const [at, day] of days.entries()) {
      for (const [name, score] of scores[at] ?? []) await store(page(name), score);
      await test.database.query(
        `UPDATE website_days SET day = $1 WHERE day > '2026-01-31' AND website_id = $2`,
        [day, (await websiteOf(test.owner, 'overtime.example')).id],
      );
    }
    expect(await historyOf('overtime.example')).toMatchObject([
      { start: '2026-01-01', count: 2, average: 80 },
      { start: '2026-01-02', count: 1, average: 20 },
      { start: '2026-01-04', count: 2, average: 90 },
    ]);
    const { body } = await test.owner.call('get', '/api/v1/websites?search=overtime').expect(200);
    expect(body.data[0].score).toBe(70);
    await test.owner
      .call('patch', `/api/v1/websites/${String(body.data[0].id)}`)
      .send({ privacy: 0 })
      .expect(200);
    const markup = await (await fetch(body.data[0].share_url)).text();
    expect(markup).toContain('Score <strong>70</strong> of 100: average of the latest score of 3 pages');
    expect(markup).toContain('Score at the end of each day: 80 on 1 Jan 2026, 70 on 4 Jan 2026.');
    expect(markup).toContain('>2 Jan 2026<td>60.0<td>1');
  });

  it('changes today when a report of an earlier day is deleted', async () => {
    const url = 'https://deleted.example/';
    await store(url, 40);
    const latest = await store(url, 90);
    await test.database.query(`UPDATE reports SET generated_at = '2026-01-01' WHERE url = $1`, [url]);
    await test.database.query(`UPDATE website_days SET day = '2026-01-01' WHERE website_id = $1`, [
      (await websiteOf(test.owner, 'deleted.example')).id,
    ]);
    await remove(latest);
    const days = await test.database.query(
      `SELECT day::text, completed_count::int AS count, page_score_sum::int AS score FROM website_days
        WHERE website_id = $1 ORDER BY day`,
      [(await websiteOf(test.owner, 'deleted.example')).id],
    );
    expect(days).toEqual([
      { day: '2026-01-01', count: 1, score: 90 },
      { day: new Date().toISOString().slice(0, 10), count: 0, score: 40 },
    ]);
  });
});

describe('ids of websites', () => {
  it('do not jump, however many reports their websites get', async () => {
    await store('https://first.example/', 50);
    for (let at = 0; at < 5; at += 1) await store(`https://first.example/${String(at)}`, 50);
    await store('https://second.example/', 50);
    const [first, second] = [
      await websiteOf(test.owner, 'first.example'),
      await websiteOf(test.owner, 'second.example'),
    ];
    expect(second.id - first.id).toBe(1);
  });
});
