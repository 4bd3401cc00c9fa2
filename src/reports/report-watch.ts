import { Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DatabaseSession } from '../platform/database/database-session.js';
import { DONE_CHANNEL } from './audits/pending-audits.repository.js';

/** How often the database is asked without a notification. */
const RECHECK_MS = 10_000;
/** Reports that are remembered as done, for requests that begin to wait just after. */
const MAX_REMEMBERED = 1000;

/** Lets requests wait for reports: PostgreSQL notifies every process of each report that is done. */
@Injectable()
export class ReportWatch implements OnModuleInit, BeforeApplicationShutdown {
  private readonly waiting = new Map<number, Set<() => void>>();
  private readonly done = new Set<number>();
  private isEnding = false;

  constructor(private readonly session: DatabaseSession) {}

  onModuleInit(): void {
    this.session.listen(DONE_CHANNEL, (payload) => {
      if (payload === null) {
        this.wakeAll();
        return;
      }
      const id = Number(payload);
      this.remember(id);
      this.wake(id);
    });
  }

  /** Resolves once the report is done, or after `ms`, or when `signal` is aborted.
   *  @param isNew it was queued by this process just now
   *  @param isDone asks the database, when a notification may have been missed */
  async untilDone(
    id: number,
    {
      ms: limitMs,
      signal,
      isNew,
      isDone,
    }: { ms: number; signal: AbortSignal; isNew: boolean; isDone: () => Promise<boolean> },
  ): Promise<void> {
    const endsAt = performance.now() + limitMs;
    for (let isSure = isNew && this.session.isConnected; !signal.aborted && !this.isEnding; isSure = false) {
      const ms = Math.min(RECHECK_MS, endsAt - performance.now());
      const woken = this.nextNotification(id, { ms, signal });
      try {
        if (this.done.has(id) || (!isSure && (await isDone())) || performance.now() >= endsAt) return;
        await woken.promise;
      } finally {
        woken.forget();
      }
    }
  }

  beforeApplicationShutdown(): void {
    this.end();
  }

  /** Makes every request respond with what there is now. */
  end(): void {
    this.isEnding = true;
    this.wakeAll();
  }

  /** Registered before the database is asked, so that no notification is missed in between. */
  private nextNotification(id: number, { ms, signal }: { ms: number; signal: AbortSignal }) {
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

  private remember(id: number): void {
    this.done.add(id);
    const [oldest] = this.done;
    if (this.done.size > MAX_REMEMBERED && oldest !== undefined) this.done.delete(oldest);
  }

  private wake(id: number): void {
    for (const wake of this.waiting.get(id) ?? []) wake();
  }

  private wakeAll(): void {
    for (const id of this.waiting.keys()) this.wake(id);
  }
}
