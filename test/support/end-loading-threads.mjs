// Ends 60 threads at different times while they load, in a process of its own, because it may abort.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ThreadPool } from '../../dist/engine/grading/thread-pool.js';

const entry = process.argv[2];
const LATER_THAN_ANY_TASK_MS = 60_000;

function loadingPool() {
  return new ThreadPool({
    entry,
    minThreads: 1,
    maxThreads: 1,
    idleMs: LATER_THAN_ANY_TASK_MS,
    heapMb: 128,
    youngHeapMb: 16,
    niceness: 0,
    cpuBudgetMs: LATER_THAN_ANY_TASK_MS,
  });
}

async function loadMs() {
  const startedAtMs = performance.now();
  const pool = loadingPool();
  await once(pool.threads[0], 'message');
  const ms = performance.now() - startedAtMs;
  await pool.close();
  return ms;
}

const ms = Math.min(await loadMs(), await loadMs());
for (let share = 0.7; share < 1; share += 0.005) {
  const pool = loadingPool();
  await sleep(ms * share);
  await pool.close();
}
