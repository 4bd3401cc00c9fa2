import { readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { type Worker } from 'node:worker_threads';

const CHECK_INTERVAL_MS = 100;

/** API of Node.js 22 and later; in microseconds. */
interface MeteredWorker {
  cpuUsage?: () => Promise<{ readonly user: number; readonly system: number }>;
}

/** Linux's id of the thread that calls it; null elsewhere. */
export function ownTid(): number | null {
  try {
    return Number(basename(readlinkSync('/proc/thread-self')));
  } catch {
    return null;
  }
}

/** Resolves once the thread has used up its CPU time; else never. Where neither Node.js nor Linux tells it, half the
 *  wall-clock time counts.
 *  @param tid its own {@link ownTid}
 *  @param signal stops watching when aborted */
export async function untilUsedUp(
  { thread, tid }: { readonly thread: Worker; readonly tid: number | null },
  budgetMs: number,
  signal: AbortSignal,
): Promise<void> {
  const cpuMs = clockOf(thread, tid);
  const startMs = await cpuMs();
  const isUsedUp = async () => (await cpuMs()) - startMs > budgetMs;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      isUsedUp().then(
        (isOver) => {
          if (isOver) resolve();
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

/** CPU time of a thread until now. */
type Clock = () => number | Promise<number>;

function clockOf(thread: Worker & MeteredWorker, tid: number | null): Clock {
  const { cpuUsage } = thread;
  if (cpuUsage) {
    return async () => {
      const { user, system } = await cpuUsage.call(thread);
      return (user + system) / 1000;
    };
  }
  const onLinux = () => scheduledMs(tid ?? NaN);
  try {
    onLinux();
    return onLinux;
  } catch {
    return () => performance.now() / 2;
  }
}

/** Read at once: the kernel has it in memory, and five steps in the thread pool would take ten times as much.
 *  @see https://docs.kernel.org/scheduler/sched-stats.html */
function scheduledMs(tid: number): number {
  const [nanoseconds = ''] = readFileSync(`/proc/self/task/${String(tid)}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}
