import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { MemoryAnswers } from '../../engine/page-loader/memory-answers.js';
import { type SharedAnswers } from '../../engine/page-loader/shared-answers.js';
import { DatabaseUnavailable } from '../../platform/database/database-errors.js';
import { CrawlAnswersRepository } from './crawl-answers.repository.js';
import { type CrawlId } from '../crawls.repository.js';

/** Of all crawls together, because a process does not learn which of them other processes have ended. */
const MAX_CACHED_BYTES = 4 * 1024 * 1024;

/** Answers that the audits of a crawl share: in PostgreSQL for all workers, and in memory. */
@Injectable()
export class CrawlAnswers {
  private readonly cache = new MemoryAnswers(MAX_CACHED_BYTES);

  constructor(private readonly answers: CrawlAnswersRepository) {}

  of(crawl: CrawlId): SharedAnswers {
    const cached = (key: string) => `${String(crawl.accountId)}:${String(crawl.id)}:${key}`;
    return {
      once: (key, ask) =>
        this.cache.once(cached(key), (isRepeated) => this.storedOr(crawl, key, () => ask(isRepeated))),
      put: async (key, answer) => {
        await this.cache.put(cached(key), answer);
        await unlessUnavailable(this.answers.replace(crawl, keyHash(key), answer));
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
