import { Injectable } from '@nestjs/common';
import { settlesWithin } from '../../basics/settles-within.js';

/** Longest wait of one page of a crawl. It covers the work of an ordinary audit, and lets a crawl go on beside a long batch
 *  of another account. */
const MAX_WAIT_MS = 300;

/** Gives what somebody waits for in this process, requests for reports and their audits, precedence over the audits of
 *  crawls, which begin no step while one of the former is under way. */
@Injectable()
export class Precedence {
  private readonly underWay = new Set<Promise<unknown>>();

  /** Gives work precedence until it settles. */
  async over<T>(work: Promise<T>): Promise<T> {
    this.underWay.add(work);
    try {
      return await work;
    } finally {
      this.underWay.delete(work);
    }
  }

  /** @returns a function that waits until nothing with precedence is under way, 300 ms in all its calls */
  yielding(): () => Promise<void> {
    let leftMs = MAX_WAIT_MS;
    return async () => {
      const startedAtMs = performance.now();
      const spentMs = () => performance.now() - startedAtMs;
      while (this.underWay.size > 0 && spentMs() < leftMs)
        await settlesWithin(leftMs - spentMs(), Promise.race(this.underWay));
      leftMs -= spentMs();
    };
  }
}
