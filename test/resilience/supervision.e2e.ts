import { setTimeout as sleep } from 'node:timers/promises';
import { JobQueue } from '../../src/platform/queue/job-queue.js';
import { JobLocksRepository } from '../../src/platform/queue/job-locks.repository.js';
import { Supervision } from '../../src/platform/queue/supervision.js';
import { startApp, type TestApp } from '../support/app.js';

let test: TestApp;

beforeEach(async () => {
  test = await startApp({ ROLE: 'api' });
});

afterEach(() => test.close());

const WORKER = 'pool-of-this-run';

/** Asks whether the run is stalled, every second for 15 s. */
async function isEverStalled(run: {
  hasFreeHands?: boolean;
  lastBeganAt?: number;
  beginsJobs?: boolean;
  runs?: number[];
}): Promise<boolean> {
  const supervision = new Supervision(test.app.get(JobQueue), test.app.get(JobLocksRepository));
  supervision.begin();
  for (const endsAt = performance.now() + 15_000; performance.now() < endsAt;) {
    const supervised = {
      hasFreeHands: run.hasFreeHands ?? true,
      lastBeganAt: run.beginsJobs ? performance.now() : (run.lastBeganAt ?? 0),
      workerId: WORKER,
      isRunning: (id: number) => run.runs?.includes(id) === true,
    };
    if (await supervision.isStalled(supervised, ['audit'])) return true;
    await sleep(1000);
  }
  return false;
}

async function addDueJob(name: string): Promise<number> {
  const [job] = await test.database.query<{ id: string }>(
    `SELECT (graphile_worker.add_job($1, run_at => now() - interval '1 minute')).id`,
    [name],
  );
  return Number(job?.id);
}

describe('a run is stalled', () => {
  it('when a job is due, it has free hands, and it begins none', async () => {
    await addDueJob('audit');
    const lastBeganAt = performance.now();
    const [idle, busy, working] = await Promise.all([
      isEverStalled({ hasFreeHands: true, lastBeganAt }),
      isEverStalled({ hasFreeHands: false, lastBeganAt }),
      isEverStalled({ hasFreeHands: true, lastBeganAt, beginsJobs: true }),
    ]);
    expect({ idle, busy, working }).toEqual({ idle: true, busy: false, working: false });
  });

  it('not when the only job that is due is one that it does not know', async () => {
    await addDueJob('of_a_newer_version');
    expect(await isEverStalled({ hasFreeHands: true, lastBeganAt: performance.now() })).toBe(false);
  });

  it('when it keeps a job locked that it does not run', async () => {
    const id = await addDueJob('audit');
    await test.database.query(
      'UPDATE graphile_worker._private_jobs SET locked_by = $2, locked_at = now() WHERE id = $1',
      [id, WORKER],
    );
    const [lost, running] = await Promise.all([isEverStalled({ runs: [] }), isEverStalled({ runs: [id] })]);
    expect({ lost, running }).toEqual({ lost: true, running: false });
  });
});

describe('the schedule', () => {
  it('goes on after a worker whose clock was ahead', async () => {
    await test.database.query(
      `INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
        VALUES ('ahead', now(), now() + interval '1 day'), ('next', now(), now() + interval '30 seconds')`,
    );
    expect(await test.app.get(JobQueue).forgetRunsAhead()).toBe(1);
    const rows = await test.database.query(
      `SELECT identifier, last_execution > now() AS is_ahead FROM graphile_worker._private_known_crontabs
        WHERE identifier IN ('ahead', 'next') ORDER BY 1`,
    );
    expect(rows).toEqual([
      { identifier: 'ahead', is_ahead: false },
      { identifier: 'next', is_ahead: true },
    ]);
  });
});
