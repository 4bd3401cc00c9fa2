import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../platform/database/database.js';
import { NOT_DELETED } from './lists/reports-sql.js';
import { Report } from './report.entity.js';

export interface Retention {
  readonly days: number;
  /** Newest reports of each url that stay, however old they are. */
  readonly keep: number;
}

@Injectable()
export class ExpiredReportsRepository {
  constructor(private readonly database: Database) {}

  /** The oldest of an account's reports after an id that are older than `days`, and whether at least `keep` newer ones of
   *  their url have ended, so that they are not needed. A failed one takes the place of none that was completed. */
  async oldestAfter(
    accountId: number,
    after: number,
    { days, keep, limit }: Retention & { limit: number },
  ): Promise<{ id: number; isExpired: boolean }[]> {
    return this.database.query(EXPIRED, [accountId, after, days, keep, limit]);
  }

  /** Lets the history of its website keep a report that is deleted next: with the deletion of one that confirms a run, the
   *  trigger that counts reports leaves their days as they are. */
  async keepInHistory(tx: Transaction, accountId: number, id: number): Promise<void> {
    await tx.update(Report, { accountId, id, status: 'completed' }, { confirms: true });
  }
}

/** Which of an account's oldest reports have expired. SQL of ours, because each row asks the index by url. */
const EXPIRED = `SELECT r.id, ${NOT_DELETED} AND r.status IN ('completed', 'failed') AND (
      SELECT count(*) FROM (
        SELECT FROM reports newer
          WHERE newer.account_id = r.account_id
            AND hashtextextended(newer.url, 0) = hashtextextended(r.url, 0) AND newer.url = r.url
            AND newer.id > r.id
            AND (newer.status = 'completed' OR newer.status = 'failed' AND r.status = 'failed')
          LIMIT $4
      ) AS kept
    ) >= $4 AS "isExpired"
  FROM (SELECT * FROM reports WHERE account_id = $1 AND id > $2 ORDER BY id LIMIT $5) AS r
  WHERE created_at < now() - make_interval(days => $3) ORDER BY id`;
