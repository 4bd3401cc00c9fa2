/** What is left of a limit. */
export interface Allowance {
  readonly limit: number;
  readonly windowSeconds: number;
  /** Requests left in this window; negative beyond the limit. */
  readonly remaining: number;
  readonly secondsToReset: number;
}

interface Window {
  used: number;
  endsAtMs: number;
}

const MAX_KNOWN = 100_000;

/** Counts requests per key in windows, a minute long by default, that begin with the first request. Each process
 *  counts its own. */
export class RateLimiter {
  private readonly windows = new Map<number | string, Window>();

  /** @param nowMs a clock that is never set back, which would leave limits shut for as long */
  constructor(
    private readonly limit: number,
    private readonly windowSeconds = 60,
    private readonly nowMs = () => performance.now(),
  ) {}

  /** Counts requests of a key. */
  take(key: number | string, requests = 1): Allowance {
    const now = this.nowMs();
    const window = this.windowOf(key, now);
    window.used += requests;
    return {
      limit: this.limit,
      windowSeconds: this.windowSeconds,
      remaining: this.limit - window.used,
      secondsToReset: Math.ceil((window.endsAtMs - now) / 1000),
    };
  }

  /** Takes back one request. */
  giveBack(key: number | string): void {
    const window = this.windows.get(key);
    if (window && window.used > 0) window.used--;
  }

  private windowOf(key: number | string, now: number): Window {
    const known = this.windows.get(key);
    if (known && known.endsAtMs > now) return known;
    const window = { used: 0, endsAtMs: now + this.windowSeconds * 1000 };
    this.windows.delete(key);
    this.windows.set(key, window);
    const [oldest] = this.windows.size > MAX_KNOWN ? this.windows.keys() : [];
    if (oldest !== undefined) this.windows.delete(oldest);
    return window;
  }
}
