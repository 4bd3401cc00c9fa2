import {
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
  SetMetadata,
  UseInterceptors,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Request, type Response } from 'express';
import { type Observable, tap } from 'rxjs';
import { CONFIG, type Config } from '../../config/config.js';
import { appendHeader } from '../append-header.js';
import { abortOnDisconnect } from '../disconnection.js';
import { onMethod } from '../on-method.js';
import { ApiRequestHeader } from '../openapi/responses.js';
import { preferencesIn } from './preferences.js';

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
      wait: Wait;
    }
  }
}

const WAITS_BY_DEFAULT = Symbol('waits by default');

/** Applies `Prefer: wait` and `respond-async`, within STORE_WAIT_SECONDS.
 *  @see https://www.rfc-editor.org/rfc/rfc7240#section-4 */
@Injectable()
class WaitInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    const waitsByDefault = this.reflector.get<boolean>(WAITS_BY_DEFAULT, context.getHandler());
    const { isAsync, waitSeconds } = preferencesIn(request.headers.prefer);
    const limit = this.config.storeWaitSeconds;
    const preferred = waitSeconds === null ? null : Math.min(waitSeconds, limit);
    const seconds = preferred ?? (waitsByDefault && !isAsync ? limit : 0);
    request.wait = { ms: seconds * 1000, signal: abortOnDisconnect(response) };
    return next.handle().pipe(
      tap(() => {
        if (preferred !== null) appendHeader(response, 'Preference-Applied', `wait=${String(preferred)}`);
        else if (waitsByDefault && isAsync) appendHeader(response, 'Preference-Applied', 'respond-async');
      }),
    );
  }
}

/** How long to wait: as long as the client prefers. Otherwise not at all, or by default up to the limit. */
export function PreferredWait({ byDefault }: { byDefault: boolean }): ParameterDecorator {
  const preferences = byDefault
    ? '"respond-async" responds immediately (202), "wait=10" waits up to 10 s for the record.'
    : '"wait=20" waits up to 20 s for the record to be complete.';
  return createParamDecorator(
    (_: unknown, context: ExecutionContext): Wait => context.switchToHttp().getRequest<Request>().wait,
    [
      onMethod(
        SetMetadata(WAITS_BY_DEFAULT, byDefault),
        UseInterceptors(WaitInterceptor),
        ApiRequestHeader('Prefer', preferences),
      ),
    ],
  )();
}
