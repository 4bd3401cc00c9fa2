import { Inject, Injectable } from '@nestjs/common';
import { pageAddress } from '../engine/crawling/page-address.js';
import { crawlDelayMs } from '../engine/crawling/crawl-rules.js';
import { Grader } from '../engine/grading/grader.js';
import { judgeTarget } from '../engine/page-loader/target.js';
import { CONFIG, type Config } from '../platform/config/config.js';
import { Database, type Transaction } from '../platform/database/database.js';
import { type PageToAudit, ReportIntake } from '../reports/report-intake.service.js';
import { CrawlEvents } from './crawl-events.js';
import { type Crawl, type CrawlSummary } from './crawl.entity.js';
import { NOTHING_FOUND, withDropped } from './crawl-summary.js';
import { type CrawlPage, MAX_TRIES } from './pages/crawl-page.entity.js';
import { CrawlHostsRepository } from './turns/crawl-hosts.repository.js';
import { CrawlPagesRepository } from './pages/crawl-pages.repository.js';
import { CrawlRules } from './pages/crawl-rules.js';
import { mostQueued } from './turns/queued-pages.js';
import { CrawlTurns } from './turns/crawl-turns.service.js';
import { type CrawlId, CrawlsRepository } from './crawls.repository.js';
import { CrawlEndings } from './ending/crawl-endings.js';
import { EndedCrawls } from './ending/ended-crawls.js';
import { nearDuplicates } from './findings/near-duplicates.js';
import { CrawlStatistics } from './pages/crawl-statistics.service.js';
import { addressHash, type FoundAddress, Frontier, keptBy } from './pages/frontier.service.js';

/** Addresses of sitemaps per transaction. */
const SLICE = 1000;
/** When the queue has no room, before the next try. */
const FULL_MS = 10_000;

/** A page, and how it is audited. */
interface Visit {
  readonly page: CrawlPage;
  readonly audit: PageToAudit;
}

/** The crawl was ended meanwhile: its transaction is undone. */
class CrawlOver extends Error {}

/** Another crawl was first: the transaction is undone. */
class HostBusy extends Error {
  constructor(readonly waitMs: number) {
    super('A page of the host has just begun');
  }
}

