import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  Logger,
  type NestInterceptor,
} from '@nestjs/common';
import { type Request, type Response } from 'express';
import { catchError, finalize, mergeMap, type Observable, of } from 'rxjs';
import { DatabaseSession } from '../../database/database-session.js';
import { resourcePathOf } from '../server/base-url.js';
import { abortOnDisconnect } from '../server/disconnection.js';
import { requesterOf } from '../requester.js';
import { Replay } from './idempotency.js';
import { IdempotencyRepository, type KeptAnswer } from './idempotency.repository.js';
import { type IdempotentRequest, type RepeatableRequest } from './repeatable-request.js';

const KEPT_HEADERS = ['Location', 'Age', 'Retry-After', 'ETag'];

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the only way to extend Express's Request
  namespace Express {
    interface Request {
      repeatable: RepeatableRequest;
    }
  }
}

/** Keeps the responses to requests with an Idempotency-Key, and repeats a response that was kept. While the first request
 *  with a key is being answered, it holds a lock, which is released with the response, with the client's connection, and
 *  with the process. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  private readonly logger = new Logger(IdempotencyInterceptor.name);

  constructor(
    private readonly requests: IdempotencyRepository,
    private readonly session: DatabaseSession,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    const repeatable = repeatableBy(request, response, request.headers['idempotency-key']);
    if (repeatable.key === undefined) return next.handle();
    return next.handle().pipe(
      mergeMap(async (body: object) => {
        const { found, disconnection } = repeatable;
        if (found?.isRepeated) response.setHeader('Idempotent-Replayed', 'true');
        const answer = { ...answerOf(response, body), warnings: request.warnings.list };
        if (found && !disconnection.aborted) await this.keep(found.request, answer);
        return body;
      }),
      catchError((error: unknown) => {
        if (!(error instanceof Replay)) throw error;
        const { warnings } = request;
        if (!warnings.isStrict) warnings.add(...(error.answer.warnings ?? []));
        return of(replayed(error.answer, response));
      }),
      finalize(() => this.session.drop(repeatable.lock)),
    );
  }

  /** The record is stored, whether or not the answer can be kept. */
  private async keep(request: IdempotentRequest, answer: KeptAnswer): Promise<void> {
    await this.requests.keep(request, answer).catch((error: unknown) => {
      this.logger.warn(`The response to an Idempotency-Key was not kept: ${String(error)}`);
    });
  }
}

/** What `Idempotency.once` creates one record for; kept with the request.
 *  @param key by which it is known again */
export function repeatableBy(
  request: Request,
  response: Response,
  key: RepeatableRequest['key'],
): RepeatableRequest {
  request.repeatable = {
    accountId: requesterOf(request).accountId,
    key,
    target: [request.method, resourcePathOf(request)],
    lock: `request-${crypto.randomUUID()}`,
    disconnection: abortOnDisconnect(response),
    found: null,
  };
  return request.repeatable;
}

function answerOf(response: Response, body: object): KeptAnswer {
  const sent = KEPT_HEADERS.filter((name) => response.hasHeader(name));
  const headers = Object.fromEntries(sent.map((name) => [name, String(response.getHeader(name))]));
  return { status: response.statusCode, headers, body: withoutSecret(body) };
}

/** A secret is sent once, and never stored. */
function withoutSecret(body: object): object {
  if (!('data' in body) || typeof body.data !== 'object' || body.data === null) return body;
  if (!('secret' in body.data)) return body;
  const entries = Object.entries(body.data).filter(([name]) => name !== 'secret');
  return { ...body, data: Object.fromEntries(entries) as object };
}

function replayed({ status, headers, body }: KeptAnswer, response: Response): object {
  response.status(status).set({ ...headers, 'Idempotent-Replayed': 'true' });
  return body;
}
