import { Inject, Injectable } from '@nestjs/common';
import { AccountsRepository } from '../auth/accounts.repository.js';
import { siteHost } from '../engine/crawling/page-address.js';
import { CONFIG, type Config } from '../platform/config/config.js';
import { type Transaction } from '../platform/database/database.js';
import { TooManyRecords } from '../platform/errors/http-errors.js';
import { JobQueue } from '../platform/queue/job-queue.js';
import { type PageToAudit, ReportIntake } from '../reports/report-intake.service.js';
import { LastCrawlOpen } from './crawl-errors.js';
import { type Crawl } from './crawl.entity.js';
import { CrawlsRepository, type NewCrawl } from './crawls.repository.js';
import { type CreateCrawlBody } from './dto/create-crawl.dto.js';
import { ADVANCE_CRAWL, turnOf } from './turns/advance-crawl.js';

/** A crawl that may begin, without what its start says. */
export type CrawlWishes = Omit<NewCrawl, 'accountId' | 'websiteId' | 'url' | 'host' | 'render'>;

/** What a request says of a crawl besides its start. */
export function wishesOf(body: CreateCrawlBody): Omit<CrawlWishes, 'keyId' | 'monitorId'> {
  const { sources, include, exclude, max_pages: maxPages, max_depth: maxDepth, delay_ms: delayMs } = body;
  return { sources, include, exclude, maxPages, maxDepth, delayMs };
}

/** Stores crawls and queues them. */
@Injectable()
export class CrawlIntake {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly crawls: CrawlsRepository,
    private readonly intake: ReportIntake,
    private readonly queue: JobQueue,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @param start page that it starts from, and how all its pages are rendered
   *  @throws LastCrawlOpen, TooManyRecords */
  async accept(tx: Transaction, accountId: number, start: PageToAudit, wishes: CrawlWishes): Promise<Crawl> {
    const [website] = await this.intake.websitesOf(tx, accountId, [start]);
    await this.accounts.lock(tx, accountId);
    const { monitorId } = wishes;
    const open = monitorId === null ? null : await this.crawls.openOfMonitor(tx, accountId, monitorId);
    if (open !== null) throw new LastCrawlOpen(open);
    const limit = this.config.accountCrawls;
    if ((await this.crawls.countOpen(tx, accountId)) >= limit)
      throw new TooManyRecords('running crawls', limit, 'ACCOUNT_CRAWLS');
    const { url, target, render } = start;
    const place = { accountId, websiteId: website?.id ?? 0, url, host: siteHost(target) };
    const crawl = await this.crawls.insert(tx, { ...wishes, ...place, render });
    await this.queue.add(ADVANCE_CRAWL, { ...turnOf(crawl), tx });
    return crawl;
  }
}
