import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../platform/database/database.js';
import { readSlice } from '../../platform/database/list-sql.js';
import { type Slice, type SliceOf } from '../../platform/database/slice.js';
import { type Crawl } from '../crawl.entity.js';
import { addressHash } from '../pages/address-hash.js';
import { pageAddress } from '../../engine/crawling/page-address.js';
import { failuresSql, linkedFromSql, MEMBERS_SQL } from './site-findings-sql.js';
import { OF_CHECK, SITE_FINDINGS, type SiteFinding } from './site-findings.js';

/** A page of a finding, with the other pages that belong to it. */
export interface FindingExample {
  readonly url: string;
  readonly urls: readonly string[];
  readonly linkedFrom: readonly string[];
  readonly pages: number;
}

export interface FindingSummary {
  /** Of pages. */
  readonly count: number;
  readonly examples: readonly FindingExample[];
}

/** Number of the pages of a finding; null: unknown. */
function countSql({ sql, unknownIf = 'false' }: SiteFinding): string {
  return `CASE WHEN NOT (${unknownIf}) THEN (SELECT coalesce(sum(pages), 0)::integer FROM (${sql}) found) END`;
}

const COUNTS = [
  ...SITE_FINDINGS.map((finding) => `SELECT '${finding.id}' AS id, ${countSql(finding)} AS count`),
  `SELECT '${OF_CHECK}' || check_id AS id, count(*)::integer AS count
    FROM crawl_pages, unnest(failed_checks) AS check_id WHERE account_id = $1 AND crawl_id = $2 GROUP BY check_id`,
].join(' UNION ALL ');

/** A row per finding that has pages, with up to $4 examples. One statement, because a hundred checks may fail. */
const SUMMARIES = [
  ...SITE_FINDINGS.map(
    ({ id, sql }) => `(
      WITH found AS MATERIALIZED (${sql})
      SELECT '${id}' AS id, sum(pages)::integer AS count, (
          SELECT json_agg(
              json_build_object('url', url, 'urls', urls, 'linkedFrom', ${linkedFromSql('first.id')}, 'pages', pages)
            ) FROM (SELECT * FROM found ORDER BY pages DESC, id LIMIT $4) AS first
        ) AS examples FROM found HAVING count(*) > 0
    )`,
  ),
  `SELECT '${OF_CHECK}' || id AS id, count, examples FROM (${failuresSql('$4')}) AS failures`,
].join(' UNION ALL ');

/** What the pages of a crawl say together, as SQL over all of them. */
@Injectable()
export class CrawlFindingsRepository {
  constructor(private readonly database: Database) {}

  /** How many pages have each finding, and some of them, by the finding's id: those that concern the most pages first.
   *  Findings without pages are left out.
   *  @param maxExamples of one finding */
  async summaries(crawl: Crawl, maxExamples: number): Promise<Map<string, FindingSummary>> {
    const rows = await this.database.queryReplica<FindingSummary & { readonly id: string }>(SUMMARIES, [
      ...parametersOf(crawl, SUMMARIES),
      maxExamples,
    ]);
    return new Map(rows.map(({ id, count, examples }) => [id, { count, examples }]));
  }

  /** How many pages have a finding, as the transaction sees them; null: unknown, because pages were not read. */
  async countOf(tx: Transaction, crawl: Crawl, finding: SiteFinding): Promise<number | null> {
    const sql = `SELECT ${countSql(finding)} AS count`;
    const [row] = await tx.query<{ count: number | null }[]>(sql, parametersOf(crawl, sql));
    return row?.count ?? null;
  }

  /** The pages of a finding, one by one. */
  async pagesOf(crawl: Crawl, finding: SiteFinding, slice: Slice): Promise<SliceOf<FindingExample>> {
    const sql = MEMBERS_SQL[finding.id] ?? finding.sql;
    const list = {
      columns: `r.id, r.url, r.urls, ${linkedFromSql('r.id')} AS "linkedFrom", r.pages`,
      from: `(${sql}) r`,
      conditions: ['true'],
      parameters: parametersOf(crawl, sql),
    };
    return readSlice<FindingExample>(this.database, { ...list, order: 'r.id', total: null }, slice);
  }

  /** How many pages have each finding, by its id; null: unknown, because pages were not read. Findings without pages may be
   *  left out. */
  async counts(crawl: Crawl): Promise<Map<string, number | null>> {
    const rows = await this.database.queryReplica<{ id: string; count: number | null }>(
      COUNTS,
      parametersOf(crawl, COUNTS),
    );
    return new Map(rows.map(({ id, count }) => [id, count]));
  }
}

function parametersOf({ accountId, id, url }: Crawl, sql: string): unknown[] {
  const start = sql.includes('$3') ? [addressHash(pageAddress(url) ?? url)] : [];
  return [accountId, id, ...start];
}
