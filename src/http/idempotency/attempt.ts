import { setTimeout as sleep } from 'node:timers/promises';
import { type DatabaseSession } from '../../database/database-session.js';
import { settlesWithin } from '../../settles-within.js';
import { RequestInProgress } from '../http-errors.js';
import {
  type EarlierRequest,
  type IdempotencyRepository,
  type IdempotentRequest,
  type KeptAnswer,
} from './idempotency.repository.js';
import { type Claim } from './idempotent.decorator.js';

/** How long a repeated request waits for the first one: a client that lost its connection may be back before the server
 *  has noticed. */
const PATIENCE_MS = 1000;
const LOOK_MS = 200;
const LOCK_LIMIT_MS = 500;

/** Thrown to end a request whose response is known. */
export class Replay extends Error {
  constructor(readonly answer: KeptAnswer) {
    super('The response to this request is known');
  }
}

/** One request with an Idempotency-Key. While it is being answered, it holds a lock, which is released with the
 *  response, with the client's connection, and with the process. */
export class Attempt {
  private request: IdempotentRequest | null = null;
  private readonly lock = `request-${crypto.randomUUID()}`;
  /** Whether an earlier request stored the record. */
  isRepeated = false;

  constructor(
    private readonly requests: IdempotencyRepository,
    private readonly session: DatabaseSession,
    private readonly disconnection: AbortSignal,
  ) {}

  /** @throws Replay, ValidationFailed, RequestInProgress */
  async runOnce<T>(request: IdempotentRequest, operation: (claim: Claim) => Promise<T>): Promise<T> {
    const earlier = await this.ended(request);
    if (earlier?.answer) throw new Replay(earlier.answer);
    this.request = request;
    const recordId = earlier?.reportId ?? null;
    this.isRepeated = recordId !== null;
    if (!this.isRepeated) await this.hold();
    return operation({
      recordId,
      take: (manager, reportId) => this.requests.take(manager, request, { reportId, answering: this.lock }),
    });
  }

  /** Keeps the answer, unless the client is gone: it will repeat the request. */
  async keep(answer: KeptAnswer): Promise<void> {
    if (this.request && !this.disconnection.aborted) await this.requests.keep(this.request, answer);
  }

  release(): void {
    this.session.drop(this.lock);
  }

  /** The earlier request with the same key, if there was one and it is no longer being answered. */
  private async ended(request: IdempotentRequest): Promise<EarlierRequest | null> {
    for (const endsAt = performance.now() + PATIENCE_MS; ;) {
      const earlier = await this.requests.earlier(request);
      if (!earlier?.isBeingAnswered) return earlier;
      if (performance.now() >= endsAt) throw new RequestInProgress();
      await sleep(LOOK_MS);
    }
  }

  /** Without the lock the request counts as interrupted: repeated, it gets the same record. */
  private async hold(): Promise<void> {
    this.disconnection.addEventListener('abort', () => this.release(), { once: true });
    await settlesWithin(LOCK_LIMIT_MS, this.session.hold(this.lock));
  }
}
