import { hash } from 'node:crypto';
import { type Request } from 'express';

/** Strong entity tag of a version of a record.
 *  @see https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3 */
export function entityTagOf(version: object): string {
  return `"${hash('sha256', JSON.stringify(version), 'base64url').slice(0, 27)}"`;
}

/** Whether a GET or HEAD request names the tag in `If-None-Match`. Express's own check sends the record again to
 *  clients that say `Cache-Control: no-cache`, as most HTTP libraries do here.
 *  @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2 */
export function isNotModified({ method, headers }: Request, tag: string): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const known = headers['if-none-match']?.split(',').map((entry) => entry.trim().replace(/^W\//, ''));
  return known?.some((entry) => entry === tag || entry === '*') ?? false;
}

/** Whether an `If-Match` header names the tag.
 *  @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1 */
export function isMatch(ifMatch: string, tag: string): boolean {
  const tags = ifMatch.split(',').map((entry) => entry.trim());
  return ifMatch.trim() === '*' || tags.includes(tag);
}
