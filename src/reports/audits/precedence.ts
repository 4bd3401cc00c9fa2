import { Inject, Injectable } from '@nestjs/common';
import { settlesWithin } from '../../basics/settles-within.js';
import { CONFIG, type Config } from '../../platform/config/config.js';

/** Longest wait of one page of a crawl. It covers the work of an ordinary audit, and lets a crawl go on beside a long batch
 *  of another account. */
const MAX_WAIT_MS = 300;

/** Gives what somebody waits for in this process, requests for reports and their audits, precedence over the work of
 *  crawls, which begins no step while one of the former is under way. */
@Injectable()
export class Precedence {
  private readonly audits = new Set<Promise<unknown>>();
  private readonly requests = new Map<Promise<unknown>, number>();
  /** If all places waited for an audit, it would get none of them. */
  private readonly maxWaiting: number;
  private waiting = 0;

  constructor(@Inject(CONFIG) { auditConcurrency }: Config) {
    this.maxWaiting = auditConcurrency - 1;
  }

  /** Gives an audit precedence until it settles. */
  async audit<T>(work: Promise<T>): Promise<T> {
    this.audits.add(work);
    return work.finally(() => this.audits.delete(work));
  }

  /** Gives a request for a report precedence until it settles, over crawls of other accounts: those of its own may have the
   *  places that its audit waits for. */
  async request<T>(accountId: number, work: Promise<T>): Promise<T> {
    this.requests.set(work, accountId);
    return work.finally(() => this.requests.delete(work));
  }

  /** @returns a function that waits until nothing with precedence over a crawl is under way, 300 ms in all its calls */
  yielding(accountId: number): () => Promise<void> {
    let leftMs = MAX_WAIT_MS;
    return async () => {
      if (this.waiting >= this.maxWaiting) return;
      const startedAtMs = performance.now();
      const spentMs = () => performance.now() - startedAtMs;
      this.waiting++;
      for (let first = this.firstOf(accountId); first && spentMs() < leftMs; first = this.firstOf(accountId))
        await settlesWithin(leftMs - spentMs(), first);
      this.waiting--;
      leftMs -= spentMs();
    };
  }

  private firstOf(accountId: number): Promise<unknown> | undefined {
    const [audit] = this.audits;
    return audit ?? [...this.requests].find(([, owner]) => owner !== accountId)?.[0];
  }
}
