import { type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ScopeMissing } from './auth-errors.js';
import { type Caller } from './caller.js';
import { type Scope } from './scopes.js';

const SCOPE = Symbol('scope');

/** The scope that a key must have to use the route. */
export const NeedsScope = (scope: Scope) => SetMetadata(SCOPE, scope);

@Injectable()
export class NeededScope {
  constructor(private readonly reflector: Reflector) {}

  /** @throws ScopeMissing if the caller lacks what the route {@link NeedsScope} */
  require(context: ExecutionContext, { key }: Caller): void {
    const targets = [context.getHandler(), context.getClass()];
    const scope = this.reflector.getAllAndOverride<Scope | undefined>(SCOPE, targets);
    if (scope && !key.scopes.includes(scope)) throw new ScopeMissing(scope);
  }
}
