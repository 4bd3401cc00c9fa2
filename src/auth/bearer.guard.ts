import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Request, type Response } from 'express';
import { networkOf } from '../platform/http/server/incoming-request.js';
import { OPENNESS, type Openness } from '../platform/http/public.decorator.js';
import { Admissions } from './admissions.js';
import { AuthService } from './auth.service.js';
import { NeededScope } from './caller.js';

/** Requires a valid key for every route that is not `@Public()` or `@KeyOptional()`. */
@Injectable()
export class BearerGuard implements CanActivate {
  constructor(
    private readonly auth: AuthService,
    private readonly admissions: Admissions,
    private readonly scope: NeededScope,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()];
    const openness = this.reflector.getAllAndOverride<Openness | undefined>(OPENNESS, targets);
    if (openness === 'public') return true;
    const request = context.switchToHttp().getRequest<Request>();
    if (openness === 'key_optional' && !isBearer(request)) return true;
    const caller = await this.auth.authenticate(request.headers.authorization, networkOf(request));
    await this.admissions.admit(caller, request, context.switchToHttp().getResponse<Response>());
    this.scope.require(context, caller);
    return true;
  }
}

/** Other schemes are credentials for a proxy. */
function isBearer({ headers }: Request): boolean {
  return /^bearer\b/i.test(headers.authorization ?? '');
}
