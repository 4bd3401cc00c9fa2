import { type Worker } from 'node:worker_threads';

const LOOK_MS = 100;

/** What Node.js 22 and later know of a thread. Microseconds. */
interface MeteredWorker {
  cpuUsage?: () => Promise<{ readonly user: number; readonly system: number }>;
}

/** Resolves once the thread has used up its processor time, or never. Where Node.js can't tell, the clock on the wall
 *  counts half.
 *  @param signal ends the watch */
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
    }, LOOK_MS);
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
