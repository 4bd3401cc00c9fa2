import { Injectable } from '@nestjs/common';
import { AuditLogRepository } from '../account/audit-log/audit-log.repository.js';
import { changesBetween } from '../account/audit-log/changes.js';
import { type Actor } from '../auth/actor.js';
import { Database, type Statements, type Transaction } from '../platform/database/database.js';
import { Idempotency } from '../platform/http/idempotency/idempotency.js';
import { type Listing, listingOf } from '../platform/http/listing/listing.js';
import { type RecordToChange, type RequestContext } from '../platform/http/handler-parameters.js';
import { Stored } from '../platform/http/record/stored.js';
import { type PageToAudit, ReportIntake } from '../reports/report-intake.service.js';
import { ReportsRepository } from '../reports/reports.repository.js';
import { CrawlDeletions } from './ending/crawl-deletions.js';
import { CrawlIntake, wishesOf } from './crawl-intake.service.js';
import { CrawlNotFound } from './crawl-errors.js';
import { type CrawledReport } from './pages/crawl-page.view.js';
import { CrawlPace } from './turns/crawl-pace.service.js';
import { QueuedPagesRepository } from './turns/queued-pages.repository.js';
import { CrawlPagesRepository } from './pages/crawl-pages.repository.js';
import { NOTHING_FOUND, withDropped } from './crawl-summary.js';
import { type Crawl, type CrawlSummary } from './crawl.entity.js';
import { type SummedCrawl } from './crawl.view.js';
import { CrawlsRepository } from './crawls.repository.js';
import { type CreateCrawlBody } from './dto/create-crawl.dto.js';
import { type ListCrawlPagesQuery, type ListCrawlsQuery } from './dto/list-crawls.dto.js';

@Injectable()
export class CrawlsService {
  constructor(
    private readonly database: Database,
    private readonly crawls: CrawlsRepository,
    private readonly pages: CrawlPagesRepository,
    private readonly queued: QueuedPagesRepository,
    private readonly pace: CrawlPace,
    private readonly reports: ReportsRepository,
    private readonly deletions: CrawlDeletions,
    private readonly intake: ReportIntake,
    private readonly crawlIntake: CrawlIntake,
    private readonly auditLog: AuditLogRepository,
    private readonly idempotency: Idempotency,
  ) {}

  async list(accountId: number, query: ListCrawlsQuery): Promise<Listing<SummedCrawl & { id: number }>> {
    return listingOf(query, accountId, async (slice) => {
      const { rows, ...rest } = await this.crawls.listOf(accountId, query.website_id, slice);
      const summed = await this.summed(accountId, rows);
      return { ...rest, rows: summed.map((row) => ({ ...row, id: row.crawl.id })) };
    });
  }

  /** The last crawls of a website, newest first. */
  async lastOf(accountId: number, websiteId: number, count: number): Promise<SummedCrawl[]> {
    return this.summed(accountId, await this.crawls.lastOf(accountId, websiteId, count));
  }

  /** @throws CrawlNotFound */
  async show(accountId: number, id: number): Promise<SummedCrawl> {
    return this.summedOne(this.database, await this.find(accountId, id));
  }

  /** @throws ValidationFailed, RenderingUnavailable, TooManyRequests, TooManyRecords, RequestInProgress */
  async store(
    actor: Actor,
    body: CreateCrawlBody,
    { repeatable, showCreations }: Pick<RequestContext, 'repeatable' | 'showCreations'>,
  ): Promise<Stored<SummedCrawl>> {
    const { accountId } = actor;
    return this.idempotency.once<Stored<SummedCrawl>, PageToAudit>(repeatable, body, {
      again: async (id) => new Stored(await this.show(accountId, id), 'accepted'),
      before: async () => {
        const { url, render } = body;
        const page = this.intake.pageOf({ url, render });
        await this.intake.requireRendering(page);
        await this.intake.requireRoom(actor, showCreations);
        return page;
      },
      create: async (tx, page) => {
        const wishes = { ...wishesOf(body), keyId: actor.key.id, monitorId: null };
        const crawl = await this.crawlIntake.accept(tx, accountId, page, wishes);
        const changes = changesBetween(null, { url: crawl.url, max_pages: crawl.maxPages });
        await this.auditLog.add(tx, actor, { action: 'crawl.created', id: crawl.id, changes });
        return { id: crawl.id, result: new Stored({ crawl, summary: NOTHING_FOUND }, 'accepted') };
      },
    });
  }

