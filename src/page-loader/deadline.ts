import { setMaxListeners } from 'node:events';
import { LoadError } from './load-error.js';

/** The time that one visit may take. It stands still while the visit waits for its turn in this process. */
export class Deadline {
  /** Aborted when the time is over, the visit has ended, or its caller gave up. The reason is a {@link LoadError}
   *  where the page was too slow. */
  readonly signal: AbortSignal;
  private readonly abort = new AbortController();
  private readonly startedAt = performance.now();
  private timer: NodeJS.Timeout | undefined;
  private waits = 0;
  private waitingSince = 0;
  private waitedMs = 0;

  /** @param given ends the visit, too */
  constructor(
    private readonly limitMs: number,
    given?: AbortSignal,
  ) {
    this.signal = given ? AbortSignal.any([given, this.abort.signal]) : this.abort.signal;
    // Every request of the visit listens for its end.
    setMaxListeners(0, this.signal);
    this.start();
  }

  /** Milliseconds that the visit has taken, without those in which it waited for its turn. */
  get elapsedMs(): number {
    const waiting = this.waits > 0 ? performance.now() - this.waitingSince : 0;
    return performance.now() - this.startedAt - this.waitedMs - waiting;
  }

  /** Waits for a turn, at no cost of the visit's time. */
  async pauseFor<T>(turn: Promise<T>): Promise<T> {
    if (this.waits++ === 0) {
      this.waitingSince = performance.now();
      clearTimeout(this.timer);
    }
    try {
      return await turn;
    } finally {
      if (--this.waits === 0) {
        this.waitedMs += performance.now() - this.waitingSince;
        if (!this.signal.aborted) this.start();
      }
    }
  }

  /** Ends everything that still listens. */
  end(reason: Error = new Error('The visit has ended')): void {
    clearTimeout(this.timer);
    this.abort.abort(reason);
  }

  private start(): void {
    this.timer = setTimeout(() => {
      this.abort.abort(new LoadError('too_slow', `The page did not load within ${String(this.limitMs)} ms.`));
    }, this.limitMs - this.elapsedMs);
  }
}
