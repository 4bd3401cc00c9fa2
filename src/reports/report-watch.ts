import { Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DatabaseSession } from '../database/database-session.js';
import { DONE_CHANNEL } from './pending-audits.repository.js';

/** Lets requests wait for reports: woken by the database, without asking it again and again. */
@Injectable()
export class ReportWatch implements OnModuleInit, BeforeApplicationShutdown {
  private readonly waiting = new Map<number, Set<() => void>>();
  private isEnding = false;

  constructor(private readonly session: DatabaseSession) {}

  onModuleInit(): void {
    this.session.listen(DONE_CHANNEL, (payload) => {
      if (payload === null) this.wakeAll();
      else this.wake(Number(payload));
    });
  }

  /** Resolves once the report is done, or after `ms`, or when `signal` is aborted.
   *  @param isDone asks the database */
  async untilDone(
    id: number,
    { ms, signal, isDone }: { ms: number; signal: AbortSignal; isDone: () => Promise<boolean> },
  ): Promise<void> {
    const endsAt = performance.now() + ms;
    while (!signal.aborted && !this.isEnding) {
      const woken = this.nextWord(id, { ms: endsAt - performance.now(), signal });
      try {
        if ((await isDone()) || performance.now() >= endsAt) return;
        await woken.promise;
      } finally {
        woken.forget();
      }
    }
  }

  beforeApplicationShutdown(): void {
    this.end();
  }

  /** Has every request answer with what there is now. */
  end(): void {
    this.isEnding = true;
    this.wakeAll();
  }

  /** Heard from before the database is asked, so that nothing is missed in between. */
  private nextWord(id: number, { ms, signal }: { ms: number; signal: AbortSignal }) {
    let resolve!: () => void;
    const promise = new Promise<void>((settle) => (resolve = settle));
    const wakers = this.waiting.get(id) ?? new Set();
    this.waiting.set(id, wakers.add(resolve));
    const timer = setTimeout(resolve, Math.max(0, ms));
    signal.addEventListener('abort', resolve);
    const forget = () => {
      signal.removeEventListener('abort', resolve);
      clearTimeout(timer);
      wakers.delete(resolve);
      if (wakers.size === 0) this.waiting.delete(id);
    };
    return { promise, forget };
  }

  private wake(id: number): void {
    for (const wake of this.waiting.get(id) ?? []) wake();
  }

  private wakeAll(): void {
    for (const id of this.waiting.keys()) this.wake(id);
  }
}
