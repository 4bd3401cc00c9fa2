import { setTimeout as sleep } from 'node:timers/promises';

const REFRESH_MS = 1000;
/** Reading the keys takes at most one part in so many of the time, however many there are. */
const READING_SHARE = 20;
const PREFIX_BYTES = 6;
const MAX_WAITING = 1000;

/** Knows which keys are in force without asking for each: by the first 48 bits of their hashes, read all at once and at
 *  most once a second. */
export class KeyRoster {
  private prefixes: ReadonlySet<string> = new Set();
  /** On performance.now()'s clock. */
  private dueAtMs = 0;
  private next: Promise<void> | null = null;
  private latest: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  /** @param readPrefixes of all keys in force, in base64 */
  constructor(private readonly readPrefixes: (bytes: number) => Promise<readonly string[]>) {}

  /** Whether a key in force has this hash. A key that was missing from the last reading waits for the next one, since
   *  it may be new.
   *  @returns null where too many are waiting already */
  async has(hash: Buffer): Promise<boolean | null> {
    const prefix = hash.toString('base64', 0, PREFIX_BYTES);
    if (this.prefixes.has(prefix)) return true;
    if (this.waiting >= MAX_WAITING) return null;
    this.waiting++;
    try {
      await this.nextReading();
    } finally {
      this.waiting--;
    }
    return this.prefixes.has(prefix);
  }

  /** Resolves after a reading that has not begun yet. */
  private nextReading(): Promise<void> {
    if (this.next === null) {
      this.next = this.latest.then(() => this.read());
      this.latest = this.next.catch(() => undefined);
    }
    return this.next;
  }

  private async read(): Promise<void> {
    await sleep(Math.max(0, this.dueAtMs - performance.now()));
    this.next = null;
    const startedAtMs = performance.now();
    try {
      this.prefixes = new Set(await this.readPrefixes(PREFIX_BYTES));
    } finally {
      const now = performance.now();
      this.dueAtMs = now + Math.max(REFRESH_MS, (now - startedAtMs) * READING_SHARE);
    }
  }
}
