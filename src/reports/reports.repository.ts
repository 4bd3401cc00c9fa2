import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository, type SelectQueryBuilder } from 'typeorm';
import { Database, type Transaction } from '../platform/database/database.js';
import { entityColumns, readSlice } from '../platform/database/list-sql.js';
import { type Slice, type SliceOf } from '../platform/database/slice.js';
import { foldCase } from '../basics/fold-case.js';
import { type Grade } from '../engine/grading/grade.js';
import { type ListReportsQuery } from './dto/list-reports.dto.js';
import { type FullReport, NO_DETAILS, type ReportRow } from './full-report.js';
import { PendingAudit } from './audits/pending-audit.entity.js';
import { type ReportDetails } from './report-details.entity.js';
import { ReportSearchRepository } from './lists/report-search.repository.js';
import { Report, type ReportStatus } from './report.entity.js';
import { COMPUTED_COLUMNS, previousSql, reportsSql } from './lists/reports-sql.js';

type Generated = Pick<Report, 'id' | 'createdAt' | 'updatedAt'>;

const NOT_ENDED = { result: null, score: null, errorCode: null, errorDetail: null, generatedAt: null };

export type QueuedReport = Pick<Report, 'accountId' | 'websiteId' | 'url' | 'batchId' | 'confirms'>;

export interface YoungReport {
  readonly report: ReportRow;
  readonly ageSeconds: number;
}

/** How a report is made. */
type Making = Pick<ReportDetails, 'render' | 'device' | 'runs'>;

/** A report that was sent with others. */
export interface BatchReport extends ReportRow {
  /** null: unknown, as it failed. */
  readonly made: Making | null;
}

interface ReportIds {
  readonly accountId: number;
  readonly ids: readonly number[];
}

const MADE_AT = 'least(report.generated_at, report.updated_at)';

@Injectable()
export class ReportsRepository {
  constructor(
    private readonly database: Database,
    private readonly search: ReportSearchRepository,
    @InjectRepository(Report) private readonly reports: Repository<Report>,
  ) {}

  async listOf(accountId: number, query: ListReportsQuery, slice: Slice): Promise<SliceOf<Report>> {
    if (query.search !== undefined) return this.search.matchesOf(accountId, query, slice);
    const columns = entityColumns(this.reports, COMPUTED_COLUMNS);
    return readSlice<Report>(this.database, { ...reportsSql(accountId, query), columns }, slice);
  }

  async find(accountId: number, id: number, tx?: Transaction): Promise<FullReport | null> {
    return this.full((reports) => reports.where({ accountId, id }), tx);
  }

  /** Keeps a report as it is until the end of the transaction. Its place in the queue is locked first, as by workers. */
  async lock(tx: Transaction, accountId: number, id: number): Promise<void> {
    const lock = { mode: 'pessimistic_write' } as const;
    await tx.findOne(PendingAudit, { select: { reportId: true }, where: { accountId, reportId: id }, lock });
    await tx.findOne(Report, { select: { id: true }, where: { accountId, id }, lock });
  }

  /** Those of some reports that exist, without their details. */
  async rowsOf(accountId: number, ids: readonly number[]): Promise<ReportRow[]> {
    return ids.length === 0 ? [] : this.reports.findBy({ accountId, id: In([...ids]) });
  }

  async nextBatchId(): Promise<number> {
    const [row] = await this.database.query<{ id: number }>(`SELECT nextval('report_batches') AS id`);
    return row?.id ?? 0;
  }

