import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { Admissions } from '../../auth/admissions.js';
import { NeededScope } from '../../auth/caller.js';
import { SignInNeeded } from '../console-errors.js';
import { requireOwnOrigin } from './own-origin.js';
import { sessionCookieOf } from './session-cookie.js';
import { formTokenOf, SessionsService } from './sessions.service.js';

/** Requires a session for the routes of the console, and of forms that our own pages sent them. They count as requests of
 *  its key. */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly sessions: SessionsService,
    private readonly admissions: Admissions,
    private readonly scope: NeededScope,
  ) {}

  /** @throws SignInNeeded, ForeignOrigin, TooManyRequests, ScopeMissing */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const cookie = sessionCookieOf(request);
    const caller = cookie === null ? null : await this.sessions.callerOf(cookie);
    if (cookie === null || caller === null) throw new SignInNeeded();
    // Before the body is read.
    if (request.method === 'POST') requireOwnOrigin(request);
    request.formToken = formTokenOf(cookie);
    // A response that was kept for the API is no page.
    delete request.headers['idempotency-key'];
    await this.admissions.admit(caller, request, context.switchToHttp().getResponse<Response>());
    this.scope.require(context, caller);
    return true;
  }
}
