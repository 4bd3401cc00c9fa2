import { type Request } from 'express';
import { parsedUrl } from '../../basics/url.js';
import { methodsAt, type Router } from '../../platform/http/unmatched/route-methods.js';
import { nextAddress } from './next-address.js';
import { isOwnOrigin } from './own-origin.js';

const HOME = '/console';

/** Address of the screen whose link or form was used; null: there was none, or it is the first one. */
export function screenBefore(request: Request): string | null {
  const url = parsedUrl(request.headers.referer ?? '');
  if (!url || !isOwnOrigin(request, url.origin)) return null;
  url.searchParams.delete('done');
  const path = shownPath(url.pathname, request);
  const address = nextAddress(path === url.pathname ? path + url.search : path);
  return address === HOME || (request.method === 'GET' && address === request.originalUrl) ? null : address;
}

/** Forms that were refused are shown at the address that they were sent to, which can't be opened: the one above can. */
export function shownPath(path: string, request: Request): string {
  let shown = path;
  while (shown.startsWith(`${HOME}/`) && !methodsOf(shown, request).includes('GET'))
    shown = shown.slice(0, shown.lastIndexOf('/'));
  return shown;
}

/** Whether a form is sent to the path. */
export function isFormPath(path: string, request: Request): boolean {
  return methodsOf(path, request).includes('POST');
}

function methodsOf(path: string, { app }: Request): string[] {
  // Its published type has the layers of Express 4.
  const router: object = app.router;
  return methodsAt(router as Router, path);
}
