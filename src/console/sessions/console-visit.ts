import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request } from 'express';
import { type Caller } from '../../auth/caller.js';
import { queryOf } from '../../platform/http/input/input.js';
import { baseUrlOf, resourcePathOf } from '../../platform/http/server/base-url.js';

/** Who looks at a screen, and what screens need of the request. */
export interface ConsoleVisit {
  readonly caller: Caller;
  /** For the forms of this session. */
  readonly formToken: string;
  /** Base of absolute links, without a trailing slash. */
  readonly base: string;
  /** Of the screen. */
  readonly path: string;
  /** What the last form did, as a code; null: no form was sent. */
  readonly done: string | null;
}

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the only way to extend Express's Request
  namespace Express {
    interface Request {
      /** Of the session; set by the console's guard. */
      formToken: string;
    }
  }
}

/** The {@link ConsoleVisit}. */
export const Visit = createParamDecorator((_: unknown, context: ExecutionContext): ConsoleVisit => {
  const request = context.switchToHttp().getRequest<Request>();
  const { caller, formToken } = request;
  const done = queryOf(request).fields.done;
  return {
    caller,
    formToken,
    base: baseUrlOf(request),
    path: resourcePathOf(request),
    done: typeof done === 'string' ? done : null,
  };
});
