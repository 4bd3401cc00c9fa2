import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { type Transaction } from '../../platform/database/database.js';
import { keyOf } from '../../platform/queue/job.js';
import { JobQueue } from '../../platform/queue/job-queue.js';
import { ADVANCE_CRAWL, turnOf } from './advance-crawl.js';
import { type CrawlId } from '../crawls.repository.js';

/** Queues the jobs that advance crawls. The queue looks for jobs of a later time every few seconds, which is longer than most
 *  crawls wait between two pages, so this process calls for them in time. If it dies, the queue finds them. */
@Injectable()
export class CrawlTurns implements OnApplicationShutdown {
  private readonly logger = new Logger(CrawlTurns.name);
  private readonly timers = new Map<string, NodeJS.Timeout>();

  constructor(private readonly queue: JobQueue) {}

  async now(crawl: CrawlId, tx?: Transaction): Promise<void> {
    await this.queue.add(ADVANCE_CRAWL, { ...turnOf(crawl), ...(tx && { tx }) });
  }

  async later(crawl: CrawlId, ms: number, tx?: Transaction): Promise<void> {
    await this.queue.add(ADVANCE_CRAWL, { ...turnOf(crawl), delayMs: ms, ...(tx && { tx }) });
    const key = keyOf(turnOf(crawl).payload);
    clearTimeout(this.timers.get(key));
    this.timers.set(key, setTimeout(() => void this.call(crawl, key), ms).unref());
  }

  onApplicationShutdown(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
  }

  private async call(crawl: CrawlId, key: string): Promise<void> {
    this.timers.delete(key);
    try {
      await this.now(crawl);
    } catch (error) {
      this.logger.debug({ msg: 'A crawl could not be called in time.', err: error });
    }
  }
}
