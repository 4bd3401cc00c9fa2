import { type DynamicModule, type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { setTimeout as sleep } from 'node:timers/promises';
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
  }, 60_000);

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
