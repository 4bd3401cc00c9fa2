import { type Website } from '../websites/website.entity.js';
import { isUnlockedBy, type Lock } from './unlock-cookie.js';

/** Who comes to a shared page. */
export interface Visitor {
  /** null where no key was shown. */
  readonly accountId: number | null;
  /** Of an earlier unlocking; null where there is none. */
  readonly cookie: string | null;
}

/** `hidden`: as if there were nothing. */
export type Access = 'open' | 'locked' | 'hidden';

/** Decides what a visitor sees of a website: an owner everything, others what its privacy lets them.
 *  @param nowMs since 1970 */
export function accessTo(website: Website, visitor: Visitor, nowMs: number): Access {
  if (visitor.accountId === website.account_id || website.privacy === 0) return 'open';
  if (website.privacy === 1) return 'hidden';
  const lock = lockOf(website);
  if (!lock || visitor.cookie === null) return 'locked';
  return isUnlockedBy(visitor.cookie, lock, nowMs) ? 'open' : 'locked';
}

/** null where no password opens the website. */
export function lockOf({ share_token, password_hash }: Website): Lock | null {
  return password_hash === null ? null : { shareToken: share_token, passwordHash: password_hash };
}
