import { type ArgumentsHost, Catch } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { type DomainError } from '../platform/errors/domain-error.js';
import { ProblemFilter } from '../platform/http/problems/problem.filter.js';
import { PdfFailed } from '../sharing/files/pdf-errors.js';
import { SignInNeeded } from './console-errors.js';
import { arrivalPage } from './pages/arrival-page.js';
import { consoleProblemPage } from './pages/problem-page.js';
import { forgetSignIn, sessionCookieOf } from './sessions/session-cookie.js';
import { nextAddress } from './sessions/next-address.js';
import { screenBefore } from './sessions/screen-before.js';
import { UNSAVED } from './sessions/sign-in-page.js';
import { SCREEN_HEADERS } from './screen-headers.js';

/** @returns the sign-in, which leads back to the screen, and says that a form was lost */
function signInAddress(request: Request): string {
  const isForm = request.method === 'POST';
  const next = (isForm ? screenBefore(request) : nextAddress(request.originalUrl)) ?? '/console';
  const address = `/console/sign-in?next=${encodeURIComponent(next)}`;
  return isForm && request.path !== '/console/sign-out' ? `${address}&${UNSAVED}=1` : address;
}

function isFromOtherSite({ method, headers }: Request): boolean {
  return method === 'GET' && headers['sec-fetch-site'] === 'cross-site';
}

/** Sends people without a session to the sign-in, which leads back to the screen; other errors are problems, and screens
 *  for browsers. */
@Catch()
export class ConsoleFilter extends ProblemFilter {
  protected override readonly pageHeaders = SCREEN_HEADERS;

  override catch(error: unknown, host: ArgumentsHost): void {
    if (!(error instanceof SignInNeeded)) {
      super.catch(error, host);
      return;
    }
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    // Without a cookie, there may be a session all the same: see arrivalPage.
    if (sessionCookieOf(request) !== null) forgetSignIn(response);
    else if (isFromOtherSite(request)) {
      const address = nextAddress(request.originalUrl);
      response.set('Refresh', `0; url=${address}`).set(SCREEN_HEADERS).send(arrivalPage(address));
      return;
    }
    response.redirect(303, signInAddress(request));
  }

  /** A screen that shows progress loads itself again when the service is busy or away: it goes on afterwards. A PDF that could
   *  not be made says why. */
  protected override pageOf(error: DomainError, request: Request, requestId: string | null): string {
    const seconds = request.res?.get('Retry-After');
    const isWaiting = seconds !== undefined && !(error instanceof PdfFailed);
    if (request.method === 'GET' && isWaiting) request.res?.set('Refresh', seconds);
    return consoleProblemPage(error, request, requestId);
  }
}
