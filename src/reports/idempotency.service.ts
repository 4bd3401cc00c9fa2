import { Injectable, Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseSession } from '../database/database-session.js';
import { settlesWithin } from '../settles-within.js';
import {
  type EarlierRequest,
  type IdempotentRequest,
  IdempotencyRepository,
  type KeptAnswer,
} from './idempotency.repository.js';
import { RequestInProgress } from './report-errors.js';

/** How long a repeated request waits for the first one to end before it is told that this is still running: a client
 *  that lost its connection may be back sooner than the server has noticed. */
const PATIENCE_MS = 1000;
const LOOK_MS = 200;
const LOCK_LIMIT_MS = 500;

/** What to answer with, where no answer is kept. */
export interface Answers {
  /** For the first request.
   *  @param answering to be stored with the report, see {@link IdempotencyRepository.take} */
  readonly first: (answering: string) => Promise<KeptAnswer>;
  /** For a repeated request, where the first made this report and broke off. */
  readonly resumed: (reportId: number) => Promise<KeptAnswer>;
}

/** Answers requests that have the same Idempotency-Key alike. That the first one is still being answered is known by a
 *  lock, which ends with the answer, with the client's connection, and with the process. */
@Injectable()
export class IdempotencyService {
  private readonly logger = new Logger(IdempotencyService.name);

  constructor(
    private readonly requests: IdempotencyRepository,
    private readonly session: DatabaseSession,
  ) {}

  /** @param departure is aborted when the client is gone
   *  @throws RequestInProgress, ValidationFailed */
  async answer(
    request: IdempotentRequest,
    departure: AbortSignal,
    answers: Answers,
  ): Promise<{ answer: KeptAnswer; isReplayed: boolean }> {
    const earlier = await this.ended(request);
    if (earlier?.answer) return { answer: earlier.answer, isReplayed: true };
    const reportId = earlier?.reportId ?? null;
    if (reportId === null)
      return { answer: await this.first(request, departure, answers.first), isReplayed: false };
    const answer = await answers.resumed(reportId);
    if (!departure.aborted) await this.keep(request, answer);
    return { answer, isReplayed: true };
  }

  /** The earlier request with the same key, if there was one and it is not being answered any more. */
  private async ended(request: IdempotentRequest): Promise<EarlierRequest | null> {
    for (const endsAt = performance.now() + PATIENCE_MS; ;) {
      const earlier = await this.requests.earlier(request);
      if (!earlier?.isBeingAnswered) return earlier;
      if (performance.now() >= endsAt) throw new RequestInProgress();
      await sleep(LOOK_MS);
    }
  }

  private async first(
    request: IdempotentRequest,
    departure: AbortSignal,
    answer: Answers['first'],
  ): Promise<KeptAnswer> {
    const answering = `request-${crypto.randomUUID()}`;
    const release = () => {
      this.session.drop(answering);
    };
    departure.addEventListener('abort', release, { once: true });
    // Without the lock the request counts as broken off: repeated, it is answered with the same report.
    await settlesWithin(LOCK_LIMIT_MS, this.session.hold(answering));
    try {
      const first = await answer(answering);
      if (!departure.aborted) await this.keep(request, first);
      return first;
    } finally {
      release();
    }
  }

  /** The report is there, whether or not its answer can be kept. */
  private async keep(request: IdempotentRequest, answer: KeptAnswer): Promise<void> {
    await this.requests.keep(request, answer).catch((error: unknown) => {
      this.logger.warn(`The answer to an Idempotency-Key could not be kept: ${String(error)}`);
    });
  }
}
