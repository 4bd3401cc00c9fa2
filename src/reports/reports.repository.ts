import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, MoreThan, type Repository, type SelectQueryBuilder } from 'typeorm';
import { Account } from '../auth/account.entity.js';
import { Database } from '../database/database.js';
import { entityColumns, readSlice } from '../database/listing.js';
import { type Slice, type SliceOf } from '../database/slice.js';
import { type RenderMode } from '../config/config.js';
import { type Grade } from '../grading/grade.js';
import { wasInBrowser } from '../grading/rendered-grade.js';
import { type Device } from '../rendering/device.js';
import { UsageRepository } from '../usage/usage.repository.js';
import { type ListReportsQuery } from './dto/list-reports.dto.js';
import { type FullReport, NO_DETAILS, type ReportRow } from './full-report.js';
import { PendingAudit } from './pending-audit.entity.js';
import { type ClaimedAudit, PendingAuditsRepository } from './pending-audits.repository.js';
import { ReportDetails } from './report-details.entity.js';
import { ReportSearchRepository } from './report-search.repository.js';
import { ReportEndings } from './report-endings.js';
import { Report, type ReportStatus } from './report.entity.js';
import { NOT_DELETED, COMPUTED_COLUMNS, reportsSql } from './reports-sql.js';
import { type Screenshot, ScreenshotsRepository } from './screenshots.repository.js';
import { storable } from './storable.js';

@Injectable()
export class ReportsRepository {
  constructor(
    private readonly database: Database,
    private readonly pending: PendingAuditsRepository,
    private readonly search: ReportSearchRepository,
    private readonly screenshots: ScreenshotsRepository,
    private readonly endings: ReportEndings,
    private readonly usage: UsageRepository,
    @InjectRepository(Report) private readonly reports: Repository<Report>,
  ) {}

  async listOf(accountId: number, query: ListReportsQuery, slice: Slice): Promise<SliceOf<Report>> {
    if (query.search !== undefined) return this.search.matchesOf(accountId, query, slice);
    const columns = entityColumns(this.reports, COMPUTED_COLUMNS);
    return readSlice<Report>(this.database, { ...reportsSql(accountId, query), columns }, slice);
  }

  async find(accountId: number, id: number): Promise<FullReport | null> {
    return this.full((reports) => reports.where({ accountId, id }));
  }

  /** Those of some reports that exist, without their details. */
  async rowsOf(accountId: number, ids: readonly number[]): Promise<ReportRow[]> {
    return ids.length === 0 ? [] : this.reports.findBy({ accountId, id: In([...ids]) });
  }

  /** The reports that were sent together, in order. */
  async ofBatch(accountId: number, batchId: number): Promise<ReportRow[]> {
    return this.reports.find({ where: { accountId, batchId }, order: { id: 'ASC' } });
  }

  /** The stored status of a report; null if the account has no such report. */
  async statusOf(accountId: number, id: number): Promise<ReportStatus | null> {
    const report = await this.reports.findOne({ select: { status: true }, where: { accountId, id } });
    return report?.status ?? null;
  }

  /** A report of the website with this share address. */
  async findShared(shareToken: string, id: number): Promise<FullReport | null> {
    return this.full((reports) => reports.where({ id, website: { shareToken } }));
  }

  /** The newest completed report of a url that is no older than `maxAgeSeconds` and was made in the same way.
   *  @returns its id, and its age in seconds */
  async newestOf(
    accountId: number,
    { url, render, device }: { url: string; render: RenderMode; device: Device },
    maxAgeSeconds: number,
  ): Promise<{ id: number; ageSeconds: number } | null> {
    const row = await ofUrl(this.reports.createQueryBuilder('report'), accountId, url)
      .select('report.id', 'id')
      .addSelect('floor(extract(epoch FROM now() - report.generated_at))::integer', 'ageSeconds')
      .innerJoin('report.website', 'website')
      .innerJoin('report.details', 'details', 'details.render = :render AND details.device = :device', {
        render,
        device,
      })
      .andWhere({ status: 'completed' })
      .andWhere('report.generated_at >= now() - make_interval(secs => :maxAgeSeconds)', { maxAgeSeconds })
      .orderBy('report.id', 'DESC')
      .limit(1)
      .getRawOne<{ id: number; ageSeconds: number }>();
    return row ?? null;
  }

  /** Completes the report of an audit, and those of the same url that were queued before its page was loaded. Only the
   *  first of several workers completes them. */
  async complete(audit: ClaimedAudit, grade: Grade, screenshots: readonly Screenshot[] = []): Promise<void> {
    const { accountId } = audit;
    const { error, finalUrl, rulesetVersion, categories, gates, checks, parity, facts, rendered } = storable({
      ...grade,
      screenshots: null,
    });
    const { render, device } = audit;
    const kinds = screenshots.map(({ kind }) => kind);
    const shown = { viewport: kinds.includes('viewport'), full: kinds.includes('full') };
    const graded = { finalUrl, rulesetVersion, categories, gates, checks, parity, facts };
    const details = {
      accountId,
      ...graded,
      render,
      device,
      rendered: rendered && { ...rendered, screenshots: shown },
    };
    await this.database.transaction(async (manager) => {
      const finished = await this.pending.finish(manager, audit, msSinceLoad(grade));
      if (finished.length === 0) return;
      const ids = finished.map(({ reportId }) => reportId);
      await manager.update(
        Report,
        { accountId, id: In(ids) },
        {
          status: 'completed',
          score: grade.score,
          result: grade.result,
          errorCode: error?.code ?? null,
          errorDetail: error?.detail ?? null,
          generatedAt: grade.generatedAt,
          updatedAt: () => 'now()',
        },
      );
      const rows = ids.map((reportId): object => ({ ...details, reportId }));
      await manager.insert(ReportDetails, rows);
      await this.screenshots.store(manager, { accountId, reportIds: ids }, screenshots);
      await this.endings.tell(manager, { audit, finished, grade, error });
      const renders = { kind: 'renders', keyIds: finished.map(({ keyId }) => keyId) } as const;
      if (wasInBrowser(grade)) await this.usage.countEach(manager, accountId, renders);
    });
  }

