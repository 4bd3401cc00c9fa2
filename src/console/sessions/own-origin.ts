import { type Request } from 'express';
import { parsedUrl } from '../../basics/url.js';
import { baseUrlOf } from '../../platform/http/server/base-url.js';
import { ForeignOrigin } from '../console-errors.js';

/** Browsers name the site that a form was sent from.
 *  @throws ForeignOrigin for any other than ours, also one that a browser keeps to itself (`null`) */
export function requireOwnOrigin(request: Request): void {
  const { origin } = request.headers;
  if (origin !== undefined && !isOwnOrigin(request, origin)) throw new ForeignOrigin();
}

/** Whether an origin is ours: the public one, or the one in the address bar. */
export function isOwnOrigin(request: Request, origin: string): boolean {
  const url = parsedUrl(origin);
  return (
    url !== null &&
    (url.origin === parsedUrl(baseUrlOf(request))?.origin || url.host === request.headers.host)
  );
}