  /** Ends a crawl; what it has found stays. Nothing happens if it is over.
   *  @throws CrawlNotFound, PreconditionFailed */
  async cancel(actor: Actor, { id, ifMatch }: RecordToChange<SummedCrawl>): Promise<SummedCrawl> {
    const { accountId } = actor;
    await this.end(accountId, id, async (tx, crawl) => {
      const summed = await this.summedOne(tx, crawl);
      ifMatch?.(summed);
      const { status } = crawl;
      if (status !== 'queued' && status !== 'running') return;
      await this.crawls.update(tx, crawl, {
        status: 'cancelled',
        finishedAt: new Date(),
        summary: summed.summary,
      });
      const changes = { status: [status, 'cancelled'] } as const;
      await this.auditLog.add(tx, actor, { action: 'crawl.cancelled', id, changes });
    });
    return this.show(accountId, id);
  }

  /** Deletes a crawl; the reports of its pages stay.
   *  @throws CrawlNotFound, PreconditionFailed */
  async delete(actor: Actor, { id, ifMatch }: RecordToChange<SummedCrawl>): Promise<void> {
    const { accountId } = actor;
    await this.end(accountId, id, async (tx, crawl) => {
      ifMatch?.(await this.summedOne(tx, crawl));
      await this.crawls.delete(tx, crawl);
      await this.deletions.publish(tx, { accountId, crawlId: id });
      const changes = changesBetween({ url: crawl.url, max_pages: crawl.maxPages }, null);
      await this.auditLog.add(tx, actor, { action: 'crawl.deleted', id, changes });
    });
  }

  /** @throws CrawlNotFound */
  async listPages(
    accountId: number,
    id: number,
    query: ListCrawlPagesQuery,
  ): Promise<Listing<CrawledReport>> {
    const crawl = await this.find(accountId, id);
    return listingOf(query, [accountId, id], async (slice) => {
      const { rows, ...rest } = await this.pages.listOf(crawl, slice);
      const found = await this.reports.rowsOf(
        accountId,
        rows.map(({ reportId }) => reportId),
      );
      const reports = new Map(found.map((report) => [report.id, report]));
      const listed = rows.flatMap((page) => {
        const report = reports.get(page.reportId);
        return report ? [{ ...page, report }] : [];
      });
      return { ...rest, rows: listed };
    });
  }

  /** Ends a crawl in a transaction, then withdraws the reports that its pages wait for. If the process dies in between, they
   *  are withdrawn when it is their turn.
   *  @throws CrawlNotFound */
  private async end(
    accountId: number,
    id: number,
    work: (tx: Transaction, crawl: Crawl) => Promise<void>,
  ): Promise<void> {
    const queued = await this.database.transaction(async (tx) => {
      const crawl = await this.crawls.lock(tx, { accountId, id });
      if (!crawl) throw new CrawlNotFound();
      const reportIds = await this.queued.reportIds(tx, crawl);
      await this.queued.putBack(tx, crawl);
      await work(tx, crawl);
      await this.pace.giveBack(tx, crawl);
      return reportIds;
    });
    for (const reportId of queued)
      await this.database.transaction((tx) => this.reports.delete(tx, accountId, reportId));
  }

  /** @throws CrawlNotFound */
  private async find(accountId: number, id: number): Promise<Crawl> {
    const crawl = await this.crawls.find(accountId, id);
    if (!crawl) throw new CrawlNotFound();
    return crawl;
  }

  private async summed(accountId: number, crawls: readonly Crawl[]): Promise<SummedCrawl[]> {
    const running = crawls.filter(({ summary }) => summary === null).map(({ id }) => id);
    const summaries = await this.pages.summaries(this.database, accountId, running);
    return crawls.map((crawl) => summedBy(summaries, crawl));
  }

  private async summedOne(statements: Statements, crawl: Crawl): Promise<SummedCrawl> {
    const running = crawl.summary === null ? [crawl.id] : [];
    return summedBy(await this.pages.summaries(statements, crawl.accountId, running), crawl);
  }
}

function summedBy(summaries: ReadonlyMap<number, CrawlSummary>, crawl: Crawl): SummedCrawl {
  const { id, dropped } = crawl;
  return { crawl, summary: crawl.summary ?? withDropped(summaries.get(id) ?? NOTHING_FOUND, dropped) };
}
