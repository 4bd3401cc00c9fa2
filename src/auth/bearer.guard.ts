import { type CanActivate, type ExecutionContext, Inject, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Request, type Response } from 'express';
import { CONFIG, type Config } from '../config/config.js';
import { TooManyRequests } from '../http/http-errors.js';
import { networkOf } from '../http/network.js';
import { OPENNESS, type Openness } from '../http/public.decorator.js';
import { showRequestLimit } from '../http/rate-limit-headers.js';
import { type Allowance, RateLimiter } from '../http/rate-limiter.js';
import { AuthService } from './auth.service.js';
import { ScopeMissing } from './auth-errors.js';
import { type Scope } from './scopes.js';

const SCOPE = Symbol('scope');

/** The scope that a key must have to use the route. */
export const NeedsScope = (scope: Scope) => SetMetadata(SCOPE, scope);

/** Requires a valid key for every route that is not `@Public()` or `@KeyOptional()`. */
@Injectable()
export class BearerGuard implements CanActivate {
  private readonly limiter: RateLimiter | null;

  constructor(
    private readonly auth: AuthService,
    private readonly reflector: Reflector,
    @Inject(CONFIG) config: Config,
  ) {
    this.limiter = config.rateLimit === 0 ? null : new RateLimiter(config.rateLimit);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()];
    const openness = this.reflector.getAllAndOverride<Openness | undefined>(OPENNESS, targets);
    if (openness === 'public') return true;
    const request = context.switchToHttp().getRequest<Request>();
    if (openness === 'key_optional' && !isBearer(request)) return true;
    request.caller = await this.auth.authenticate(request.headers.authorization, networkOf(request));
    request.allowance = this.limit(request.caller.key.id, context.switchToHttp().getResponse<Response>());
    const scope = this.reflector.getAllAndOverride<Scope | undefined>(SCOPE, targets);
    if (scope && !request.caller.key.scopes.includes(scope)) throw new ScopeMissing(scope);
    return true;
  }

  /** @throws TooManyRequests */
  private limit(keyId: number, response: Response): Allowance | null {
    if (!this.limiter) return null;
    const allowance = this.limiter.take(keyId);
    showRequestLimit(response, allowance, Date.now());
    if (allowance.remaining < 0) throw new TooManyRequests(allowance.limit, allowance.secondsToReset);
    return allowance;
  }
}

/** Other schemes are credentials for a proxy. */
function isBearer({ headers }: Request): boolean {
  return /^bearer\b/i.test(headers.authorization ?? '');
}
