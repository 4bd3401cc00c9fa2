import { type Result } from '../audit/score.js';
import { type OrderedList } from '../database/ordered-list.js';
import { type SortValue } from '../http/listing/listing-query.dto.js';
import { type ReportSortField } from './dto/list-reports.dto.js';

export interface ReportFilters {
  readonly sortBy: ReportSortField;
  readonly search: string | null;
  readonly websiteId: number | null;
  readonly result: Result | null;
}

const STORED = `id, account_id, website_id, url, result, score, error_code, error_detail, created_at, updated_at,
  generated_at`;

/** A b-tree entry can't hold the longest urls: they are ordered by their beginning. */
const URL_ORDER = '(CASE WHEN octet_length(url) <= 2600 THEN url ELSE left(url, 650) END)';

/** Columns of a report's row. Whether it is being audited now, the line of audits knows: a report is written when it
 *  is accepted and when it is done, no more often.
 *  @param alias of the table */
export function columnsOf(alias: string): string {
  return `${STORED.replaceAll(/(\w+)/g, `${alias}.$1`)}, CASE WHEN ${alias}.status = 'queued' THEN coalesce((
      SELECT 'running' FROM pending_audits a
        WHERE a.account_id = ${alias}.account_id AND a.report_id = ${alias}.id AND a.claimed_by IS NOT NULL
    ), 'queued') ELSE ${alias}.status END AS status`;
}

/** What is true of a website's id unless the website is deleted, of the account `$1`. Its reports are deleted later. */
export const NOT_DELETED =
  '<> ALL (ARRAY(SELECT d.website_id FROM deleted_websites d WHERE d.account_id = $1))';

const LIST_COLUMNS = columnsOf('r');

/** The list of an account's reports as SQL, whatever is searched for in it, each order and filter spelled as its index spells it. */
export function reportsList(accountId: number, filters: ReportFilters, sort: SortValue): OrderedList {
  const { websiteId, result, sortBy } = filters;
  const values: unknown[] = [accountId];
  const conditions = ['account_id = $1'];
  const add = (condition: string, value: unknown) =>
    conditions.push(`${condition} $${String(values.push(value))}`);
  if (websiteId !== null) add('website_id =', websiteId);
  if (result !== null) add('result =', result);
  const orders: Record<ReportSortField, string> = {
    id: 'id',
    url: URL_ORDER,
    score: result !== null ? 'score' : sort === 'asc' ? 'coalesce(score, 101)' : 'coalesce(score, -1)',
  };
  return {
    table: 'reports',
    columns: LIST_COLUMNS,
    conditions,
    values,
    hidden: {
      condition: `${websiteId === null ? 'website_id' : '$2::bigint'} ${NOT_DELETED}`,
      isAny: 'EXISTS (SELECT FROM deleted_websites WHERE account_id = $1)',
    },
    blocks:
      sortBy === 'id' && result === null
        ? `SELECT last_id, count FROM report_blocks WHERE account_id = $1 AND website_id = ${websiteId === null ? '0' : '$2'}`
        : null,
    order: orders[sortBy],
    total: keptTotal(filters),
  };
}

/** Where the number of reports with these filters is kept, its parameters numbered as the conditions number
 *  them. */
function keptTotal({ websiteId, result }: ReportFilters): NonNullable<OrderedList['total']> {
  const column = result === null ? 'reports_count' : `${result}_count`;
  return websiteId === null
    ? { text: `SELECT ${column} FROM account_totals WHERE account_id = $1`, parameters: 1 }
    : { text: `SELECT ${column} FROM websites WHERE account_id = $1 AND id = $2`, parameters: 2 };
}
