import { type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ScopeMissing } from './auth-errors.js';
import { type Caller } from './caller.js';
import { type Scope } from './scopes.js';

const SCOPES = Symbol('scopes');

/** The scopes that a key must have to use the route. */
export const NeedsScope = (...scopes: readonly Scope[]) => SetMetadata(SCOPES, scopes);

@Injectable()
export class NeededScope {
  constructor(private readonly reflector: Reflector) {}

  /** @throws ScopeMissing if the caller lacks what the route {@link NeedsScope} */
  require(context: ExecutionContext, { key }: Caller): void {
    const targets = [context.getHandler(), context.getClass()];
    const needed = this.reflector.getAllAndOverride<readonly Scope[] | undefined>(SCOPES, targets) ?? [];
    const missing = needed.find((scope) => !key.scopes.includes(scope));
    if (missing) throw new ScopeMissing(missing);
  }
}
