import { Injectable } from '@nestjs/common';
import { type Transaction } from '../../platform/database/database.js';
import { type Crawl, type CrawlSummary } from '../crawl.entity.js';

/** A crawl that was completed, or failed. */
export interface EndedCrawl {
  /** As it was before. */
  readonly crawl: Crawl;
  readonly summary: CrawlSummary;
  readonly finishedAt: Date;
}

type Listener = (tx: Transaction, ended: EndedCrawl) => Promise<void>;

/** Runs what features that `crawls/` does not know have to do in the transaction in which a crawl ends by itself. */
@Injectable()
export class CrawlEndings {
  private readonly listeners: Listener[] = [];

  listen(listener: Listener): void {
    this.listeners.push(listener);
  }

  async publish(tx: Transaction, ended: EndedCrawl): Promise<void> {
    for (const listener of this.listeners) await listener(tx, ended);
  }
}
