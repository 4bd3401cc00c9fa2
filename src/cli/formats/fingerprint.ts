import { sha256 } from '../../basics/sha256.js';
import { type Finding } from '../../engine/audit/audit.js';
import { normalized } from './uri.js';

/** Id of a finding that stays the same while other parts of the page change: by URL, however it is spelled, check and first
 *  element. */
export function fingerprintOf(url: string, { id, evidence }: Finding): string {
  return sha256(JSON.stringify([normalized(url), id, evidence[0]?.selector ?? null]));
}
