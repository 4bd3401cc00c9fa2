import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { readSlice } from '../../platform/database/list-sql.js';
import { type Slice, type SliceOf } from '../../platform/database/slice.js';
import { type Crawl } from '../crawl.entity.js';
import { type CrawlId } from '../crawls.repository.js';
import {
  type ChangedPage,
  type ChangedPages,
  type PageChange,
  type PageChanges,
} from './crawl-comparison.js';

/** Two crawls of one account. */
export interface CrawlPair {
  readonly before: Crawl;
  readonly after: Crawl;
}

const MAX_EXAMPLES = 20;

const completed = (crawl: string) => `(
    SELECT id, url, url_hash, report_id, score FROM crawl_pages
      WHERE account_id = $1 AND crawl_id = ${crawl} AND state = 'completed' AND target_hash IS NULL
  )`;

/** Pages that at least one of the crawls completed, without those that redirect: their reports are those of others. $1 is
 *  the account, $2 the crawl before, $3 the one after. `weight` is how much a page changed. A full join, because it has one
 *  good plan whatever PostgreSQL knows of new rows. */
const CHANGES = `SELECT coalesce(a.id, b.id) AS id, coalesce(a.url, b.url) AS url, url_hash,
    b.report_id AS report_before, b.score AS score_before, a.report_id AS report_after, a.score AS score_after,
    CASE WHEN b.id IS NULL THEN 'new' WHEN a.id IS NULL THEN 'gone'
      WHEN a.score > b.score THEN 'better' WHEN a.score < b.score THEN 'worse' ELSE 'unchanged' END AS change,
    coalesce(CASE WHEN b.id IS NULL THEN 100 - a.score WHEN a.id IS NULL THEN b.score
      ELSE abs(a.score - b.score) END, 0) AS weight
  FROM ${completed('$2')} b FULL JOIN ${completed('$3')} a USING (url_hash)`;

/** A page of one of the crawls, as JSON; null if it is not among those that the crawl completed.
 *  @param change by which it is not
 *  @param end of the names of its columns */
const pageThen = (change: PageChange, end: 'before' | 'after') => `CASE WHEN r.change <> '${change}' THEN
    json_build_object('id', (
      SELECT report.id FROM reports report WHERE report.account_id = $1 AND report.id = r.report_${end}
    ), 'score', r.score_${end}) END`;

const BEFORE = pageThen('new', 'before');

const AFTER = pageThen('gone', 'after');

/** What became of a page that is gone. */
const REASON = `CASE WHEN r.change = 'gone' THEN coalesce((
    SELECT CASE t.state WHEN 'failed' THEN 'failed' WHEN 'skipped' THEN 'skipped:' || t.skipped_for
        WHEN 'completed' THEN 'redirects' ELSE 'not_visited' END
      FROM crawl_pages t WHERE t.account_id = $1 AND t.crawl_id = $3 AND t.url_hash = r.url_hash
  ), 'not_found') END`;

const SUMMARY = `WITH changes AS MATERIALIZED (${CHANGES})
  SELECT counted.change, counted.count, (
      SELECT json_agg(json_build_object('url', r.url, 'before', ${BEFORE}, 'after', ${AFTER}, 'reason', ${REASON})
          ORDER BY r.weight DESC, r.id DESC)
        FROM (
          SELECT * FROM changes WHERE change = counted.change AND change <> 'unchanged'
            ORDER BY weight DESC, id DESC LIMIT ${String(MAX_EXAMPLES)}
        ) r
    ) AS examples
    FROM (SELECT change, count(*)::integer AS count FROM changes GROUP BY change) counted`;

type SummaryRow = ChangedPages & { readonly change: PageChange | 'unchanged' };

/** Of the first report that is still there. */
const RULESET = `SELECT d.ruleset_version AS "rulesetVersion" FROM crawl_pages p
  JOIN report_details d ON d.account_id = p.account_id AND d.report_id = p.report_id
  WHERE p.account_id = $1 AND p.crawl_id = $2 AND p.state = 'completed' ORDER BY p.id LIMIT 1`;

/** How the pages of two crawls differ, as SQL over all of them. */
@Injectable()
export class CrawlComparisonsRepository {
  constructor(private readonly database: Database) {}

  async rulesetOf({ accountId, id }: CrawlId): Promise<string | null> {
    const [row] = await this.database.queryReplica<{ rulesetVersion: string }>(RULESET, [accountId, id]);
    return row?.rulesetVersion ?? null;
  }

  async summaryOf(pair: CrawlPair): Promise<PageChanges> {
    const rows = await this.database.queryReplica<SummaryRow>(SUMMARY, parametersOf(pair));
    const of = (change: PageChange): ChangedPages =>
      rows.find((row) => row.change === change) ?? { count: 0, examples: [] };
    return {
      new: of('new'),
      gone: of('gone'),
      better: of('better'),
      worse: of('worse'),
      unchanged: rows.find((row) => row.change === 'unchanged')?.count ?? 0,
    };
  }

  /** The pages that changed in one way. */
  async pagesOf(pair: CrawlPair, change: PageChange, slice: Slice): Promise<SliceOf<ChangedPage>> {
    const list = {
      columns: `r.id, r.url, ${BEFORE} AS before, ${AFTER} AS after, ${REASON} AS reason`,
      from: `(SELECT * FROM (${CHANGES}) every WHERE change = $4) r`,
      conditions: ['true'],
      parameters: [...parametersOf(pair), change],
    };
    return readSlice<ChangedPage>(this.database, { ...list, order: 'r.weight', total: null }, slice);
  }
}

function parametersOf({ before, after }: CrawlPair): unknown[] {
  return [after.accountId, before.id, after.id];
}
