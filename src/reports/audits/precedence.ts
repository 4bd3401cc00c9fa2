import { settlesWithin } from '../../basics/settles-within.js';

/** Longest wait of one page of a crawl. It covers the work of an ordinary audit, and lets a crawl go on beside a long batch
 *  of another account. */
const MAX_WAIT_MS = 300;

/** Gives the audits of this process that somebody waits for precedence over those of crawls, which begin no step while one
 *  of the former is under way. */
export class Precedence {
  private readonly underWay = new Set<Promise<unknown>>();

  /** Gives an audit precedence until it settles. */
  async over<T>(audit: Promise<T>): Promise<T> {
    this.underWay.add(audit);
    try {
      return await audit;
    } finally {
      this.underWay.delete(audit);
    }
  }

  /** @returns a function that waits until no audit with precedence is under way, 300 ms in all its calls */
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
