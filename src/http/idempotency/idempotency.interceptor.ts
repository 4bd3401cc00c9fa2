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
import { resourcePathOf } from '../base-url.js';
import { abortOnDisconnect } from '../disconnection.js';
import { ValidationFailed } from '../http-errors.js';
import { Attempt, Replay } from './attempt.js';
import {
  type IdempotentRequest,
  IdempotencyRepository,
  type KeptAnswer,
  requestHash,
} from './idempotency.repository.js';

const MAX_KEY_LENGTH = 255;
const KEPT_HEADERS = ['Location', 'Age', 'Retry-After', 'ETag'];

/** Lets handlers use `RunOnce`, keeps their responses, and sends a kept response again.
 *  @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/ */
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
    if (request.headers['idempotency-key'] === undefined) {
      request.runOnce = (_fields, operation) => operation(null);
      return next.handle();
    }
    const attempt = new Attempt(this.requests, this.session, abortOnDisconnect(response));
    request.runOnce = (fields, operation) => attempt.runOnce(idempotentRequest(request, fields), operation);
    return next.handle().pipe(
      mergeMap(async (body: object) => {
        if (attempt.isRepeated) response.setHeader('Idempotent-Replayed', 'true');
        await this.keep(attempt, answerOf(response, body));
        return body;
      }),
      catchError((error: unknown) => {
        if (!(error instanceof Replay)) throw error;
        return of(replayed(error.answer, response));
      }),
      finalize(() => attempt.release()),
    );
  }

  /** The record is stored, whether or not the answer can be kept. */
  private async keep(attempt: Attempt, answer: KeptAnswer): Promise<void> {
    await attempt.keep(answer).catch((error: unknown) => {
      this.logger.warn(`The response to an Idempotency-Key was not kept: ${String(error)}`);
    });
  }
}

/** @throws ValidationFailed */
function idempotentRequest(request: Request, fields: object): IdempotentRequest {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '' || key.length > MAX_KEY_LENGTH) {
    const fault = `Idempotency-Key must be 1 to ${String(MAX_KEY_LENGTH)} characters long.`;
    throw new ValidationFailed({ 'Idempotency-Key': [fault] });
  }
  const hash = requestHash([request.method, resourcePathOf(request), Object.entries(fields).sort()]);
  return { accountId: request.caller.account.id, key, hash };
}

function answerOf(response: Response, body: object): KeptAnswer {
  const headers = KEPT_HEADERS.flatMap((name) => {
    const value = response.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { status: response.statusCode, headers: Object.fromEntries(headers), body };
}

function replayed({ status, headers, body }: KeptAnswer, response: Response): object {
  response.status(status).set({ ...headers, 'Idempotent-Replayed': 'true' });
  return body;
}
