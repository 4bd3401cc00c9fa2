import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';

/** A report whose id divides by this is the last of its block. */
const BLOCK = 8192;

/** Keeps how many reports each stretch of ids holds, so that pages by number can begin in the middle. All of it happens
 *  while the account's totals are locked by the same transaction, or while reports are hidden. */
@Injectable()
export class ReportBlocksRepository {
  /** Ends a block where a new report is its last. Ids follow the order of the locks, so that no earlier report can
   *  still appear. Hidden reports are in no total: as long as there are any, the block goes on. */
  async endWith(
    manager: EntityManager,
    { accountId, websiteId, reportId }: { accountId: number; websiteId: number; reportId: number },
  ): Promise<void> {
    if (reportId % BLOCK !== 0) return;
    await manager.query(
      `INSERT INTO report_blocks (account_id, website_id, last_id, count)
        SELECT $1, website_id, $3, reports_count - (
            SELECT coalesce(sum(count), 0) FROM report_blocks b
              WHERE b.account_id = $1 AND b.website_id = total.website_id
          )
        FROM (
          SELECT 0::bigint AS website_id, reports_count FROM account_totals WHERE account_id = $1
          UNION ALL
          SELECT id, reports_count FROM websites WHERE account_id = $1 AND id = $2
        ) AS total
        WHERE NOT EXISTS (SELECT FROM deleted_websites WHERE account_id = $1)`,
      [accountId, websiteId, reportId],
    );
  }

  /** Takes deleted reports out of the account's blocks, and out of those of their website unless that is deleted too. */
  async uncount(
    manager: EntityManager,
    { accountId, websiteId }: { accountId: number; websiteId: number | null },
    reportIds: readonly number[],
  ): Promise<void> {
    await manager.query(
      `WITH gone AS (
          SELECT block.website_id, block.last_id, count(*) AS count
          FROM unnest($3::bigint[]) AS report_id
          CROSS JOIN unnest($2::bigint[]) AS scope
          CROSS JOIN LATERAL (
            SELECT website_id, last_id FROM report_blocks
              WHERE account_id = $1 AND website_id = scope AND last_id >= report_id ORDER BY last_id LIMIT 1
          ) AS block
          GROUP BY 1, 2
        )
        UPDATE report_blocks b SET count = b.count - gone.count FROM gone
          WHERE b.account_id = $1 AND b.website_id = gone.website_id AND b.last_id = gone.last_id`,
      [accountId, websiteId === null ? [0] : [0, websiteId], reportIds],
    );
  }

  async forgetWebsite(manager: EntityManager, accountId: number, websiteId: number): Promise<void> {
    await manager.query('DELETE FROM report_blocks WHERE account_id = $1 AND website_id = $2', [
      accountId,
      websiteId,
    ]);
  }
}
