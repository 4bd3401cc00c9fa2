import { hash } from 'node:crypto';
import { type Request, type Response } from 'express';
import { PreconditionFailed } from './http-errors.js';
import { withJson } from './json-text.js';

/** Strong entity tag of a record, as it is answered.
 *  @param json of the record */
function etagOf(json: string | Buffer): string {
  return `"${hash('sha256', json, 'base64url').slice(0, 27)}"`;
}

/** @throws PreconditionFailed where `If-Match` was sent and names another version
 *  @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1 */
export function requireMatch(ifMatch: string | undefined, record: object): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  if (!tags.includes(etagOf(JSON.stringify(record)))) throw new PreconditionFailed();
}

/** Answers one record, tagged with its version; without a body where the client has that version already. Express
 *  would send it again to clients that say `Cache-Control: no-cache`, as most HTTP libraries do here.
 *  @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2 */
export function answerRecord<Record extends object>(
  data: Record,
  { request, response }: { request: Request; response: Response },
): { data: Record } {
  const json = Buffer.from(JSON.stringify(data));
  const tag = etagOf(json);
  response.setHeader('ETag', tag);
  const known = request.headers['if-none-match']?.split(',').map((entry) => entry.trim().replace(/^W\//, ''));
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && known?.some((entry) => entry === tag || entry === '*')) response.status(304);
  return withJson({ data }, json);
}
