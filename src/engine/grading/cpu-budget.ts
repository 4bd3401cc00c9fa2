import { type Worker } from 'node:worker_threads';

const CHECK_INTERVAL_MS = 100;

/** API of Node.js 22 and later; in microseconds. */
interface MeteredWorker {
  cpuUsage?: () => Promise<{ readonly user: number; readonly system: number }>;
}

/** Resolves once the thread has used up its CPU time; else never. Without support in Node.js, half the wall-clock time
 *  counts.
 *  @param signal stops watching when aborted */
export async function untilUsedUp(thread: Worker, budgetMs: number, signal: AbortSignal): Promise<void> {
  const startMs = await cpuMsOf(thread);
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      cpuMsOf(thread).then(
        (nowMs) => {
          if (nowMs - startMs > budgetMs) resolve();
        },
        () => undefined,
      );
    }, CHECK_INTERVAL_MS);
    const end = () => {
      clearInterval(timer);
    };
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
  });
}

async function cpuMsOf(thread: Worker & MeteredWorker): Promise<number> {
  if (!thread.cpuUsage) return performance.now() / 2;
  const { user, system } = await thread.cpuUsage();
  return (user + system) / 1000;
}
