import { createHash } from 'node:crypto';
import { PreconditionFailed } from './http-errors.js';

/** Strong entity tag of a record, as it is answered. */
export function etagOf(record: object): string {
  return `"${createHash('sha256').update(JSON.stringify(record)).digest('base64url').slice(0, 27)}"`;
}

/** @throws PreconditionFailed where `If-Match` was sent and names another version
 *  @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1 */
export function requireMatch(ifMatch: string | undefined, record: object): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  if (!tags.includes(etagOf(record))) throw new PreconditionFailed();
}
