import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '../../src/database/database.js';
import { Supervision } from '../../src/queue/supervision.js';
import { startApp, type TestApp } from '../support/app.js';

let test: TestApp;

beforeEach(async () => {
  test = await startApp({ ROLE: 'api' });
});

afterEach(() => test.close());

/** Asks whether the run is stalled, every second for 15 s. */
async function isEverStalled(run: {
  hasFreeHands: boolean;
  lastBeganAt: number;
  beginsJobs?: boolean;
}): Promise<boolean> {
  const supervision = new Supervision(test.app.get(Database));
  supervision.begin();
  for (const endsAt = performance.now() + 15_000; performance.now() < endsAt;) {
    const lastBeganAt = run.beginsJobs ? performance.now() : run.lastBeganAt;
    if (await supervision.isStalled({ ...run, lastBeganAt }, ['audit'])) return true;
    await sleep(1000);
  }
  return false;
}

async function addDueJob(name: string): Promise<void> {
  await test.database.query(`SELECT graphile_worker.add_job($1, run_at => now() - interval '1 minute')`, [
    name,
  ]);
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
});
