import { Injectable } from '@nestjs/common';
import { CrawlIntake, wishesOf } from '../../crawls/crawl-intake.service.js';
import { type Crawl } from '../../crawls/crawl.entity.js';
import { CreateCrawlBody } from '../../crawls/dto/create-crawl.dto.js';
import { type Transaction } from '../../platform/database/database.js';
import { ReportIntake } from '../../reports/report-intake.service.js';
import { DEFAULT_CRAWLED_PAGES } from '../monitor-kind.js';
import { type Monitor } from '../monitor.entity.js';

/** Begins the crawls of monitors. */
@Injectable()
export class MonitorCrawls {
  constructor(
    private readonly intake: ReportIntake,
    private readonly crawlIntake: CrawlIntake,
  ) {}

  /** @param keyId of the key that asked for it; null: the schedule did
   *  @throws ValidationFailed, LastCrawlOpen, TooManyRecords */
  async begin(tx: Transaction, monitor: Monitor, keyId: number | null): Promise<Crawl> {
    const { accountId, id: monitorId, url, render, maxPages } = monitor;
    const start = this.intake.pageOf({ url, render });
    const byDefault = wishesOf(new CreateCrawlBody());
    const own = { keyId, monitorId, maxPages: maxPages ?? DEFAULT_CRAWLED_PAGES };
    return this.crawlIntake.accept(tx, accountId, start, { ...byDefault, ...own });
  }
}
