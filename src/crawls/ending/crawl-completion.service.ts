import { Injectable } from '@nestjs/common';
import { pageAddress } from '../../engine/crawling/page-address.js';
import { Database, type Transaction } from '../../platform/database/database.js';
import { CrawlEvents } from '../crawl-events.js';
import { NOTHING_FOUND, withDropped } from '../crawl-summary.js';
import { type Crawl, type CrawlSummary } from '../crawl.entity.js';
import { CrawlsRepository } from '../crawls.repository.js';
import { nearDuplicates } from '../findings/near-duplicates.js';
import { CrawlPagesRepository } from '../pages/crawl-pages.repository.js';
import { addressHash } from '../pages/frontier.service.js';
import { CrawlEndings, type FailedStart } from './crawl-endings.js';

/** Ends crawls that have no more pages to visit, and those that can't begin. */
@Injectable()
export class CrawlCompletion {
  constructor(
    private readonly database: Database,
    private readonly crawls: CrawlsRepository,
    private readonly pages: CrawlPagesRepository,
    private readonly events: CrawlEvents,
    private readonly endings: CrawlEndings,
  ) {}

  /** Counts clicks and groups near duplicates. */
  async complete(crawl: Crawl): Promise<void> {
    await this.pages.analyze();
    const nearIds = nearDuplicates(await this.pages.fingerprints(crawl));
    await this.database.transaction(async (tx) => {
      if (!(await this.crawls.lockOpen(tx, crawl))) return;
      await this.pages.skipWaiting(tx, crawl);
      await this.pages.storeNear(tx, crawl, nearIds);
      await this.pages.countClicks(tx, crawl, addressHash(pageAddress(crawl.url) ?? ''));
      const summary = await this.summaryOf(tx, crawl);
      const finishedAt = new Date();
      await this.crawls.update(tx, crawl, { status: 'completed', finishedAt, summary });
      await this.events.completed(tx, crawl, summary);
      await this.endings.publish(tx, { crawl, summary, finishedAt, failedFor: null });
    });
  }

  async fail(
    crawl: Crawl,
    { reason: failedFor, errorDetail }: { readonly reason: FailedStart; readonly errorDetail: string },
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      if (!(await this.crawls.lockOpen(tx, crawl))) return;
      const summary = await this.summaryOf(tx, crawl);
      const finishedAt = new Date();
      await this.crawls.update(tx, crawl, { status: 'failed', errorDetail, finishedAt, summary });
      await this.events.completed(tx, crawl, summary);
      await this.endings.publish(tx, { crawl, summary, finishedAt, failedFor });
    });
  }

  private async summaryOf(tx: Transaction, { accountId, id, dropped }: Crawl): Promise<CrawlSummary> {
    const summaries = await this.pages.summaries(tx, accountId, [id]);
    return withDropped(summaries.get(id) ?? NOTHING_FOUND, dropped);
  }
}
