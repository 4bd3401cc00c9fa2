import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { abortOnDisconnect } from '../server/disconnection.js';
import { onMethod } from '../on-method.js';
import { ApiRequestHeader } from '../openapi/responses.js';
import { preferencesIn } from './preferences.js';

/** Name of Express's setting that holds `STORE_WAIT_SECONDS`. */
export const WAIT_LIMIT = 'seconds to wait';

/** How long a request waits for a record to be complete. */
export interface Wait {
  readonly ms: number;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the only way to extend Express's Request
  namespace Express {
    interface Request {
      /** For the header Preference-Applied, should the request succeed. */
      appliedPreference?: string;
    }
  }
}

/** How long to wait: as long as the client prefers; otherwise not at all, or by default up to the limit.
 *  @see https://www.rfc-editor.org/rfc/rfc7240#section-4 */
export function PreferredWait({ byDefault }: { byDefault: boolean }): ParameterDecorator {
  const waitOf = (_: unknown, context: ExecutionContext): Wait => {
    const request = context.switchToHttp().getRequest<Request>();
    const { isAsync, waitSeconds } = preferencesIn(request.headers.prefer);
    const limit = request.app.get(WAIT_LIMIT) as number;
    const seconds = Math.min(waitSeconds ?? (byDefault && !isAsync ? limit : 0), limit);
    if (waitSeconds !== null) request.appliedPreference = `wait=${String(seconds)}`;
    else if (byDefault && isAsync) request.appliedPreference = 'respond-async';
    return { ms: seconds * 1000, signal: abortOnDisconnect(context.switchToHttp().getResponse<Response>()) };
  };
  const preferences = byDefault
    ? '"respond-async" responds immediately (202), "wait=10" waits up to 10 s for the record.'
    : '"wait=20" waits up to 20 s for the record to be complete.';
  return createParamDecorator(waitOf, [onMethod(ApiRequestHeader('Prefer', preferences))])();
}
