import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request } from 'express';
import { type Allowance } from '../platform/http/rate-limits/rate-limiter.js';
import { type Scope } from './scopes.js';

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
      /** Requests left to the key; null: no limit. */
      allowance: Allowance | null;
    }
  }
}

/** The {@link Caller} that the guard has authenticated. */
export const CurrentCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext): Caller => context.switchToHttp().getRequest<Request>().caller,
);

/** What is left of the request limit; null: no limit. */
export const RequestsLeft = createParamDecorator(
  (_: unknown, context: ExecutionContext): Allowance | null =>
    context.switchToHttp().getRequest<Request>().allowance,
);
