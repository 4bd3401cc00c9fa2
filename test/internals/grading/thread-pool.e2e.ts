import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { ThreadPool } from '../../../src/engine/grading/thread-pool.js';

/** One thread. */
function poolOf(worker: string, cpuBudgetMs: number): ThreadPool {
  return new ThreadPool({
    entry: resolve('test/support', worker),
    minThreads: 1,
    maxThreads: 1,
    idleMs: 60_000,
    heapMb: 32,
    youngHeapMb: 4,
    niceness: 0,
    cpuBudgetMs,
  });
}

it('outlives a thread that runs out of memory between two tasks', async () => {
  const pool = poolOf('exhausted.worker.mjs', 60_000);
  const died = new Promise((settle) => pool.threads[0]?.once('exit', settle));
  expect(await pool.run({ name: 'answerAndDie', input: {} })).toMatchObject({ result: 'answered' });
  await died;
  await sleep(100);
  expect(await pool.run({ name: 'answer', input: {} })).toMatchObject({ result: 'answered' });
  await pool.close();
});

it.each(['--max-old-space-size=384', '--max-semi-space-size=64'])(
  'limits the memory of its threads also in a process that was started with %s',
  async (flag) => {
    setFlagsFromString(flag);
    const pool = poolOf('heap-limit.worker.mjs', 60_000);
    const { result } = await pool.run<number>({ name: 'heapLimit', input: {} });
    expect(result).toBeLessThanOrEqual((32 + 2 * 4) * 2 ** 20);
    await pool.close();
  },
);

it('limits the processor time of a task, and not how long it waits for its turn', async () => {
  const pool = poolOf('waiting.worker.mjs', 300);
  expect(await pool.run({ name: 'wait', input: { ms: 3000 } })).toMatchObject({ result: 'waited' });
  expect(await pool.run({ name: 'compute', input: {} })).toMatchObject({ result: null, ended: 'time' });
  await pool.close();
});

it('survives the end of threads that are still loading', () => {
  const entry = resolve('dist/engine/grading/audit.thread.cjs');
  const { stderr, status } = spawnSync(process.execPath, ['test/support/end-loading-threads.mjs', entry], {
    encoding: 'utf8',
  });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
});
