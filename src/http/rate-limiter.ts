/** What is left of a limit after one more request. */
export interface Allowance {
  readonly limit: number;
  readonly windowSeconds: number;
  /** Requests left in this window; negative where this one is over the limit. */
  readonly remaining: number;
  readonly secondsToReset: number;
}

interface Window {
  used: number;
  endsAtMs: number;
}

const WINDOW_SECONDS = 60;
const MAX_KNOWN = 100_000;

/** Counts requests in windows of a minute, or of another length, each begun by a key's first request in it. Counts this
 *  process alone. */
export class RateLimiter {
  private readonly windows = new Map<number | string, Window>();
  private readonly windowSeconds: number;
  private readonly nowMs: () => number;

  constructor(
    private readonly limit: number,
    {
      windowSeconds = WINDOW_SECONDS,
      nowMs = Date.now,
    }: { windowSeconds?: number; nowMs?: () => number } = {},
  ) {
    this.windowSeconds = windowSeconds;
    this.nowMs = nowMs;
  }

  /** Counts one more of a key, or of whatever else is limited. */
  take(key: number | string): Allowance {
    const now = this.nowMs();
    const window = this.windowOf(key, now);
    window.used++;
    return {
      limit: this.limit,
      windowSeconds: this.windowSeconds,
      remaining: this.limit - window.used,
      secondsToReset: Math.ceil((window.endsAtMs - now) / 1000),
    };
  }

  /** Uncounts one that should not have been counted. */
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
    if (this.windows.size > MAX_KNOWN) this.forgetOldest();
    return window;
  }

  private forgetOldest(): void {
    for (const key of this.windows.keys()) {
      this.windows.delete(key);
      return;
    }
  }
}

/** The headers of draft-ietf-httpapi-ratelimit-headers-10, and the older ones that most clients read.
 *  @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/ */
export function rateLimitHeaders(allowance: Allowance, nowMs: number): Record<string, string> {
  const { limit, windowSeconds, secondsToReset } = allowance;
  const remaining = Math.max(0, allowance.remaining);
  return {
    'RateLimit-Policy': `"requests";q=${String(limit)};w=${String(windowSeconds)}`,
    RateLimit: `"requests";r=${String(remaining)};t=${String(secondsToReset)}`,
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.ceil(nowMs / 1000) + secondsToReset),
  };
}

/** The same for a second limit that a request falls under: names it beside the first one.
 *  @param first the headers of the first limit that are set already */
export function addCreations(
  { limit, windowSeconds, remaining, secondsToReset }: Allowance,
  first: { readonly policy: string | undefined; readonly left: string | undefined },
): Record<string, string> {
  const policy = `"creations";q=${String(limit)};w=${String(windowSeconds)}`;
  const left = `"creations";r=${String(Math.max(0, remaining))};t=${String(secondsToReset)}`;
  return {
    'RateLimit-Policy': first.policy === undefined ? policy : `${first.policy}, ${policy}`,
    RateLimit: first.left === undefined ? left : `${first.left}, ${left}`,
  };
}