  /** Ends reports whose audit failed for good by our own fault. */
  async fail(audit: ClaimedAudit, error: { code: string; detail: string }): Promise<void> {
    await this.database.transaction(async (manager) => {
      const finished = await this.pending.finish(manager, audit, 0);
      if (finished.length === 0) return;
      await manager.update(
        Report,
        { accountId: audit.accountId, id: In(finished.map(({ reportId }) => reportId)) },
        { status: 'failed', errorCode: error.code, errorDetail: error.detail, updatedAt: () => 'now()' },
      );
      await this.endings.tell(manager, { audit, finished, grade: null, error });
    });
  }

  /** Deletes a report. Requests that wait for it are answered.
   *  @returns whether the account had such a report */
  async delete(accountId: number, id: number): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      await manager.delete(PendingAudit, { accountId, reportId: id });
      const { affected } = await manager
        .createQueryBuilder()
        .delete()
        .from(Report)
        .where({ accountId, id })
        .andWhere('website_id IN (SELECT w.id FROM websites w WHERE w.account_id = :accountId)', {
          accountId,
        })
        .execute();
      return affected === 1;
    });
  }

  /** Ids of the accounts that have reports. */
  async accountsWithReports(): Promise<number[]> {
    const accounts = await this.reports.manager.findBy(Account, { reportsCount: MoreThan(0) });
    return accounts.map(({ id }) => id);
  }

  /** The oldest of an account's reports after an id that are older than `days`, and whether at least `keep` newer ones of
   *  their url have ended, so that they are not needed. */
  async expiredAfter(
    accountId: number,
    after: number,
    { days, keep, limit }: { days: number; keep: number; limit: number },
  ): Promise<{ id: number; isExpired: boolean }[]> {
    return this.database.query(EXPIRED, [accountId, after, days, keep, limit]);
  }

  private async full(
    where: (reports: SelectQueryBuilder<Report>) => SelectQueryBuilder<Report>,
  ): Promise<FullReport | null> {
    const reports = this.reports
      .createQueryBuilder('report')
      .innerJoinAndSelect('report.website', 'website')
      .leftJoinAndSelect('report.details', 'details')
      .leftJoinAndSelect('report.pendingAudit', 'audit')
      .addSelect(PREVIOUS, 'previous');
    const { entities, raw } = await where(reports).getRawAndEntities<{ previous: FullReport['previous'] }>();
    const [report] = entities;
    if (!report?.website) return null;
    const { website, details, pendingAudit, status } = report;
    const isRunning = status === 'queued' && typeof pendingAudit?.claimedBy === 'string';
    return {
      ...report,
      website,
      details: details ?? NO_DETAILS,
      status: isRunning ? 'running' : status,
      previous: raw[0]?.previous ?? null,
    };
  }
}

/** The newest completed report of the same url before a report.
 *  @param report its alias
 *  @param columns of `p` */
export function previousSql(report: string, columns: string): string {
  return `SELECT ${columns} FROM reports p
      WHERE p.account_id = ${report}.account_id AND hashtextextended(p.url, 0) = hashtextextended(${report}.url, 0)
        AND p.url = ${report}.url AND p.website_id = ${report}.website_id AND p.id < ${report}.id
        AND p.status = 'completed'
      ORDER BY p.id DESC LIMIT 1`;
}

const PREVIOUS = `(${previousSql('report', "json_build_object('id', p.id, 'score', p.score)")})`;

/** Which of an account's oldest reports have expired. SQL of ours, because each row asks the index by url. */
const EXPIRED = `SELECT r.id, ${NOT_DELETED} AND r.status IN ('completed', 'failed') AND (
      SELECT count(*) FROM (
        SELECT FROM reports newer
          WHERE newer.account_id = r.account_id
            AND hashtextextended(newer.url, 0) = hashtextextended(r.url, 0) AND newer.url = r.url
            AND newer.id > r.id AND newer.status IN ('completed', 'failed')
          LIMIT $4
      ) AS kept
    ) >= $4 AS "isExpired"
  FROM (SELECT * FROM reports WHERE account_id = $1 AND id > $2 ORDER BY id LIMIT $5) AS r
  WHERE created_at < now() - make_interval(days => $3) ORDER BY id`;

/** In the spelling of the index by url. */
export function ofUrl(
  reports: SelectQueryBuilder<Report>,
  accountId: number,
  url: string,
): SelectQueryBuilder<Report> {
  return reports
    .where({ accountId, url })
    .andWhere('hashtextextended(report.url, 0) = hashtextextended(:hashed, 0)', { hashed: url });
}

/** How long ago the page was loaded that was graded. */
function msSinceLoad({ generatedAt, facts: { timings } }: Grade): number {
  const afterwards = timings.total_ms - (timings.document_ms ?? timings.total_ms);
  return Math.max(0, Date.now() - generatedAt.getTime()) + afterwards;
}
