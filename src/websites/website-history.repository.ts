import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { type WebsiteHistoryQuery } from './dto/website-history.dto.js';
import { type HistoryRowView } from './website-history.view.js';

/** Ten years of days. */
export const MAX_INTERVALS = 3660;

/** From the counts of each day, so the number of reports doesn't matter. SQL of ours, because the query builder can't
 *  unnest. */
export const HISTORY = `SELECT to_char(date_trunc($3, d.day::timestamp), 'YYYY-MM-DD') AS start,
    sum(d.completed_count)::bigint AS count,
    round(sum(d.score_sum) / sum(d.completed_count), 2)::double precision AS average,
    min(s.lowest)::integer AS min, max(s.highest)::integer AS max
  FROM website_days d
  CROSS JOIN LATERAL (
    SELECT min(n.place) - 1 AS lowest, max(n.place) - 1 AS highest
      FROM unnest(d.scores) WITH ORDINALITY AS n (reports, place) WHERE n.reports > 0
  ) s
  WHERE d.account_id = $1 AND d.website_id = $2 AND d.completed_count > 0
    AND d.day BETWEEN coalesce($4::date, '-infinity') AND coalesce($5::date, 'infinity')
  GROUP BY 1 ORDER BY 1 DESC LIMIT ${String(MAX_INTERVALS)}`;

@Injectable()
export class WebsiteHistoryRepository {
  constructor(private readonly database: Database) {}

  /** The newest intervals with completed reports, oldest first. */
  async of(
    accountId: number,
    websiteId: number,
    { interval, from, to }: WebsiteHistoryQuery,
  ): Promise<HistoryRowView[]> {
    const parameters = [accountId, websiteId, interval, from ?? null, to ?? null];
    return (await this.database.query<HistoryRowView>(HISTORY, parameters)).reverse();
  }
}
