import { createHash } from 'node:crypto';
import { type Request, type Response } from 'express';
import { PreconditionFailed } from './http-errors.js';

/** Strong entity tag of a record, as it is answered. */
function etagOf(record: object): string {
  return `"${createHash('sha256').update(JSON.stringify(record)).digest('base64url').slice(0, 27)}"`;
}

/** @throws PreconditionFailed where `If-Match` was sent and names another version
 *  @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1 */
export function requireMatch(ifMatch: string | undefined, record: object): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  if (!tags.includes(etagOf(record))) throw new PreconditionFailed();
}

/** Tags an answer with its record's version, and leaves its body out where the client has that version already.
 *  Express would send it again to clients that say `Cache-Control: no-cache`, as most HTTP libraries do here.
 *  @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2 */
export function tagAnswer(
  record: object,
  { request, response }: { request: Request; response: Response },
): void {
  const tag = etagOf(record);
  response.setHeader('ETag', tag);
  const known = request.headers['if-none-match']?.split(',').map((entry) => entry.trim().replace(/^W\//, ''));
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && known?.some((entry) => entry === tag || entry === '*')) response.status(304);
}
