import { setTimeout as sleep } from 'node:timers/promises';

/** @returns whether the time has passed; false if the signal was aborted first */
export async function elapses(ms: number, signal: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { signal }).catch(() => false);
}
