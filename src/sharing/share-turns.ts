import { FairShare } from '../basics/fair-share.js';
import { Tally } from '../basics/tally.js';
import { DomainError } from '../platform/errors/domain-error.js';

/** Of this process, so that most connections to PostgreSQL stay free for the rest; an account gets half of them. */
const SLOTS = 4;
const WAIT_MS = 5000;
/** Of an account. */
const MAX_WAITING = 50;

/** Too many large pages are being made. */
class PagesBusy extends DomainError {
  constructor() {
    super('service_unavailable', 'Too many large pages are being made. Try again in a moment.');
  }
}

/** Turns of pages that take PostgreSQL long, and that anyone may request who has their address. */
export class ShareTurns {
  private readonly turns = new FairShare(SLOTS);
  /** By account. */
  private readonly waiting = new Tally<number>();

  /** @param account whose page it is
   *  @throws PagesBusy, and what the work throws */
  async take<T>(account: number, work: () => Promise<T>): Promise<T> {
    if (this.waiting.of(account) >= MAX_WAITING) throw new PagesBusy();
    this.waiting.add(account, 1);
    const release = await this.turns.take(account, AbortSignal.timeout(WAIT_MS)).catch(() => null);
    this.waiting.add(account, -1);
    if (!release) throw new PagesBusy();
    try {
      return await work();
    } finally {
      release();
    }
  }
}
