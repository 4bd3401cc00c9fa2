import { sha256 } from '../../basics/sha256.js';
import { type Finding } from '../../engine/audit/audit.js';

/** Id of a finding that stays the same while other parts of the page change: by URL, check and first element. */
export function fingerprintOf(url: string, { id, evidence }: Finding): string {
  return sha256(JSON.stringify([url, id, evidence[0]?.selector ?? null]));
}
