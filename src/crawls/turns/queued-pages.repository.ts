import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type Repository } from 'typeorm';
import { Database, type Transaction } from '../../platform/database/database.js';
import { type CrawlId } from '../crawls.repository.js';
import { CrawlPage } from '../pages/crawl-page.entity.js';

/** The audit of a page of a crawl. */
export interface CrawlAudit {
  readonly accountId: number;
  readonly crawlId: number;
  readonly pageId: number;
  readonly reportId: number;
}

const QUEUE = `UPDATE crawl_pages p SET state = 'queued', report_id = u.report_id
  FROM unnest($3::bigint[], $4::bigint[]) AS u (id, report_id)
  WHERE p.account_id = $1 AND p.crawl_id = $2 AND p.id = u.id AND p.state = 'waiting'
  RETURNING 1`;

/** Puts queued pages back whose reports are neither in the queue nor ended for the crawl: they were deleted, or ended by a
 *  worker of an earlier version. */
const RECLAIM = `UPDATE crawl_pages p SET state = 'waiting', report_id = NULL, tries = p.tries + 1
  WHERE account_id = $1 AND crawl_id = $2 AND state = 'queued'
    AND NOT EXISTS (
      SELECT FROM pending_audits a WHERE a.account_id = p.account_id AND a.report_id = p.report_id
    )`;

/** Locks the audit of a page unless it was claimed, or is being claimed or deleted. */
const HOLD_AUDIT = `SELECT FROM pending_audits WHERE account_id = $1 AND report_id = $2 AND claimed_by IS NULL
  FOR UPDATE SKIP LOCKED`;

/** Pages of crawls that wait for their audits. */
@Injectable()
export class QueuedPagesRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(CrawlPage) private readonly pages: Repository<CrawlPage>,
  ) {}

  async count({ accountId, id }: CrawlId, tx?: Transaction): Promise<number> {
    return (tx?.getRepository(CrawlPage) ?? this.pages).countBy({ accountId, crawlId: id, state: 'queued' });
  }

  /** How often a page was tried before that waits for the report of an audit; null: it does not wait for it any more. */
  async triesOf({ accountId, crawlId, pageId, reportId }: CrawlAudit): Promise<number | null> {
    const where = { accountId, crawlId, id: pageId, state: 'queued', reportId } as const;
    const page = await this.pages.findOne({ select: { id: true, tries: true }, where });
    return page?.tries ?? null;
  }

  /** The crawl of the page that waits for a report; null if none does. */
  async crawlWaitingFor(tx: Transaction, accountId: number, reportId: number): Promise<number | null> {
    const page = await tx.findOneBy(CrawlPage, { accountId, reportId, state: 'queued' });
    return page?.crawlId ?? null;
  }

  /** Keeps the audit of a queued page from being claimed until the end of the transaction.
   *  @returns false: a worker has it */
  async holdAudit(tx: Transaction, { accountId, reportId }: CrawlPage): Promise<boolean> {
    return (await tx.query<unknown[]>(HOLD_AUDIT, [accountId, reportId])).length > 0;
  }

  /** Has waiting pages wait for the audits of their reports, which have the same order.
   *  @returns how many: the others are not waiting any more */
  async add(
    tx: Transaction,
    { accountId, id }: CrawlId,
    pageIds: readonly number[],
    reportIds: readonly number[],
  ): Promise<number> {
    const [queued] = await tx.query<[unknown[], number]>(QUEUE, [accountId, id, pageIds, reportIds]);
    return queued.length;
  }

  async reclaim({ accountId, id }: CrawlId): Promise<void> {
    await this.database.query(RECLAIM, [accountId, id]);
  }

  /** Ids of the reports of pages whose audits have not ended. */
  async reportIds(tx: Transaction, { accountId, id }: CrawlId): Promise<number[]> {
    const rows = await tx.find(CrawlPage, {
      select: { accountId: true, crawlId: true, id: true, reportId: true },
      where: { accountId, crawlId: id, state: 'queued' },
    });
    return rows.flatMap(({ reportId }) => reportId ?? []);
  }

  /** Puts the pages that wait for their audits back. */
  async putBack(tx: Transaction, { accountId, id }: CrawlId): Promise<void> {
    await tx.update(
      CrawlPage,
      { accountId, crawlId: id, state: 'queued' },
      { state: 'waiting', reportId: null },
    );
  }
}
