import { type DynamicModule, type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { AppModule } from '../../../src/app.module.js';
import { readConfig } from '../../../src/platform/config/config.js';
import { Database } from '../../../src/platform/database/database.js';
import { CleanUpQueueJob } from '../../../src/platform/queue/clean-up-queue.job.js';
import { Job, type JobHandler } from '../../../src/platform/queue/job.js';
import { JobQueue } from '../../../src/platform/queue/job-queue.js';
import { freshDatabase, type TestDatabase } from '../../support/database.js';

interface Greeting {
  readonly name: string;
}

@Job({ name: 'greet' })
class GreetJob implements JobHandler<Greeting> {
  readonly greeted: string[] = [];

  run({ name }: Greeting): Promise<void> {
    this.greeted.push(name);
    const isFailing = name === 'twice' && this.greeted.length === 1;
    return isFailing ? Promise.reject(new Error('The first attempt fails.')) : Promise.resolve();
  }
}

@Job({ name: 'greet' })
class GreetAgainJob extends GreetJob {}

/** Greets one after the other until somebody nods. */
@Job({ name: 'talk', isSingle: true })
class TalkJob implements JobHandler<Greeting> {
  readonly begun: string[] = [];
  nod: () => void = () => undefined;

  async run({ name }: Greeting): Promise<void> {
    this.begun.push(name);
    if (name === 'Ada') await new Promise<void>((resolve) => (this.nod = resolve));
  }
}

@Module({})
class GreetModule {}

let database: TestDatabase;
let app: INestApplicationContext | null = null;

beforeEach(async () => {
  database = await freshDatabase();
});

afterEach(async () => {
  await app?.close();
  app = null;
  await database.drop();
});

/** The application with one more module, whose only line about jobs is its list of providers. */
async function start(role: 'api' | 'worker', providers: DynamicModule['providers'] = [GreetJob]) {
  const config = readConfig({
    DATABASE_URL: database.url,
    ROLE: role,
    LOG_LEVEL: 'silent',
    METRICS_PORT: '0',
  });
  const product = AppModule.with(config);
  const module = { module: GreetModule, imports: [product], providers };
  app = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
  await app.get(Database).connect();
  return { queue: app.get(JobQueue), database: app.get(Database), greeted: app.get(GreetJob).greeted };
}

async function jobs(): Promise<{ key: string | null; attempts: number }[]> {
  return database.query('SELECT key, attempts FROM graphile_worker.jobs ORDER BY id');
}

describe('a kind of job', () => {
  it('is a class among the providers of a module', async () => {
    const { queue, greeted } = await start('worker');
    await queue.add(GreetJob, { payload: { name: 'Ada' } });
    while (greeted.length === 0 || (await jobs()).length > 0) await sleep(20);
    expect(greeted).toEqual(['Ada']);
  });

  it('is run again after it threw', async () => {
    const { queue, greeted } = await start('worker');
    await queue.add(GreetJob, { payload: { name: 'twice' } });
    while (greeted.length < 2 || (await jobs()).length > 0) await sleep(20);
    expect(greeted).toEqual(['twice', 'twice']);
  });

  it('has a name of its own', async () => {
    await expect(start('worker', [GreetJob, GreetAgainJob])).rejects.toThrow('Two jobs are named greet');
  });
});

describe('a queued job', () => {
  it('is replaced by one with the same key', async () => {
    const { queue } = await start('api');
    await queue.add(GreetJob, { payload: { name: 'Ada' }, key: 'one' });
    await queue.add(GreetJob, { payload: { name: 'Grace' }, key: 'one' });
    await queue.add(GreetJob, { payload: { name: 'Alan' }, key: 'another' });
    expect(await jobs()).toMatchObject([{ key: 'greet:one' }, { key: 'greet:another' }]);
  });

  it('is replaced by one with the same payload, if it is single', async () => {
    const { queue } = await start('api', [GreetJob, TalkJob]);
    for (const name of ['Ada', 'Grace', 'Ada']) await queue.add(TalkJob, { payload: { name } });
    expect(await jobs()).toHaveLength(2);
  });

  it('is not lost if a worker takes the one with the same key meanwhile', async () => {
    const { queue } = await start('api');
    await queue.add(GreetJob, { payload: { name: 'Ada' }, key: 'one' });
    const worker = new pg.Client({ connectionString: database.url });
    await worker.connect();
    await worker.query('BEGIN');
    await worker.query(
      `UPDATE graphile_worker._private_jobs SET locked_by = 'worker', locked_at = now(), attempts = 1`,
    );
    const adding = queue.add(GreetJob, { payload: { name: 'Grace' }, key: 'one' });
    while (!(await database.isAnyWaiting())) await sleep(20);
    await worker.query('COMMIT');
    await worker.end();
    await adding;
    expect(await jobs()).toEqual([
      { key: null, attempts: 25 },
      { key: 'greet:one', attempts: 0 },
    ]);
  });

  it('is delayed by the clock of PostgreSQL', async () => {
    const { queue } = await start('api');
    await queue.add(GreetJob, { payload: { name: 'Ada' }, delayMs: 5000 });
    expect(
      await database.query(
        `SELECT round(extract(epoch FROM run_at - created_at))::integer AS seconds FROM graphile_worker.jobs`,
      ),
    ).toEqual([{ seconds: 5 }]);
  });

  it('is gone if the transaction that added it fails', async () => {
    const { queue, database: product } = await start('api');
    const failing = product.transaction(async (tx) => {
      await queue.add(GreetJob, { payload: { name: 'Ada' }, tx });
      throw new Error('Roll back.');
    });
    await expect(failing).rejects.toThrow('Roll back.');
    expect(await jobs()).toEqual([]);
  });
});

describe('a single job', () => {
  async function talk() {
    const { queue } = await start('worker', [GreetJob, TalkJob]);
    const job = app?.get(TalkJob);
    if (!job) throw new Error('There is no such job.');
    return { job, add: (name: string) => queue.add(TalkJob, { payload: { name } }) };
  }

  const running = async () => database.query<{ is_wanted: boolean }>('SELECT is_wanted FROM running_jobs');

  it('runs beside none with the same payload; what was added meanwhile runs when it is over', async () => {
    const { job, add } = await talk();
    await add('Ada');
    while (job.begun.length === 0) await sleep(20);
    for (const name of ['Ada', 'Ada', 'Grace']) await add(name);
    while (!(await running()).some((row) => row.is_wanted) || job.begun.length < 2) await sleep(20);
    while ((await jobs()).length > 1) await sleep(20);
    expect(job.begun).toEqual(['Ada', 'Grace']);
    job.nod();
    while (job.begun.length < 3) await sleep(20);
    job.nod();
    while ((await jobs()).length > 0) await sleep(20);
    expect(job.begun).toEqual(['Ada', 'Grace', 'Ada']);
    expect(await running()).toEqual([]);
  });

  it('runs what was added meanwhile, also if the database refuses for a while to end the one before', async () => {
    const { job, add } = await talk();
    await add('Ada');
    while (job.begun.length === 0) await sleep(20);
    await add('Ada');
    while ((await jobs()).length > 1 || !(await running()).some((row) => row.is_wanted)) await sleep(20);
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    await other.query('BEGIN');
    await other.query('SELECT FROM running_jobs FOR UPDATE');
    job.nod();
    while (!(await database.isAnyWaiting())) await sleep(20);
    while (await database.isAnyWaiting()) await sleep(20);
    await other.query('COMMIT');
    await other.end();
    while (job.begun.length < 2) await sleep(20);
    job.nod();
    while ((await jobs()).length > 0) await sleep(20);
  });

  it('is one if the schedule adds another one meanwhile', async () => {
    const { job, add } = await talk();
    await add('Ada');
    while (job.begun.length === 0) await sleep(20);
    await database.query(
      `SELECT graphile_worker.add_job('talk', '{"name": "Ada", "_cron": {"ts": "2026-11-29T12:00:00Z"}}')`,
    );
    while (!(await running()).some((row) => row.is_wanted)) await sleep(20);
    expect(job.begun).toEqual(['Ada']);
    job.nod();
    while (job.begun.length < 2) await sleep(20);
    job.nod();
    while ((await jobs()).length > 0) await sleep(20);
  });

  it('waits for none that died', async () => {
    const { job, add } = await talk();
    await database.query(`INSERT INTO running_jobs (kind, key, job_id, worker_id, began_at)
      VALUES ('talk', '"Grace"', 1234567, 'dead', now() - interval '1 minute')`);
    await add('Grace');
    while ((await running()).length > 0) await sleep(20);
    expect(job.begun).toEqual(['Grace']);
  });

  it('waits for no poll of the queue when the one before is over', async () => {
    const { job, add } = await talk();
    await add('Ada');
    // With a poll before each, every 5 s, these take longer than a test may.
    for (let count = 1; count <= 30; count++) {
      while (job.begun.length < count) await sleep(5);
      await add('Ada');
      job.nod();
    }
    while (job.begun.length < 31) await sleep(5);
    job.nod();
    while ((await jobs()).length > 0) await sleep(20);
  });
});

describe('a job that failed for good', () => {
  it('is kept for a day', async () => {
    await start('api');
    for (const key of ['queued', 'failed', 'failed-long-ago'])
      await database.query(`SELECT graphile_worker.add_job('greet', job_key => $1, max_attempts => 1)`, [
        key,
      ]);
    await database.query(
      `UPDATE graphile_worker._private_jobs SET attempts = 1,
          run_at = now() - CASE key WHEN 'failed' THEN interval '23 hours' ELSE interval '25 hours' END
        WHERE key <> 'queued'`,
    );
    await database.query(`UPDATE graphile_worker._private_jobs SET updated_at = now() - interval '25 hours'`);
    await app?.get(CleanUpQueueJob).run();
    expect(await jobs()).toMatchObject([{ key: 'queued' }, { key: 'failed' }]);
  });
});
