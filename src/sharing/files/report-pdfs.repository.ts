import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, type Repository } from 'typeorm';
import { Database, type Transaction } from '../../platform/database/database.js';
import { Report } from '../../reports/report.entity.js';
import { ReportPdf } from './report-pdf.entity.js';

/** Names a report. */
export type ReportId = Pick<ReportPdf, 'accountId' | 'reportId'>;

export type ClaimedPdf = ReportId & Pick<ReportPdf, 'sourceHash'> & { readonly reportDate: Date };

/** A process that has not finished after this time has died. A document is printed twice, for its list of contents; each
 *  time, a browser may fail in 33 s, another one start in 33 s, and print in 33 s. */
const CLAIM_SECONDS = 210;

const IS_QUEUED = 'hash IS NULL AND failure IS NULL';
const IS_FREE = `(claimed_at IS NULL OR claimed_at < requested_at
  OR claimed_at < now() - make_interval(secs => ${String(CLAIM_SECONDS)}))`;

/** The account whose last turn is the longest ago comes first, so that none waits for all PDFs of another one. SQL of
 *  ours: TypeORM neither skips locked rows in an update nor returns joined ones. */
const CLAIM = `UPDATE report_pdfs pdf SET claimed_at = greatest(now(), requested_at) FROM reports report
  WHERE (pdf.account_id, pdf.report_id) = (
      SELECT account_id, report_id FROM report_pdfs next WHERE ${IS_QUEUED} AND ${IS_FREE}
      ORDER BY (SELECT max(claimed_at) FROM report_pdfs last WHERE last.account_id = next.account_id) NULLS FIRST,
        requested_at
      LIMIT 1 FOR UPDATE SKIP LOCKED
    ) AND report.account_id = pdf.account_id AND report.id = pdf.report_id
  RETURNING pdf.account_id AS "accountId", pdf.report_id AS "reportId", encode(source_hash, 'hex') AS "sourceHash",
    coalesce(report.generated_at, report.created_at) AS "reportDate"`;

@Injectable()
export class ReportPdfsRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(ReportPdf) private readonly pdfs: Repository<ReportPdf>,
  ) {}

  /** With its blob. */
  async find({ accountId, reportId }: ReportId): Promise<ReportPdf | null> {
    return this.pdfs.findOne({ where: { accountId, reportId }, relations: { blob: true } });
  }

  /** Keeps a report from being deleted until the transaction ends.
   *  @returns whether it exists */
  async lockReport(tx: Transaction, { accountId, reportId }: ReportId): Promise<boolean> {
    const lock = { mode: 'for_key_share' } as const;
    return (
      (await tx.findOne(Report, { select: { id: true }, where: { accountId, id: reportId }, lock })) !== null
    );
  }

  async countQueued(tx: Transaction, accountId: number): Promise<number> {
    return tx.countBy(ReportPdf, { accountId, hash: IsNull(), failure: IsNull() });
  }

  /** Queues a PDF, in place of one that was made of another file. */
  async queue(tx: Transaction, { accountId, reportId }: ReportId, sourceHash: string): Promise<void> {
    await tx
      .createQueryBuilder()
      .insert()
      .into(ReportPdf)
      .values({
        accountId,
        reportId,
        sourceHash,
        hash: null,
        failure: null,
        requestedAt: () => 'clock_timestamp()',
      })
      .orUpdate(['source_hash', 'hash', 'failure', 'requested_at'], ['account_id', 'report_id'])
      .updateEntity(false)
      .execute();
  }

  /** Takes the next PDF to make. */
  async claim(): Promise<ClaimedPdf | null> {
    const [claimed] = await this.database.query<ClaimedPdf>(CLAIM);
    return claimed ?? null;
  }

  /** Whether a PDF is queued that no process is making. */
  async isAnyFree(): Promise<boolean> {
    return this.pdfs.createQueryBuilder('pdf').where(IS_QUEUED).andWhere(IS_FREE).getExists();
  }

  /** Says how the making of a PDF ended, unless another one was queued meanwhile. */
  async finish(
    { accountId, reportId, sourceHash }: ClaimedPdf,
    outcome: Partial<Pick<ReportPdf, 'hash' | 'failure'>>,
  ): Promise<void> {
    await this.pdfs.update({ accountId, reportId, sourceHash }, outcome);
  }

  /** Lets the next process make a PDF that this one claimed. The turn of its account is over all the same. */
  async release({ accountId, reportId, sourceHash }: ClaimedPdf): Promise<void> {
    const requestedAt = () => 'clock_timestamp()';
    await this.pdfs.update({ accountId, reportId, sourceHash }, { requestedAt });
  }

  /** Forgets a PDF, so that the next request has it made anew. */
  async forget({ accountId, reportId }: ReportId): Promise<void> {
    await this.pdfs.delete({ accountId, reportId });
  }
}
