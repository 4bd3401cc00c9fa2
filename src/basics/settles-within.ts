import { setTimeout as sleep } from 'node:timers/promises';

/** Waits at most `ms` for a promise to settle. A rejection counts as settled.
 *  @returns whether it settled in time */
export async function settlesWithin(ms: number, promise: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController();
  const settled = promise.then(
    () => true,
    () => true,
  );
  const late = sleep(ms, false, { signal: timer.signal }).catch(() => false);
  try {
    return await Promise.race([settled, late]);
  } finally {
    timer.abort();
  }
}
