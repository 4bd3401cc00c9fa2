import { hash } from 'node:crypto';
import { type Request, type Response } from 'express';
import { PreconditionFailed } from './http-errors.js';

/** Strong entity tag of a record.
 *  @param version changes whenever the record does: the record itself, or less */
function etagOf(version: object): string {
  return `"${hash('sha256', JSON.stringify(version), 'base64url').slice(0, 27)}"`;
}

/** @param version as it is answered now
 *  @throws PreconditionFailed where `If-Match` was sent and names another version
 *  @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1 */
export function requireMatch(ifMatch: string | undefined, version: object): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  if (!tags.includes(etagOf(version))) throw new PreconditionFailed();
}

/** Answers one record, tagged with its version; without a body where the client has that version already. Express
 *  would send it again to clients that say `Cache-Control: no-cache`, as most HTTP libraries do here.
 *  @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2 */
export function answerRecord<Record extends object>(
  data: Record,
  { request, response, version = data }: { request: Request; response: Response; version?: object },
): { data: Record } {
  const tag = etagOf(version);
  response.setHeader('ETag', tag);
  const known = request.headers['if-none-match']?.split(',').map((entry) => entry.trim().replace(/^W\//, ''));
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && known?.some((entry) => entry === tag || entry === '*')) response.status(304);
  return { data };
}
