import { FairShare } from './fair-share.js';
import { Tally } from './tally.js';

export interface TurnLimits {
  /** Work of this process at once; an account gets half of them. */
  readonly slots: number;
  /** Of an account. */
  readonly maxWaiting: number;
  readonly waitMs: number;
  /** What is thrown where there is no turn in time. */
  readonly busy: () => Error;
}

/** Turns at work that takes long, so that no account keeps others from it. */
export class AccountTurns {
  private readonly turns: FairShare;
  /** By account. */
  private readonly waiting = new Tally<number>();

  constructor(private readonly limits: TurnLimits) {
    this.turns = new FairShare(limits.slots);
  }

  /** @param account whose work it is
   *  @throws what {@link TurnLimits.busy} makes, and what the work throws */
  async take<T>(account: number, work: () => Promise<T>): Promise<T> {
    const { maxWaiting, waitMs, busy } = this.limits;
    if (this.waiting.of(account) >= maxWaiting) throw busy();
    this.waiting.add(account, 1);
    const release = await this.turns.take(account, AbortSignal.timeout(waitMs)).catch(() => null);
    this.waiting.add(account, -1);
    if (!release) throw busy();
    try {
      return await work();
    } finally {
      release();
    }
  }
}
