import { setMaxListeners } from 'node:events';
import { LoadError } from './load-error.js';

/** Time limit of one visit. It is paused while the visit waits for its turn in this process. */
export class Deadline {
  /** Aborted when time runs out, the visit ends, or the caller cancels it. If the page was too slow, the reason is a
   *  {@link LoadError}. */
  readonly signal: AbortSignal;
  private readonly abort = new AbortController();
  private readonly startedAt = performance.now();
  private timer: NodeJS.Timeout | undefined;
  private waits = 0;
  private waitingSince = 0;
  private waitedMs = 0;

  /** @param given also ends the visit when aborted */
  constructor(
    private readonly limitMs: number,
    given?: AbortSignal,
  ) {
    this.signal = given ? AbortSignal.any([given, this.abort.signal]) : this.abort.signal;
    // Every request of the visit adds a listener.
    setMaxListeners(0, this.signal);
    this.start();
  }

  /** Duration of the visit in milliseconds, without pauses. */
  get elapsedMs(): number {
    const waiting = this.waits > 0 ? performance.now() - this.waitingSince : 0;
    return performance.now() - this.startedAt - this.waitedMs - waiting;
  }

  /** Pauses the time limit until the promise settles. */
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

  /** Aborts the signal. */
  end(reason: Error = new Error('The visit has ended')): void {
    clearTimeout(this.timer);
    this.abort.abort(reason);
  }

  private start(): void {
    this.timer = setTimeout(() => {
      this.abort.abort(
        new LoadError('too_slow', `The page did not load within ${String(this.limitMs / 1000)} s.`),
      );
    }, this.limitMs - this.elapsedMs);
  }
}
