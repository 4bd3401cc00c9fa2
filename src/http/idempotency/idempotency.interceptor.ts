import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  Logger,
  type NestInterceptor,
} from '@nestjs/common';
import { type Request, type Response } from 'express';
import { setTimeout as sleep } from 'node:timers/promises';
import { catchError, finalize, mergeMap, type Observable, of } from 'rxjs';
import { DatabaseSession } from '../../database/database-session.js';
import { settlesWithin } from '../../settles-within.js';
import { resourcePathOf } from '../base-url.js';
import { abortOnDisconnect } from '../disconnection.js';
import { RequestInProgress, ValidationFailed } from '../http-errors.js';
import { type Claim } from './run-once.js';
import {
  type IdempotentRequest,
  IdempotencyRepository,
  type KeptAnswer,
  requestHash,
} from './idempotency.repository.js';

const MAX_KEY_LENGTH = 255;
const KEPT_HEADERS = ['Location', 'Age', 'Retry-After', 'ETag'];
/** How long a repeated request waits for the first one: a client that lost its connection may be back before the server
 *  has noticed. */
const PATIENCE_MS = 1000;
const LOOK_MS = 200;
const LOCK_LIMIT_MS = 500;

/** Thrown to skip the rest of a request whose response is known. */
class Replay extends Error {
  constructor(readonly answer: KeptAnswer) {
    super('The response to this request is known');
  }
}

interface Run {
  /** Null until the handler calls `RunOnce`. */
  request: IdempotentRequest | null;
  isRepeated: boolean;
}

/** Lets handlers use `RunOnce`, keeps their responses, and repeats a response that was kept. While the first request
 *  with a key is being answered, it holds a lock, which is released with the response, with the client's connection,
 *  and with the process.
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
    const disconnection = abortOnDisconnect(response);
    const lock = `request-${crypto.randomUUID()}`;
    const run: Run = { request: null, isRepeated: false };
    request.runOnce = async (fields, operation) => {
      const own = idempotentRequest(request, fields);
      const recordId = await this.earlierRecord(own);
      Object.assign(run, { request: own, isRepeated: recordId !== null });
      if (recordId === null) await this.hold(lock, disconnection);
      const take: Claim['take'] = (manager, id) =>
        this.requests.take(manager, own, { recordId: id, answering: lock });
      return operation({ recordId, take });
    };
    return next.handle().pipe(
      mergeMap(async (body: object) => {
        if (run.isRepeated) response.setHeader('Idempotent-Replayed', 'true');
        if (run.request && !disconnection.aborted) await this.keep(run.request, answerOf(response, body));
        return body;
      }),
      catchError((error: unknown) => {
        if (!(error instanceof Replay)) throw error;
        return of(replayed(error.answer, response));
      }),
      finalize(() => this.session.drop(lock)),
    );
  }

  /** The record that an earlier request with the same key stored before it was interrupted; null if there was none.
   *  @throws Replay, ValidationFailed, RequestInProgress */
  private async earlierRecord(request: IdempotentRequest): Promise<number | null> {
    for (const endsAt = performance.now() + PATIENCE_MS; ;) {
      const earlier = await this.requests.earlier(request);
      if (earlier?.answer) throw new Replay(earlier.answer);
      if (!earlier?.isBeingAnswered) return earlier?.recordId ?? null;
      if (performance.now() >= endsAt) throw new RequestInProgress();
      await sleep(LOOK_MS);
    }
  }

  /** Without the lock the request counts as interrupted: repeated, it gets the same record. */
  private async hold(lock: string, disconnection: AbortSignal): Promise<void> {
    disconnection.addEventListener('abort', () => this.session.drop(lock), { once: true });
    await settlesWithin(LOCK_LIMIT_MS, this.session.hold(lock));
  }

  /** The record is stored, whether or not the answer can be kept. */
  private async keep(request: IdempotentRequest, answer: KeptAnswer): Promise<void> {
    await this.requests.keep(request, answer).catch((error: unknown) => {
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
