import { type Website } from '../websites/website.entity.js';
import { isUnlockedBy, type Lock } from './unlock-cookie.js';

/** A visitor of a share page. */
export interface Visitor {
  /** null: no API key was sent. */
  readonly accountId: number | null;
  /** Unlock cookie; null: none. */
  readonly cookie: string | null;
}

/** `hidden`: the same response as for a website that does not exist. */
export type Access = 'open' | 'locked' | 'hidden';

/** Decides what a visitor sees of a website. Its owner sees everything; for others, the privacy decides.
 *  @param nowMs since 1970 */
export function accessTo(website: Website, visitor: Visitor, nowMs: number): Access {
  if (visitor.accountId === website.accountId || website.privacy === 0) return 'open';
  if (website.privacy === 1) return 'hidden';
  const lock = lockOf(website);
  if (!lock || visitor.cookie === null) return 'locked';
  return isUnlockedBy(visitor.cookie, lock, nowMs) ? 'open' : 'locked';
}

/** null: the website has no password. */
export function lockOf({ shareToken, passwordHash }: Website): Lock | null {
  return passwordHash === null ? null : { shareToken, passwordHash };
}
