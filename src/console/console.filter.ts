import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { DatabaseOutage } from '../platform/database/database-outage.js';
import { ProblemFilter } from '../platform/http/problems/problem.filter.js';
import { SignInNeeded } from './console-errors.js';
import { forgetSignIn } from './sessions/session-cookie.js';
import { nextAddress } from './sessions/next-address.js';

/** Sends people without a session to the sign-in, which leads back to the screen; other errors are problems. */
@Catch()
export class ConsoleFilter implements ExceptionFilter {
  private readonly problems: ProblemFilter;

  constructor(outage: DatabaseOutage) {
    this.problems = new ProblemFilter(outage);
  }

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    if (!(error instanceof SignInNeeded)) {
      this.problems.answer(error, request, response);
      return;
    }
    forgetSignIn(response);
    const next = request.method === 'GET' ? nextAddress(request.originalUrl) : '/console';
    response.redirect(303, `/console/sign-in?next=${encodeURIComponent(next)}`);
  }
}
