import { type ListSql, type Query } from '../../platform/database/list-sql.js';
import { type ListReportsQuery } from '../dto/list-reports.dto.js';

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

/** Conditions of the filters; `?` is the filter's value. */
const FILTERS = {
  website_id: 'website_id = ?',
  result: 'result = ?',
  batch_id: 'batch_id = ?',
  created_after: CREATED_AFTER,
  created_before: CREATED_BEFORE,
} as const;

type Filter = keyof typeof FILTERS;

/** The filters for which numbers of reports are kept. With any other one, the reports are counted. */
const COUNTED_BY: readonly Filter[] = ['website_id', 'result'];

/** An account's reports as SQL, without the search, in the spelling of the indexes. Missing scores come last in both
 *  directions. */
export function reportsSql(accountId: number, query: ListReportsQuery): Omit<ListSql, 'columns'> {
  const parameters: unknown[] = [accountId];
  const used = (Object.keys(FILTERS) as Filter[]).filter((filter) => query[filter] !== undefined);
  const filters = used.map((filter) =>
    FILTERS[filter].replaceAll('?', `$${String(parameters.push(query[filter]))}`),
  );
  const missing = query.sort === 'asc' ? '101' : '-1';
  const score = query.result === undefined ? `coalesce(score, ${missing})` : 'score';
  const orders = { id: 'r.id', url: URL_ORDER, score };
  const batchAt = used.indexOf('batch_id');
  const isCounted = used.every((filter) => COUNTED_BY.includes(filter));
  return {
    from: batchAt < 0 ? 'reports r' : batchSql(batchAt + 2),
    conditions: [OF_ACCOUNT, ...filters, NOT_DELETED],
    parameters,
    order: orders[query.sort_by],
    total: isCounted ? keptTotal(accountId, query) : null,
  };
}

/** The reports of a batch, which is short: OFFSET has them read before they are sorted. Otherwise PostgreSQL would read the
 *  account's whole list in the order of an index to find them.
 *  @param at position of the batch's id among the parameters */
function batchSql(at: number): string {
  return `(SELECT * FROM reports WHERE ${OF_ACCOUNT} AND batch_id = $${String(at)} OFFSET 0) r`;
}

/** The kept number of reports of a website, with a result, or of both. */
export function keptTotal(accountId: number, { website_id, result }: ListReportsQuery): Query {
  const column = result === undefined ? 'reports_count' : `${result}_count`;
  return website_id === undefined
    ? { text: `SELECT ${column} FROM accounts WHERE id = $1`, parameters: [accountId] }
    : {
        text: `SELECT ${column} FROM websites WHERE account_id = $1 AND id = $2`,
        parameters: [accountId, website_id],
      };
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
