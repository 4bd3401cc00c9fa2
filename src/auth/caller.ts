import { createParamDecorator, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Request } from 'express';
import { ScopeMissing } from './auth-errors.js';
import { type Scope } from './scopes.js';

const SCOPES = Symbol('scopes');

/** The account and the key of a request. */
export interface Caller {
  readonly account: { readonly id: number; readonly name: string; readonly createdAt: Date };
  readonly key: {
    readonly id: number;
    readonly name: string;
    readonly prefix: string;
    readonly lastFour: string;
    readonly scopes: readonly Scope[];
    readonly expiresAt: Date | null;
  };
}

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the only way to extend Express's Request
  namespace Express {
    interface Request {
      caller: Caller;
    }
  }
}

/** The {@link Caller} that the guard has authenticated. */
export const CurrentCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext): Caller => context.switchToHttp().getRequest<Request>().caller,
);

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
