import { createHmac, timingSafeEqual } from 'node:crypto';

/** Data that an unlock cookie depends on. */
export interface Lock {
  readonly shareToken: string;
  readonly passwordHash: string;
}

export const UNLOCK_COOKIE = 'pagegrade_unlock';
export const UNLOCK_SECONDS = 12 * 60 * 60;

/** By how much the clock of the replica that made a cookie may be ahead. */
const CLOCK_SKEW_SECONDS = 5 * 60;

/** Value of the cookie that keeps a website unlocked for {@link UNLOCK_SECONDS}. It is signed with the stored password
 *  hash, so a changed or removed password or a new share URL invalidates it on all replicas immediately, and no other
 *  secret is needed.
 *  @param nowMs since 1970 */
export function unlockCookie(lock: Lock, nowMs: number): string {
  const expires = String(Math.floor(nowMs / 1000) + UNLOCK_SECONDS);
  return `${expires}.${signature(lock, expires)}`;
}

/** Whether the cookie belongs to this lock and has not expired.
 *  @param nowMs since 1970 */
export function isUnlockedBy(cookie: string, lock: Lock, nowMs: number): boolean {
  const [, expires, given] = /^(\d{1,12})\.([\w-]{43})$/.exec(cookie) ?? [];
  if (expires === undefined || given === undefined) return false;
  const secondsLeft = Number(expires) - nowMs / 1000;
  if (secondsLeft <= 0 || secondsLeft > UNLOCK_SECONDS + CLOCK_SKEW_SECONDS) return false;
  return timingSafeEqual(Buffer.from(given), Buffer.from(signature(lock, expires)));
}

function signature({ shareToken, passwordHash }: Lock, expires: string): string {
  return createHmac('sha256', passwordHash).update(`${shareToken}.${expires}`).digest('base64url');
}
