import pg from 'pg';
import { Database } from '../../../src/platform/database/database.js';
import { PendingAuditsRepository } from '../../../src/reports/audits/pending-audits.repository.js';
import { eventually } from '../../support/eventually.js';
import { startApp, startInstance, type TestApp } from '../../support/app.js';

let test: TestApp;

beforeEach(async () => {
  test = await startApp({ ROLE: 'api', STRIP_WWW: 'true' });
});

afterEach(() => test.close());

function accept(account: TestApp['owner'], url: string) {
  return account.call('post', '/api/v1/reports').set('Prefer', 'respond-async').send({ url }).expect(202);
}

/** A job that a worker has begun.
 *  @returns its id */
async function begunJob(worker: string): Promise<number> {
  const [job] = await test.database.query<{ id: string }>(`SELECT (graphile_worker.add_job('audit')).id`);
  await test.database.query(
    'UPDATE graphile_worker._private_jobs SET locked_by = $2, locked_at = now() WHERE id = $1',
    [job?.id, worker],
  );
  return Number(job?.id);
}

/** The audits that the job gets: one or none. */
async function claim(worker: string, job: number) {
  const rows = await test.database.query<{ report_id: string; attempts: number; runs_alone: boolean }>(
    'SELECT report_id, attempts, runs_alone FROM claim_audit($1, $2, 5, 5, 10)',
    [worker, job],
  );
  return rows.map(({ report_id, attempts, runs_alone }) => ({ id: Number(report_id), attempts, runs_alone }));
}

/** What the queue does with the jobs of a dead worker. */
async function takeJobsFrom(worker: string): Promise<void> {
  await test.database.query('SELECT graphile_worker.force_unlock_workers($1)', [[worker]]);
}

describe('a claim', () => {
  it('waits for no deletion, and takes what is not being deleted', async () => {
    const { body: doomed } = await accept(test.owner, 'https://one.example/');
    const { body: other } = await accept(test.stranger, 'https://two.example/');
    const deletion = new pg.Client({ connectionString: test.database.url });
    await deletion.connect();
    await deletion.query('BEGIN');
    await deletion.query('DELETE FROM reports WHERE id = $1', [doomed.data.id]);
    const next = async () => claim('w', await begunJob('w'));
    expect(await next()).toMatchObject([{ id: other.data.id }]);
    expect(await next()).toEqual([]);
    await deletion.query('ROLLBACK');
    await deletion.end();
    expect(await next()).toMatchObject([{ id: doomed.data.id }]);
  });

  it('that waited for another one gets what was accepted meanwhile, or holds nothing', async () => {
    const other = new pg.Client({ connectionString: test.database.url });
    await other.connect();
    await other.query('BEGIN');
    await other.query('SELECT pg_advisory_xact_lock(7247439)');
    const audits = test.app.get(PendingAuditsRepository);
    const jobId = await begunJob('w');
    const claimed = audits.claim({ workerId: 'w', jobId }, { account: 5, host: 5, worker: 10 }, false);
    await eventually(() => test.database.isAnyWaiting());
    const { body } = await accept(test.owner, 'https://one.example/');
    await other.query('ROLLBACK');
    await other.end();
    expect(await claimed).toMatchObject({ reportId: body.data.id, attempts: 1, runs: 1 });
  });

  it('whose answer was lost is answered again, and is the same attempt', async () => {
    const { body } = await accept(test.owner, 'https://one.example/');
    await accept(test.owner, 'https://two.example/');
    const job = await begunJob('w');
    const answer = [{ id: body.data.id, attempts: 1, runs_alone: false }];
    expect(await claim('w', job)).toEqual(answer);
    expect(await claim('w', job)).toEqual(answer);
  });

  it('ends with its job; an attempt of the dead worker counts if it had no other audit', async () => {
    const first = (await accept(test.owner, 'https://one.example/')).body.data.id as number;
    const second = (await accept(test.stranger, 'https://two.example/')).body.data.id as number;
    for (const id of [first, second])
      expect(await claim('dead', await begunJob('dead'))).toEqual([{ id, attempts: 1, runs_alone: false }]);
    await takeJobsFrom('dead');
    // Either page may have been the cause.
    expect(await claim('next', await begunJob('next'))).toEqual([
      { id: first, attempts: 1, runs_alone: true },
    ]);
    await takeJobsFrom('next');
    const taken = [await begunJob('third'), await begunJob('fourth')];
    expect(await claim('third', taken[0] ?? 0)).toEqual([{ id: second, attempts: 1, runs_alone: true }]);
    expect(await claim('fourth', taken[1] ?? 0)).toEqual([{ id: first, attempts: 2, runs_alone: true }]);
  });
});

describe('the same url, of two websites', () => {
  it('is counted by each of them', async () => {
    const exact = await startInstance(test.database.url, { ROLE: 'api', STRIP_WWW: 'false' });
    await exact.app.get(Database).connect();
    await accept(test.owner, 'https://www.nowhere.invalid.example/');
    const response = await fetch(`${exact.url}/api/v1/reports`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${test.owner.key}`,
        'content-type': 'application/json',
        prefer: 'respond-async',
      },
      body: JSON.stringify({ url: 'https://www.nowhere.invalid.example/' }),
    });
    const { data } = (await response.json()) as { data: { id: number } };
    const worker = await startInstance(test.database.url, { STRIP_WWW: 'false' });
    await worker.app.get(Database).connect();
    await test.owner
      .call('get', `/api/v1/reports/${String(data.id)}`)
      .set('Prefer', 'wait=20')
      .expect(200);
    const numbers = await test.database.query(
      `SELECT w.domain, w.completed_count::int AS kept, count(r.score)::int AS counted
        FROM websites w JOIN reports r ON r.website_id = w.id WHERE r.status = 'completed' GROUP BY 1, 2`,
    );
    for (const { kept, counted } of numbers as { kept: number; counted: number }[])
      expect(kept).toBe(counted);
    expect(numbers).toContainEqual({ domain: 'www.nowhere.invalid.example', kept: 1, counted: 1 });
    await worker.close();
    await exact.close();
  });
});
