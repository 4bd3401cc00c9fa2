import { type Request } from 'express';
import { parsedUrl } from '../../basics/url.js';
import { baseUrlOf } from '../../platform/http/server/base-url.js';
import { FormRefused } from '../console-errors.js';

/** Browsers name the site that a form was sent from. Ours is the public one, or the one in the address bar.
 *  @throws FormRefused for any other, also one that a browser keeps to itself (`null`) */
export function requireOwnOrigin(request: Request): void {
  const { origin } = request.headers;
  if (origin === undefined || origin === parsedUrl(baseUrlOf(request))?.origin) return;
  if (parsedUrl(origin)?.host !== request.headers.host) throw new FormRefused();
}
