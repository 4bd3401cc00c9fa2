import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Request, type Response } from 'express';
import { networkOf } from '../platform/http/server/network.js';
import { OPENNESS, type Openness } from '../platform/http/public.decorator.js';
import { showLimit, showRequestLimit } from '../platform/http/rate-limits/rate-limit-headers.js';
import { AuthService } from './auth.service.js';
import { ScopeMissing } from './auth-errors.js';
import { type Caller } from './caller.js';
import { type RequestAdmission, RequestLimits } from './request-limits.js';
import { type Scope } from './scopes.js';

const SCOPE = Symbol('scope');

/** The scope that a key must have to use the route. */
export const NeedsScope = (scope: Scope) => SetMetadata(SCOPE, scope);

/** Requires a valid key for every route that is not `@Public()` or `@KeyOptional()`. */
@Injectable()
export class BearerGuard implements CanActivate {
  constructor(
    private readonly auth: AuthService,
    private readonly limits: RequestLimits,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()];
    const openness = this.reflector.getAllAndOverride<Openness | undefined>(OPENNESS, targets);
    if (openness === 'public') return true;
    const request = context.switchToHttp().getRequest<Request>();
    if (openness === 'key_optional' && !isBearer(request)) return true;
    request.caller = await this.auth.authenticate(request.headers.authorization, networkOf(request));
    const { caller } = request;
    request.requester = { accountId: caller.account.id, keyId: caller.key.id };
    const response = context.switchToHttp().getResponse<Response>();
    request.countRequests = (requests) => this.count(caller, requests, response);
    const { key, refusal } = await this.count(caller, 1, response);
    if (refusal) throw refusal;
    request.allowance = key;
    const scope = this.reflector.getAllAndOverride<Scope | undefined>(SCOPE, targets);
    if (scope && !request.caller.key.scopes.includes(scope)) throw new ScopeMissing(scope);
    return true;
  }

  private async count(caller: Caller, requests: number, response: Response): Promise<RequestAdmission> {
    const admission = await this.limits.take(caller, requests);
    if (admission.key) showRequestLimit(response, admission.key, Date.now());
    if (admission.account) showLimit(response, 'account_requests', admission.account);
    return admission;
  }
}

/** Other schemes are credentials for a proxy. */
function isBearer({ headers }: Request): boolean {
  return /^bearer\b/i.test(headers.authorization ?? '');
}
