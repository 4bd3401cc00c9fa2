import { type ListSql } from '../database/listing.js';
import { type ListReportsQuery } from './dto/list-reports.dto.js';

/** A b-tree entry can't hold the longest urls: they are ordered by their beginning. */
const URL_ORDER = '(CASE WHEN octet_length(url) <= 2600 THEN url ELSE left(url, 650) END)';

/** The first condition of each list. */
export const OF_ACCOUNT = 'account_id = $1';

/** Condition on `website_id` that hides the reports of deleted websites of the account `$1`. */
export const NOT_DELETED =
  'website_id <> ALL (ARRAY(SELECT d.website_id FROM deleted_websites d WHERE d.account_id = $1))';

/** Ids follow the times of creation but for some seconds, which a transaction lasts at most. So a time limits the ids that
 *  are read, however long the list is. */
const CREATED_AFTER = `created_at >= ?::timestamptz AND id > coalesce((
    SELECT e.id FROM reports e WHERE e.account_id = $1 AND e.created_at <= ?::timestamptz - interval '30 seconds'
      ORDER BY e.created_at DESC LIMIT 1
  ), 0)`;
const CREATED_BEFORE = `created_at < ?::timestamptz AND id < coalesce((
    SELECT l.id FROM reports l WHERE l.account_id = $1 AND l.created_at >= ?::timestamptz + interval '30 seconds'
      ORDER BY l.created_at LIMIT 1
  ), 9223372036854775807)`;

/** A report's row is written when it is queued and when it has ended, no more often: the queue knows what is running. */
const STATUS = `CASE WHEN r.status = 'queued' THEN coalesce((
    SELECT 'running' FROM pending_audits a
      WHERE a.account_id = r.account_id AND a.report_id = r.id AND a.claimed_by IS NOT NULL
  ), 'queued') ELSE r.status END`;

/** Columns of a report that are not read as they are stored. */
export const COMPUTED_COLUMNS = { status: STATUS };

/** An account's reports as SQL, without the search, in the spelling of the indexes. Missing scores come last in both
 *  directions. */
export function reportsSql(accountId: number, query: ListReportsQuery): Omit<ListSql, 'columns'> {
  const { website_id, batch_id, result, created_after, created_before, sort_by, sort } = query;
  const conditions = [OF_ACCOUNT];
  const parameters: unknown[] = [accountId];
  const add = (condition: string, value: unknown) =>
    conditions.push(condition.replaceAll('?', `$${String(parameters.push(value))}`));
  if (website_id !== undefined) add('website_id = ?', website_id);
  if (result !== undefined) add('result = ?', result);
  if (batch_id !== undefined) add('batch_id = ?', batch_id);
  if (created_after) add(CREATED_AFTER, created_after);
  if (created_before) add(CREATED_BEFORE, created_before);
  const missing = sort === 'asc' ? '101' : '-1';
  const score = result === undefined ? `coalesce(score, ${missing})` : 'score';
  const orders = { id: 'r.id', url: URL_ORDER, score };
  conditions.push(NOT_DELETED);
  const isCounted = created_after ?? created_before ?? batch_id;
  const total = isCounted !== undefined ? null : keptTotalSql(query);
  return { from: 'reports r', conditions, parameters, order: orders[sort_by], total };
}

/** The kept number of reports of a website, with a result, or of both. */
export function keptTotalSql({ website_id, result }: ListReportsQuery): string {
  const column = result === undefined ? 'reports_count' : `${result}_count`;
  return website_id === undefined
    ? `SELECT ${column} FROM accounts WHERE id = $1`
    : `SELECT ${column} FROM websites WHERE account_id = $1 AND id = $2`;
}
