import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Request } from 'express';
import { IS_PUBLIC } from '../http/public.decorator.js';
import { AuthService } from './auth.service.js';
import { ScopeMissing } from './auth-errors.js';
import { type Scope } from './scopes.js';

const SCOPE = Symbol('scope');

/** The scope that a key needs for the route. */
export const NeedsScope = (scope: Scope) => SetMetadata(SCOPE, scope);

/** Lets requests with a valid key in; stands before every route that is not `@Public()`. */
@Injectable()
export class BearerGuard implements CanActivate {
  constructor(
    private readonly auth: AuthService,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(IS_PUBLIC, targets)) return true;
    const request = context.switchToHttp().getRequest<Request>();
    request.caller = await this.auth.authenticate(request.headers.authorization);
    const scope = this.reflector.getAllAndOverride<Scope | undefined>(SCOPE, targets);
    if (scope && !request.caller.key.scopes.includes(scope)) throw new ScopeMissing(scope);
    return true;
  }
}
