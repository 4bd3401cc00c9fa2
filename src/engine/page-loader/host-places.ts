/** A connection's claim on one of its host's places. */
export interface Place {
  /** To be called whenever the connection carries data. */
  readonly touch: () => void;
  readonly release: () => void;
}

interface Claim extends Place {
  activeAt: number;
}

type Waiter = (place: Place) => void;

const SILENT_MS = 500;
const CHECK_MS = 100;

/** Limits the active connections of one host. A connection that has been silent for 500 ms stays open, but gives its
 *  place to a waiting one: a browser keeps idle connections that it can't use for other kinds of requests. */
export class HostPlaces {
  private readonly claims = new Set<Claim>();
  private waiting: Waiter[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly limit: number,
    private readonly signal: AbortSignal,
  ) {}

  /** @throws the signal's reason if it is aborted first */
  async take(): Promise<Place> {
    this.signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.waiting = this.waiting.filter((other) => other !== grant);
        reject(this.signal.reason as Error);
      };
      const grant = (place: Place) => {
        this.signal.removeEventListener('abort', leave);
        resolve(place);
      };
      this.signal.addEventListener('abort', leave, { once: true });
      this.waiting.push(grant);
      this.grantNext();
    });
  }

  private grantNext(): void {
    clearTimeout(this.timer);
    while (this.waiting.length > 0 && this.active() < this.limit) this.waiting.shift()?.(this.claim());
    if (this.waiting.length > 0)
      this.timer = setTimeout(() => {
        this.grantNext();
      }, CHECK_MS).unref();
  }

  private active(): number {
    const since = performance.now() - SILENT_MS;
    return [...this.claims].filter(({ activeAt }) => activeAt >= since).length;
  }

  private claim(): Claim {
    const claim: Claim = {
      activeAt: performance.now(),
      touch: () => {
        claim.activeAt = performance.now();
      },
      release: () => {
        if (this.claims.delete(claim)) this.grantNext();
      },
    };
    this.claims.add(claim);
    return claim;
  }
}
