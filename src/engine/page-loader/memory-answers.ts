import { sha256 } from '../../basics/sha256.js';
import { BadMoment, type SharedAnswers } from './shared-answers.js';

/** V8 stores a character in one or two bytes. */
const BYTES_PER_CHARACTER = 2;
/** A site that has been bad for so long has no bad moment. */
const MOMENT_MS = 10_000;
const MAX_BAD_MOMENTS = 1000;

/** Shared answers in the memory of this process. Beyond the limit, those that were not used for the longest time are
 *  deleted. */
export class MemoryAnswers implements SharedAnswers {
  /** JSON by key, the least recently used first. */
  private readonly stored = new Map<string, string>();
  private readonly pending = new Map<string, Promise<unknown>>();
  /** When they began, by the hash of the key, the earliest first. */
  private readonly badMoments = new Map<string, number>();
  private bytes = 0;

  constructor(
    private readonly maxBytes: number,
    private readonly momentMs = MOMENT_MS,
  ) {}

  async once<T>(key: string, ask: (isRepeated: boolean) => Promise<T>): Promise<T> {
    for (;;) {
      const text = this.stored.get(key);
      if (text !== undefined) {
        this.store(key, text);
        return JSON.parse(text) as T;
      }
      const pending = this.pending.get(key) as Promise<T> | undefined;
      if (!pending) return this.ask(key, ask);
      try {
        return await pending;
      } catch {
        // The next caller in turn asks.
      }
    }
  }

  put(key: string, answer: unknown): Promise<void> {
    this.store(key, JSON.stringify(answer));
    return Promise.resolve();
  }

  private async ask<T>(key: string, ask: (isRepeated: boolean) => Promise<T>): Promise<T> {
    const pending = ask(this.hasBeenBad(key));
    this.pending.set(key, pending);
    try {
      const answer = await pending;
      this.store(key, JSON.stringify(answer));
      return answer;
    } catch (error) {
      if (error instanceof BadMoment) this.noteBadMoment(key);
      throw error;
    } finally {
      this.pending.delete(key);
    }
  }

  private hasBeenBad(key: string): boolean {
    const began = this.badMoments.get(sha256(key));
    return began !== undefined && performance.now() - began >= this.momentMs;
  }

  private noteBadMoment(key: string): void {
    const hash = sha256(key);
    if (this.badMoments.has(hash)) return;
    this.badMoments.set(hash, performance.now());
    const [oldest] = this.badMoments.keys();
    if (this.badMoments.size > MAX_BAD_MOMENTS && oldest !== undefined) this.badMoments.delete(oldest);
  }

  private store(key: string, text: string): void {
    this.delete(key);
    this.stored.set(key, text);
    this.bytes += sizeOf(key, text);
    for (const oldest of this.stored.keys()) {
      if (this.bytes <= this.maxBytes) return;
      this.delete(oldest);
    }
  }

  private delete(key: string): void {
    const text = this.stored.get(key);
    if (text === undefined) return;
    this.stored.delete(key);
    this.bytes -= sizeOf(key, text);
  }
}

function sizeOf(key: string, text: string): number {
  return (key.length + text.length) * BYTES_PER_CHARACTER;
}
