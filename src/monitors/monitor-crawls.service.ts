import { Injectable } from '@nestjs/common';
import { CrawlIntake } from '../crawls/crawl-intake.service.js';
import { type Crawl, CRAWL_SOURCES } from '../crawls/crawl.entity.js';
import { type Transaction } from '../platform/database/database.js';
import { ReportIntake } from '../reports/report-intake.service.js';
import { DEFAULT_CRAWLED_PAGES } from './monitor-kind.js';
import { type Monitor } from './monitor.entity.js';

/** As POST /api/v1/crawls has them by default. */
const WISHES = { sources: [...CRAWL_SOURCES], delayMs: 250, maxDepth: 10, include: [], exclude: [] };

/** Begins the crawls of monitors. */
@Injectable()
export class MonitorCrawls {
  constructor(
    private readonly intake: ReportIntake,
    private readonly crawlIntake: CrawlIntake,
  ) {}

  /** @param keyId of the key that asked for it; null: the schedule did
   *  @throws ValidationFailed, TooManyRecords */
  async begin(tx: Transaction, monitor: Monitor, keyId: number | null): Promise<Crawl> {
    const { accountId, id: monitorId, url, render, maxPages } = monitor;
    const start = this.intake.pageOf({ url, render, max_age: 0 });
    const own = { keyId, monitorId, maxPages: maxPages ?? DEFAULT_CRAWLED_PAGES };
    return this.crawlIntake.accept(tx, accountId, start, { ...WISHES, ...own });
  }
}
