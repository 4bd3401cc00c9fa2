import { parse } from 'cookie';
import { type Request, type Response } from 'express';
import { parsedUrl } from '../../basics/url.js';
import { baseUrlOf } from '../../platform/http/server/base-url.js';
import { SESSION_SECONDS } from './sessions.service.js';

const NAME = 'pagegrade_session';
const PATH = '/console';

/** Value of the session's cookie; null: none was sent. */
export function sessionCookieOf({ headers }: Request): string | null {
  return parse(headers.cookie ?? '')[NAME] ?? null;
}

export function keepSignedIn(response: Response, cookie: string): void {
  response.cookie(NAME, cookie, { ...optionsFor(response.req), maxAge: SESSION_SECONDS * 1000 });
}

export function forgetSignIn(response: Response): void {
  response.clearCookie(NAME, optionsFor(response.req));
}

/** Whether the browser that sends a form throws the session's cookie away, because it came over http. It keeps it on its own
 *  machine. */
export function losesCookie(request: Request): boolean {
  const origin = parsedUrl(request.headers.origin ?? '');
  if (origin?.protocol !== 'http:' || !isSecure(request)) return false;
  return !/^(localhost|127\.[\d.]+|\[::1\])$/.test(origin.hostname);
}

/** No script and no other site can use it. */
function optionsFor(request: Request) {
  return { path: PATH, httpOnly: true, sameSite: 'strict', secure: isSecure(request) } as const;
}

function isSecure(request: Request): boolean {
  return baseUrlOf(request).startsWith('https:') || request.secure;
}
