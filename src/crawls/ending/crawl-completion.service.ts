import { Injectable } from '@nestjs/common';
import { pageAddress } from '../../engine/crawling/page-address.js';
import { Database, type Transaction } from '../../platform/database/database.js';
import { CrawlEvents } from '../crawl-events.js';
import { NOTHING_FOUND, withDropped } from '../crawl-summary.js';
import { type Crawl, type CrawlSummary, isGivenUp } from '../crawl.entity.js';
import { CrawlsRepository } from '../crawls.repository.js';
import { nearDuplicates } from '../findings/near-duplicates.js';
import { NearDuplicatesRepository } from '../findings/near-duplicates.repository.js';
import { CrawlClicksRepository } from '../pages/crawl-clicks.repository.js';
import { CrawlPagesRepository } from '../pages/crawl-pages.repository.js';
import { CrawlStatistics } from '../pages/crawl-statistics.service.js';
import { addressHash } from '../pages/address-hash.js';
import { CrawlEndings, type FailedStart } from './crawl-endings.js';

const REFUSED =
  'The server refused one page after another (429 or 503), so the others were not asked for. Crawl it again later, or with a longer delay_ms.';

/** Ends crawls that have no more pages to visit, and those that can't begin. */
@Injectable()
export class CrawlCompletion {
  constructor(
    private readonly database: Database,
    private readonly crawls: CrawlsRepository,
    private readonly pages: CrawlPagesRepository,
    private readonly clicks: CrawlClicksRepository,
    private readonly duplicates: NearDuplicatesRepository,
    private readonly statistics: CrawlStatistics,
    private readonly events: CrawlEvents,
    private readonly endings: CrawlEndings,
  ) {}

  /** Corrects depths and groups near duplicates. A crawl whose start was found to be elsewhere, or whose server refused
   *  everything, has failed if no page was checked. */
  async complete(crawl: Crawl): Promise<void> {
    await this.skipWaiting(crawl);
    await this.statistics.take();
    await this.clicks.correct(crawl, addressHash(pageAddress(crawl.url) ?? ''));
    const nearIds = nearDuplicates(await this.duplicates.fingerprints(crawl));
    await this.database.transaction(async (tx) => {
      const current = await this.crawls.lockOpen(tx, crawl);
      if (!current) return;
      while (await this.pages.skipSome(tx, crawl));
      await this.duplicates.store(tx, crawl, nearIds);
      const summary = await this.summaryOf(tx, crawl);
      const finishedAt = new Date();
      const isElsewhere = current.errorDetail !== null && summary.checked === 0;
      const refused = isGivenUp(current) && summary.pages.skipped.limit > 0 ? REFUSED : null;
      const outcome = isElsewhere
        ? ({ status: 'failed', errorDetail: current.errorDetail } as const)
        : ({
            status: refused && summary.checked === 0 ? 'failed' : 'completed',
            errorDetail: refused,
          } as const);
      await this.crawls.update(tx, crawl, { ...outcome, finishedAt, summary });
      await this.events.completed(tx, current, { ...outcome, summary });
      const failedFor = isElsewhere ? 'other_website' : null;
      await this.endings.publish(tx, { crawl, summary, finishedAt, failedFor });
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
      await this.events.completed(tx, crawl, { status: 'failed', errorDetail, summary });
      await this.endings.publish(tx, { crawl, summary, finishedAt, failedFor });
    });
  }

  /** Little by little, each in a transaction of its own. */
  private async skipWaiting(crawl: Crawl): Promise<void> {
    const skipSome = async (tx: Transaction) =>
      (await this.crawls.lockOpen(tx, crawl)) !== null && this.pages.skipSome(tx, crawl);
    while (await this.database.transaction(skipSome));
  }

  private async summaryOf(tx: Transaction, { accountId, id, dropped }: Crawl): Promise<CrawlSummary> {
    const summaries = await this.pages.summaries(tx, accountId, [id]);
    return withDropped(summaries.get(id) ?? NOTHING_FOUND, dropped);
  }
}