/** Drives crawls: finds where they begin, queues their pages, and ends them. One job of a crawl runs at a time. */
@Injectable()
export class CrawlDriver {
  constructor(
    private readonly database: Database,
    private readonly crawls: CrawlsRepository,
    private readonly pages: CrawlPagesRepository,
    private readonly hosts: CrawlHostsRepository,
    private readonly statistics: CrawlStatistics,
    private readonly frontier: Frontier,
    private readonly intake: ReportIntake,
    private readonly events: CrawlEvents,
    private readonly endings: CrawlEndings,
    private readonly turns: CrawlTurns,
    private readonly ended: EndedCrawls,
    private readonly grader: Grader,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws OutOfResources, and what aborted the signal */
  async advance(id: CrawlId, signal: AbortSignal): Promise<void> {
    const crawl = await this.crawls.findWithRules(id);
    if (crawl?.status === 'queued') await this.beginUnlessEnded(crawl, signal);
    else if (crawl?.status === 'running') await this.visitMore(crawl);
  }

  private async beginUnlessEnded(crawl: Crawl, signal: AbortSignal): Promise<void> {
    const over = this.ended.signalOf(crawl);
    try {
      await this.begin(crawl, AbortSignal.any([signal, over]));
    } catch (error) {
      if (!over.aborted) throw error;
    }
  }

  /** Reads robots.txt and sitemaps. */
  private async begin(crawl: Crawl, signal: AbortSignal): Promise<void> {
    const judged = judgeTarget(crawl.url, this.config);
    const start = pageAddress(crawl.url);
    if ('fault' in judged || start === null) {
      await this.fail(crawl, `The url is not allowed any more: it ${'fault' in judged ? judged.fault : ''}.`);
      return;
    }
    const { robotsTxt, sitemapAddresses } = await this.grader.survey(judged.url, {
      account: crawl.accountId,
      signal,
      readsSitemaps: crawl.sources.includes('sitemap'),
      maxAddresses: keptBy(crawl),
    });
    signal.throwIfAborted();
    const { body } = robotsTxt;
    const paceMs = Math.max(crawl.delayMs, crawlDelayMs(body) ?? 0);
    const rules = new CrawlRules(
      Object.assign(crawl, { robotsStatus: robotsTxt.status, robotsTxt: body }),
      this.config.stripWww,
    );
    const listed = [...sitemapAddresses].map(([url, sitemap]): FoundAddress => ({
      url,
      depth: null,
      isFollowed: true,
      sitemap,
    }));
    const first = { url: start, depth: 0, isFollowed: true, isStart: true };
    for (const slice of [[first], ...slicesOf(listed)])
      await this.whileOpen(crawl, (tx, current) => this.frontier.add(tx, current, rules, slice));
    await this.whileOpen(crawl, async (tx) => {
      const began = { robotsStatus: robotsTxt.status, robotsTxt: body, startedAt: new Date() };
      await this.crawls.update(tx, crawl, { ...began, status: 'running', paceMs });
      await this.turns.now(crawl, tx);
    });
  }

  private async visitMore(crawl: Crawl): Promise<void> {
    await this.statistics.refresh(crawl);
    await this.pages.reclaim(crawl);
    const queued = await this.pages.countQueued(crawl);
    const places = crawl.paceMs > 0 ? 1 : mostQueued(this.config.accountConcurrency) - queued;
    const room = crawl.maxPages - crawl.visited;
    const waiting =
      room > 0
        ? await this.pages.nextWaiting(crawl, Math.min(places, room))
        : await this.pages.nextWaiting(crawl, places, { again: true });
    if (waiting.length === 0) {
      if (queued === 0) await this.complete(crawl);
      return;
    }
    const visits = await this.visitsOf(crawl, waiting);
    if (visits.length < waiting.length) await this.turns.now(crawl);
    else await this.queueVisits(crawl, visits);
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
  private async queueVisits(crawl: Crawl, visits: readonly Visit[]): Promise<void> {
    const waitMs = await this.waitMs(crawl, visits.length);
    if (waitMs > 0) {
      await this.turns.later(crawl, waitMs);
      return;
    }
    try {
      await this.database.transaction((tx) => this.storeVisits(tx, crawl, visits));
    } catch (error) {
      if (error instanceof HostBusy) await this.turns.later(crawl, error.waitMs);
      else if (!(error instanceof CrawlOver)) throw error;
    }
  }

  /** Milliseconds until pages may be queued. */
  private async waitMs(crawl: Crawl, count: number): Promise<number> {
    const room = await this.intake.roomFor(crawl.accountId, count);
    if (room.refusal) return FULL_MS;
    return crawl.paceMs > 0 ? this.hosts.waitMs(crawl.host) : 0;
  }

  /** @throws CrawlOver, HostBusy */
  private async storeVisits(tx: Transaction, crawl: Crawl, visits: readonly Visit[]): Promise<void> {
    const { accountId, keyId, host, paceMs } = crawl;
    const pages = visits.map(({ audit }) => audit);
    const reports = await this.intake.accept(tx, accountId, pages, { keyId, batchId: null });
    const current = await this.crawls.lock(tx, crawl);
    if (current?.status !== 'running') throw new CrawlOver();
    for (const [at, { page }] of visits.entries())
      await this.pages.update(tx, page, { state: 'queued', reportId: reports[at]?.id ?? null });
    const isFirstTry = ({ page }: Visit) => page.tries === 0;
    await this.crawls.count(tx, crawl, { visited: visits.filter(isFirstTry).length });
    if (paceMs === 0) return;
    const waitMs = await this.hosts.hold(tx, host);
    if (waitMs > 0) throw new HostBusy(waitMs);
    await this.turns.later(crawl, await this.hosts.lease(tx, host), tx);
  }

  private async complete(crawl: Crawl): Promise<void> {
    await this.pages.analyze();
    const nearIds = nearDuplicates(await this.pages.fingerprints(crawl));
    await this.whileOpen(crawl, async (tx) => {
      await this.pages.skipWaiting(tx, crawl);
      await this.pages.storeNear(tx, crawl, nearIds);
      await this.pages.countClicks(tx, crawl, addressHash(pageAddress(crawl.url) ?? ''));
      const summary = await this.summaryOf(tx, crawl);
      const finishedAt = new Date();
      await this.crawls.update(tx, crawl, { status: 'completed', finishedAt, summary });
      await this.events.completed(tx, crawl, summary);
      await this.endings.publish(tx, { crawl, summary, finishedAt });
    });
  }

  private async fail(crawl: Crawl, errorDetail: string): Promise<void> {
    await this.whileOpen(crawl, async (tx) => {
      const summary = await this.summaryOf(tx, crawl);
      const finishedAt = new Date();
      await this.crawls.update(tx, crawl, { status: 'failed', errorDetail, finishedAt, summary });
      await this.endings.publish(tx, { crawl, summary, finishedAt });
    });
  }

  private async summaryOf(tx: Transaction, { accountId, id, dropped }: Crawl): Promise<CrawlSummary> {
    const summaries = await this.pages.summaries(tx, accountId, [id]);
    return withDropped(summaries.get(id) ?? NOTHING_FOUND, dropped);
  }

  /** Runs a transaction that holds a crawl, unless it is over. */
  private async whileOpen(
    crawl: Crawl,
    work: (tx: Transaction, current: Crawl) => Promise<void>,
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      const current = await this.crawls.lock(tx, crawl);
      if (current && (current.status === 'queued' || current.status === 'running')) await work(tx, current);
    });
  }
}

function slicesOf<T>(items: readonly T[]): T[][] {
  const count = Math.ceil(items.length / SLICE);
  return Array.from({ length: count }, (_, at) => items.slice(at * SLICE, (at + 1) * SLICE));
}
