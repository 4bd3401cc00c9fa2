import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { Database, type Transaction } from '../../database/database.js';
import { DatabaseSession } from '../../database/database-session.js';
import { settlesWithin } from '../../../basics/settles-within.js';
import { RequestInProgress, ValidationFailed } from '../../errors/http-errors.js';
import { IdempotencyRepository, type KeptAnswer, requestHash } from './idempotency.repository.js';
import { type IdempotentRequest, type RepeatableRequest } from './repeatable-request.js';

const MAX_KEY_LENGTH = 255;
/** How long a repeated request waits for the first one: a client that lost its connection may be back before the server
 *  has noticed. */
const PATIENCE_MS = 1000;
const LOOK_MS = 200;
const LOCK_LIMIT_MS = 500;

/** Thrown to skip the rest of a request whose response is known. */
export class Replay extends Error {
  constructor(readonly answer: KeptAnswer) {
    super('The response to this request is known');
  }
}

/** Answers a request without a new record. */
export class Answered<Result> {
  /** @param isKept whether the answer is repeated to a request with the same key; if not, that is a new try */
  constructor(
    readonly result: Result,
    readonly isKept: boolean,
  ) {}
}

/** What a request creates, and how it is answered. */
export interface Creation<Result, Prepared> {
  /** Runs before the transaction begins, and may refuse the request. Its result is for {@link create}. */
  readonly before?: () => Promise<Prepared | Answered<Result>>;
  /** Creates the record in the transaction that also takes the key for it. */
  readonly create: (
    tx: Transaction,
    prepared: Prepared,
  ) => Promise<{ readonly id: number; readonly result: Result }>;
  /** Answers with the record that an earlier request created before it was interrupted. */
  readonly again: (id: number) => Promise<Result>;
}

/** Creates one record for all requests with the same Idempotency-Key.
 *  @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/ */
@Injectable()
export class Idempotency {
  constructor(
    private readonly database: Database,
    private readonly requests: IdempotencyRepository,
    private readonly session: DatabaseSession,
  ) {}

  /** Creates a record, unless an earlier request with the same key did.
   *  @param fields which make two requests the same
   *  @throws Replay, ValidationFailed, RequestInProgress */
  async once<Result, Prepared = void>(
    request: RepeatableRequest,
    fields: object,
    { before, create, again }: Creation<Result, Prepared>,
  ): Promise<Result> {
    const own = request.key === undefined ? null : identified(request, fields);
    if (own) {
      const recordId = await this.earlierRecord(own);
      request.found = { request: own, isRepeated: recordId !== null };
      if (recordId !== null) return again(recordId);
      await this.hold(request);
    }
    const prepared = await before?.();
    if (prepared instanceof Answered) {
      if (!prepared.isKept) request.found = null;
      return prepared.result;
    }
    return this.database.transaction(async (tx) => {
      const { id, result } = await create(tx, prepared as Prepared);
      if (own) await this.requests.take(tx, own, { recordId: id, answering: request.lock });
      return result;
    });
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
  private async hold({ lock, disconnection }: RepeatableRequest): Promise<void> {
    disconnection.addEventListener('abort', () => this.session.drop(lock), { once: true });
    await settlesWithin(LOCK_LIMIT_MS, this.session.hold(lock));
  }
}

/** @throws ValidationFailed */
function identified({ accountId, key, target }: RepeatableRequest, fields: object): IdempotentRequest {
  if (typeof key !== 'string' || key === '' || key.length > MAX_KEY_LENGTH) {
    const fault = `Idempotency-Key must be 1 to ${String(MAX_KEY_LENGTH)} characters long.`;
    throw new ValidationFailed({ 'Idempotency-Key': [fault] });
  }
  return { accountId, key, hash: requestHash([...target, Object.entries(fields).sort()]) };
}
