import { type SharedAnswers } from './shared-answers.js';

/** V8 stores a character in one or two bytes. */
const BYTES_PER_CHARACTER = 2;
const MAX_FAILED = 2000;

/** Shared answers in the memory of this process. Beyond the limit, those that were not used for the longest time are
 *  deleted. */
export class MemoryAnswers implements SharedAnswers {
  /** JSON by key, the least recently used first. */
  private readonly stored = new Map<string, string>();
  private readonly pending = new Map<string, Promise<unknown>>();
  /** Keys that were asked for in vain. */
  private readonly failed = new Set<string>();
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

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
    const pending = ask(this.failed.has(key));
    this.pending.set(key, pending);
    try {
      const answer = await pending;
      this.store(key, JSON.stringify(answer));
      return answer;
    } catch (error) {
      if (this.failed.size >= MAX_FAILED) this.failed.clear();
      this.failed.add(key);
      throw error;
    } finally {
      this.pending.delete(key);
    }
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
