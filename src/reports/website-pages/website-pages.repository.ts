import { Injectable } from '@nestjs/common';
import { type Result } from '../../engine/audit/score.js';
import { foldCase } from '../../basics/fold-case.js';
import { Database } from '../../platform/database/database.js';
import { type ListSql, readSlice } from '../../platform/database/list-sql.js';
import { SEARCH_TOTAL_CAP, type Slice, type SliceOf } from '../../platform/database/slice.js';
import { type ListWebsitePagesQuery } from '../dto/list-website-pages.dto.js';

/** A page with its latest completed report. */
export interface ListedPage {
  /** Of the report. */
  readonly id: number;
  readonly url: string;
  readonly score: number;
  readonly result: Result;
  readonly generatedAt: Date;
  /** Of the completed report before the latest one; null if there is none. */
  readonly previousScore: number | null;
}

/** A page with the number of its reports, whatever their status. Each of them is read for it. */
export interface CountedPage extends ListedPage {
  readonly reportsCount: number;
}

const SPELLINGS = 'unnest(page_urls(r.url)) AS spelling(url)';

/** The reports of the page `r` by one spelling of its url, in the order of the index by url. */
const OF_PAGE = `FROM reports o WHERE o.account_id = r.account_id
    AND hashtextextended(o.url, 0) = hashtextextended(spelling.url, 0) AND o.url = spelling.url
    AND o.website_id = r.website_id`;

const COUNT = `(SELECT sum((SELECT count(*) ${OF_PAGE}))::bigint FROM ${SPELLINGS}) AS "reportsCount"`;

const COLUMNS = `r.id, r.url, r.score, r.result, r.generated_at AS "generatedAt",
  (SELECT (max(previous.id_and_score))[2] FROM ${SPELLINGS}, LATERAL (
      SELECT ARRAY[o.id, o.score] AS id_and_score ${OF_PAGE} AND o.status = 'completed' AND o.id < r.id
        ORDER BY o.id DESC LIMIT 1
    ) previous)::integer AS "previousScore"`;

/** A cursor holds a number or a text. As a number of seconds, a time keeps its milliseconds. */
const ORDERS = { url: 'r.url', score: 'r.score', generated_at: `date_part('epoch', r.generated_at)` };

interface PagesSlice {
  readonly query: ListWebsitePagesQuery;
  readonly slice: Slice;
}

@Injectable()
export class WebsitePagesRepository {
  constructor(private readonly database: Database) {}

  async listOf(
    accountId: number,
    websiteId: number,
    { query, slice }: PagesSlice,
  ): Promise<SliceOf<ListedPage>> {
    return readSlice<ListedPage>(this.database, websitePagesSql(accountId, websiteId, query), slice);
  }

  async countedOf(
    accountId: number,
    websiteId: number,
    { query, slice }: PagesSlice,
  ): Promise<SliceOf<CountedPage>> {
    return readSlice<CountedPage>(this.database, countedPagesSql(accountId, websiteId, query), slice);
  }
}

/** A website's pages as SQL. Of the reports, only those of the rows shown are read. */
export function websitePagesSql(
  accountId: number,
  websiteId: number,
  { sort_by, search, result }: ListWebsitePagesQuery,
): ListSql {
  const parameters: unknown[] = [accountId, websiteId];
  const conditions = ['account_id = $1', 'website_id = $2'];
  const add = (condition: string, value: unknown) =>
    conditions.push(condition.replace('?', `$${String(parameters.push(value))}`));
  if (search !== undefined) add('strpos(coalesce(r.url_folded, r.url), ?) > 0', foldCase(search));
  if (result !== undefined) add('r.result = ?', result);
  const kept = {
    text: 'SELECT pages_count FROM websites WHERE account_id = $1 AND id = $2',
    parameters: [accountId, websiteId],
  };
  return {
    columns: COLUMNS,
    from: '(SELECT p.*, p.report_id AS id FROM website_pages p) r',
    conditions,
    parameters,
    order: ORDERS[sort_by],
    total: conditions.length > 2 ? null : kept,
    totalCap: search === undefined ? undefined : SEARCH_TOTAL_CAP,
  };
}

export function countedPagesSql(...of: Parameters<typeof websitePagesSql>): ListSql {
  const list = websitePagesSql(...of);
  return { ...list, columns: `${list.columns}, ${COUNT}` };
}