  /** The reports that were sent together, in order, without those of deleted websites. */
  async ofBatch(accountId: number, batchId: number): Promise<BatchReport[]> {
    const how = (alias: string) => ['render', 'device', 'runs'].map((column) => `${alias}.${column}`);
    const reports = await this.reports
      .createQueryBuilder('report')
      .innerJoin('report.website', 'website')
      .leftJoin('report.details', 'details')
      .leftJoin('report.pendingAudit', 'audit')
      .addSelect(['details.accountId', 'details.reportId', ...how('details')])
      .addSelect(['audit.accountId', 'audit.reportId', 'audit.claimedBy', ...how('audit')])
      .where({ accountId, batchId })
      .orderBy('report.id')
      .getMany();
    return reports.map((report) => ({
      ...report,
      status: shownStatus(report),
      made: report.details ?? report.pendingAudit ?? null,
    }));
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

  /** The newest completed report of a url that is no older than `maxAgeSeconds` and was made in the same way. The clock of the
   *  worker that made it may be ahead.
   *  @returns it, and its age in seconds */
  async newestOf(
    accountId: number,
    { url, render, device, runs }: Making & { url: string },
    maxAgeSeconds: number,
  ): Promise<YoungReport | null> {
    const { entities, raw } = await ofUrl(this.reports.createQueryBuilder('report'), accountId, url)
      .addSelect(`greatest(0, floor(extract(epoch FROM now() - ${MADE_AT})))::integer`, 'age_seconds')
      .innerJoin('report.website', 'website')
      .innerJoin(
        'report.details',
        'details',
        'details.render = :render AND details.device = :device AND details.runs = :runs',
        { render, device, runs },
      )
      .andWhere({ status: 'completed' })
      .andWhere(`${MADE_AT} >= now() - make_interval(secs => :maxAgeSeconds)`, { maxAgeSeconds })
      .orderBy('report.id', 'DESC')
      .limit(1)
      .getRawAndEntities<{ age_seconds: number }>();
    const [report] = entities;
    return report ? { report, ageSeconds: raw[0]?.age_seconds ?? 0 } : null;
  }

  /** Stores queued reports.
   *  @returns them in order, with what the database adds */
  async insert(tx: Transaction, reports: readonly QueuedReport[]): Promise<ReportRow[]> {
    const rows = reports.map((report) => {
      const folded = foldCase(report.url);
      return { ...report, status: 'queued' as const, urlFolded: folded === report.url ? null : folded };
    });
    const { generatedMaps } = await tx.insert(Report, rows);
    return rows.map((row, at) => ({ ...row, ...NOT_ENDED, ...(generatedMaps[at] as Generated) }));
  }

  async complete(
    tx: Transaction,
    { accountId, ids }: ReportIds,
    { score, result, generatedAt }: Grade,
    error: Grade['error'],
  ): Promise<void> {
    const failure = { errorCode: error?.code ?? null, errorDetail: error?.detail ?? null };
    const completed = { status: 'completed', score, result, generatedAt, ...failure } as const;
    await tx.update(Report, { accountId, id: In([...ids]) }, { ...completed, updatedAt: () => 'now()' });
  }

  async fail(
    tx: Transaction,
    { accountId, ids }: ReportIds,
    { code, detail }: { code: string; detail: string },
  ): Promise<void> {
    await tx.update(
      Report,
      { accountId, id: In([...ids]) },
      { status: 'failed', errorCode: code, errorDetail: detail, updatedAt: () => 'now()' },
    );
  }

  /** The score of the newest completed report of a page before a report; null if there is none. */
  async scoreBefore(
    tx: Transaction,
    { accountId, websiteId, url }: Pick<Report, 'accountId' | 'websiteId' | 'url'>,
    before: number,
  ): Promise<number | null> {
    const previous = await ofUrl(tx.createQueryBuilder(Report, 'report'), accountId, url)
      .select('report.score', 'score')
      .andWhere({ websiteId, status: 'completed' })
      .andWhere('report.id < :before', { before })
      .orderBy('report.id', 'DESC')
      .limit(1)
      .getRawOne<{ score: number }>();
    return previous?.score ?? null;
  }

  /** Deletes a report and its place in the queue. Requests that wait for it are answered.
   *  @returns whether the account had such a report */
  async delete(tx: Transaction, accountId: number, id: number): Promise<boolean> {
    await tx.delete(PendingAudit, { accountId, reportId: id });
    const { affected } = await tx
      .createQueryBuilder()
      .delete()
      .from(Report)
      .where({ accountId, id })
      .andWhere('website_id IN (SELECT w.id FROM websites w WHERE w.account_id = :accountId)', {
        accountId,
      })
      .execute();
    return affected === 1;
  }

  private async full(
    where: (reports: SelectQueryBuilder<Report>) => SelectQueryBuilder<Report>,
    tx?: Transaction,
  ): Promise<FullReport | null> {
    const reports = (tx?.getRepository(Report) ?? this.reports)
      .createQueryBuilder('report')
      .innerJoinAndSelect('report.website', 'website')
      .leftJoinAndSelect('report.details', 'details')
      .leftJoinAndSelect('report.pendingAudit', 'audit')
      .addSelect(PREVIOUS, 'previous');
    const { entities, raw } = await where(reports).getRawAndEntities<{ previous: FullReport['previous'] }>();
    const [report] = entities;
    if (!report?.website) return null;
    return {
      ...report,
      website: report.website,
      details: report.details ?? NO_DETAILS,
      status: shownStatus(report),
      previous: raw[0]?.previous ?? null,
    };
  }
}

/** The queue alone knows what is running. */
function shownStatus({ status, pendingAudit }: Pick<Report, 'status' | 'pendingAudit'>): ReportStatus {
  return status === 'queued' && typeof pendingAudit?.claimedBy === 'string' ? 'running' : status;
}

const PREVIOUS = `(${previousSql('report', "json_build_object('id', p.id, 'score', p.score)")})`;

/** An account's reports of a url, in the spelling of the index by url. */
export function ofUrl(
  reports: SelectQueryBuilder<Report>,
  accountId: number,
  url: string,
): SelectQueryBuilder<Report> {
  return reports
    .where({ accountId, url })
    .andWhere('hashtextextended(report.url, 0) = hashtextextended(:hashed, 0)', { hashed: url });
}
