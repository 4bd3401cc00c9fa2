import { Inject, Injectable } from '@nestjs/common';
import { judgeTarget } from '../../engine/page-loader/target.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { Database, type Transaction } from '../../platform/database/database.js';
import { type PageToAudit, ReportIntake } from '../../reports/report-intake.service.js';
import { type Crawl, isGivenUp } from '../crawl.entity.js';
import { CrawlsRepository } from '../crawls.repository.js';
import { type CrawlPage, MAX_TRIES } from '../pages/crawl-page.entity.js';
import { QueuedPagesRepository } from './queued-pages.repository.js';
import { CrawlPagesRepository } from '../pages/crawl-pages.repository.js';
import { CrawlStatistics } from '../pages/crawl-statistics.service.js';
import { CrawlHostsRepository } from './crawl-hosts.repository.js';
import { CrawlTurns } from './crawl-turns.service.js';
import { mostQueued } from './queued-pages.js';

/** When the queue has no room, before the next try. */
const FULL_MS = 10_000;

/** A page, and how it is audited. */
interface Visit {
  readonly page: CrawlPage;
  readonly audit: PageToAudit;
}

/** The crawl was ended meanwhile: its transaction is undone. */
class CrawlOver extends Error {}

/** A redirect to a page has completed it meanwhile: the transaction is undone. */
class PageTaken extends Error {}

/** Another crawl was first: the transaction is undone. */
class HostBusy extends Error {
  constructor(readonly waitMs: number) {
    super('A page of the host has just begun');
  }
}

/** Queues the pages of crawls. */
@Injectable()
export class CrawlVisits {
  constructor(
    private readonly database: Database,
    private readonly crawls: CrawlsRepository,
    private readonly pages: CrawlPagesRepository,
    private readonly queued: QueuedPagesRepository,
    private readonly statistics: CrawlStatistics,
    private readonly hosts: CrawlHostsRepository,
    private readonly intake: ReportIntake,
    private readonly turns: CrawlTurns,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Queues the next pages of a crawl, as many as it has places for.
   *  @returns whether any page is left, or queued */
  async queueNext(crawl: Crawl): Promise<boolean> {
    await this.statistics.refresh(crawl);
    await this.queued.reclaim(crawl);
    const queued = await this.queued.count(crawl);
    if (isGivenUp(crawl)) return queued > 0 || !(await this.isGivenUpStill(crawl));
    const free = mostQueued(this.config.accountConcurrency) - queued;
    const places = crawl.paceMs > 0 ? Math.min(1, free) : free;
    const room = crawl.maxPages - crawl.visited;
    const waiting =
      room > 0
        ? await this.pages.nextWaiting(crawl, Math.min(places, room))
        : await this.pages.nextWaiting(crawl, places, { again: true });
    if (waiting.length === 0) return queued > 0;
    const visits = await this.visitsOf(crawl, waiting);
    if (visits.length < waiting.length) await this.turns.now(crawl);
    else await this.queue(crawl, visits);
    return true;
  }

  /** A page may have been loaded since the crawl was read. Its job is called again then. */
  private async isGivenUpStill({ accountId, id }: Crawl): Promise<boolean> {
    const current = await this.crawls.find(accountId, id);
    return current !== null && isGivenUp(current);
  }

  /** Gives up pages that may not be audited, or whose reports were lost too often. */
  private async visitsOf(crawl: Crawl, waiting: readonly CrawlPage[]): Promise<Visit[]> {
    const visits: Visit[] = [];
    for (const page of waiting) {
      const judged = judgeTarget(page.url, this.config);
      if (page.tries >= MAX_TRIES || 'fault' in judged) await this.giveUp(page, 'fault' in judged);
      else visits.push({ page, audit: this.auditOf(crawl, page) });
    }
    return visits;
  }

  private auditOf({ id, render }: Crawl, page: CrawlPage): PageToAudit {
    return { ...this.intake.pageOf({ url: page.url, render }), crawl: { id, pageId: page.id } };
  }

  private async giveUp(page: CrawlPage, isRefused: boolean): Promise<void> {
    const errorCode = isRefused ? 'url_not_allowed' : 'audit_failed';
    await this.database.transaction((tx) => this.pages.update(tx, page, { state: 'failed', errorCode }));
  }

  /** Stores the reports of pages, unless the crawl was ended meanwhile, or the host has to be left alone for now. */
  private async queue(crawl: Crawl, visits: readonly Visit[]): Promise<void> {
    const waitMs = await this.waitMs(crawl, visits.length);
    if (waitMs > 0) {
      await this.turns.later(crawl, waitMs);
      return;
    }
    try {
      await this.database.transaction((tx) => this.store(tx, crawl, visits));
    } catch (error) {
      if (error instanceof HostBusy) await this.turns.later(crawl, error.waitMs);
      else if (error instanceof PageTaken) await this.turns.now(crawl);
      else if (!(error instanceof CrawlOver)) throw error;
    }
  }

  /** Milliseconds until pages may be queued. */
  private async waitMs(crawl: Crawl, count: number): Promise<number> {
    const room = await this.intake.roomFor(crawl.accountId, count);
    if (room.refusal) return FULL_MS;
    return crawl.paceMs > 0 ? this.hosts.waitMs(crawl) : 0;
  }

  /** @throws CrawlOver, PageTaken, HostBusy */
  private async store(tx: Transaction, crawl: Crawl, visits: readonly Visit[]): Promise<void> {
    const { accountId, keyId, paceMs } = crawl;
    const audits = visits.map(({ audit }) => audit);
    const reports = await this.intake.accept(tx, accountId, audits, { keyId, batchId: null });
    const current = await this.crawls.lock(tx, crawl);
    if (current?.status !== 'running') throw new CrawlOver();
    const ids = (records: readonly { readonly id: number }[]) => records.map(({ id }) => id);
    const queued = await this.queued.add(tx, crawl, ids(visits.map(({ page }) => page)), ids(reports));
    if (queued < visits.length) throw new PageTaken();
    const isFirstTry = ({ page }: Visit) => page.tries === 0;
    await this.crawls.count(tx, crawl, { visited: visits.filter(isFirstTry).length });
    if (paceMs === 0) return;
    const waitMs = await this.hosts.hold(tx, crawl);
    if (waitMs > 0) throw new HostBusy(waitMs);
    await this.turns.later(crawl, await this.hosts.lease(tx, crawl), tx);
  }
}
