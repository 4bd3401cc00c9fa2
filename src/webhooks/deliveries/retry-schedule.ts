import { retryAt } from '../../basics/retry-after.js';

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];

/** Before each attempt, after the event or the attempt before.
 *  @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
const DELAYS_MS = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** So that the retries of an outage don't come at once. */
const JITTER = 0.2;
const MAX_PAUSE_MS = 24 * HOUR;

export const MAX_ATTEMPTS = DELAYS_MS.length;

/** When to try again.
 *  @param failures attempts that have failed
 *  @param random from 0 to 1
 *  @returns null after the last attempt */
export function nextAttemptAt(failures: number, now: Date, random = Math.random()): Date | null {
  const delay = DELAYS_MS[failures];
  if (delay === undefined) return null;
  return new Date(now.getTime() + delay * (1 - JITTER + 2 * JITTER * random));
}

/** Until when an endpoint wants to be left alone, 24 h at most.
 *  @param retryAfter value of its header
 *  @returns null if it does not say, or says nothing that can be read */
export function pauseUntil(retryAfter: string | undefined, now: Date): Date | null {
  const at = retryAt(retryAfter, now);
  return at === null ? null : new Date(Math.min(at, now.getTime() + MAX_PAUSE_MS));
}
