import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { MemoryAnswers } from '../../engine/page-loader/memory-answers.js';
import { type SharedAnswers } from '../../engine/page-loader/shared-answers.js';
import { DatabaseUnavailable } from '../../platform/database/database-errors.js';
import { CrawlAnswersRepository } from './crawl-answers.repository.js';
import { type CrawlId } from '../crawls.repository.js';

/** Crawls whose answers a process keeps in memory. */
const MAX_CACHED = 10;
const MAX_CACHED_BYTES = 4 * 1024 * 1024;

/** Answers that the audits of a crawl share: in PostgreSQL for all workers, and in memory. */
@Injectable()
export class CrawlAnswers {
  private readonly caches = new Map<string, MemoryAnswers>();

  constructor(private readonly answers: CrawlAnswersRepository) {}

  of(crawl: CrawlId): SharedAnswers {
    const cache = this.cacheOf(crawl);
    return {
      once: (key, ask) => cache.once(key, () => this.storedOr(crawl, key, ask)),
      put: async (key, answer) => {
        await cache.put(key, answer);
        await unlessUnavailable(this.answers.insert(crawl, keyHash(key), answer));
      },
    };
  }

  private async storedOr<T>(crawl: CrawlId, key: string, ask: () => Promise<T>): Promise<T> {
    const stored = await unlessUnavailable(this.answers.find(crawl, keyHash(key)));
    if (stored) return stored.answer as T;
    const answer = await ask();
    await unlessUnavailable(this.answers.insert(crawl, keyHash(key), answer));
    return answer;
  }

  private cacheOf({ accountId, id }: CrawlId): MemoryAnswers {
    const key = `${String(accountId)}:${String(id)}`;
    const cache = this.caches.get(key) ?? new MemoryAnswers(MAX_CACHED_BYTES);
    // The latest used is the last one.
    this.caches.delete(key);
    this.caches.set(key, cache);
    const [oldest] = this.caches.keys();
    if (this.caches.size > MAX_CACHED && oldest !== undefined) this.caches.delete(oldest);
    return cache;
  }
}

function keyHash(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/** An answer that can't be shared is asked for again; the audit goes on. */
async function unlessUnavailable<T>(access: Promise<T>): Promise<T | null> {
  try {
    return await access;
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return null;
    throw error;
  }
}
