import { parse } from 'cookie';
import { type Request, type Response } from 'express';
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

/** No script and no other site can use it. */
function optionsFor(request: Request) {
  const secure = baseUrlOf(request).startsWith('https:') || request.secure;
  return { path: PATH, httpOnly: true, sameSite: 'strict', secure } as const;
}
