import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../platform/database/database.js';
import { readSlice } from '../../platform/database/list-sql.js';
import { type Slice, type SliceOf } from '../../platform/database/slice.js';
import { type Crawl } from '../crawl.entity.js';
import { addressHash } from '../pages/frontier.service.js';
import { pageAddress } from '../../engine/crawling/page-address.js';
import { linkedFromSql, MEMBERS_SQL } from './site-findings-sql.js';
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

const MAX_EXAMPLES = 20;

const FAILED_CHECKS = `SELECT '${OF_CHECK}' || check_id AS id, count(*)::integer AS count
  FROM crawl_pages, unnest(failed_checks) AS check_id
  WHERE account_id = $1 AND crawl_id = $2 GROUP BY check_id ORDER BY count(*) DESC, check_id`;

const COUNTS = [
  ...SITE_FINDINGS.map(
    ({ id, sql }) =>
      `SELECT '${id}' AS id, coalesce(sum(pages), 0)::integer AS count FROM (${sql}) AS "${id}"`,
  ),
  `SELECT id, count FROM (${FAILED_CHECKS}) AS failed`,
].join(' UNION ALL ');

/** What the pages of a crawl say together, as SQL over all of them. */
@Injectable()
export class CrawlFindingsRepository {
  constructor(private readonly database: Database) {}

  /** How many pages have a finding, and some of them: those that concern the most pages first. */
  async summaryOf(crawl: Crawl, { sql }: SiteFinding): Promise<FindingSummary> {
    const [row] = await this.database.queryReplica<FindingSummary>(
      `WITH found AS MATERIALIZED (${sql})
        SELECT coalesce(sum(pages), 0)::integer AS count, coalesce((
          SELECT json_agg(
              json_build_object('url', url, 'urls', urls, 'linkedFrom', ${linkedFromSql('first.id')}, 'pages', pages)
            ) FROM (SELECT * FROM found ORDER BY pages DESC, id LIMIT ${String(MAX_EXAMPLES)}) AS first
        ), '[]') AS examples FROM found`,
      parametersOf(crawl, sql),
    );
    return row ?? { count: 0, examples: [] };
  }

  /** How many pages have a finding, as the transaction sees them. */
  async countOf(tx: Transaction, crawl: Crawl, { sql }: SiteFinding): Promise<number> {
    const [row] = await tx.query<{ count: number }[]>(
      `SELECT coalesce(sum(pages), 0)::integer AS count FROM (${sql}) found`,
      parametersOf(crawl, sql),
    );
    return row?.count ?? 0;
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

  /** How many pages have each finding, by its id. Findings without pages may be left out. */
  async counts(crawl: Crawl): Promise<Map<string, number>> {
    const rows = await this.database.queryReplica<{ id: string; count: number }>(
      COUNTS,
      parametersOf(crawl, COUNTS),
    );
    return new Map(rows.map(({ id, count }) => [id, count]));
  }

  /** Ids of the findings of checks that pages of a crawl fail, most pages first. */
  async failedChecks({ accountId, id }: Crawl): Promise<string[]> {
    const rows = await this.database.queryReplica<{ id: string }>(FAILED_CHECKS, [accountId, id]);
    return rows.map((row) => row.id);
  }
}

function parametersOf({ accountId, id, url }: Crawl, sql: string): unknown[] {
  const start = sql.includes('$3') ? [addressHash(pageAddress(url) ?? url)] : [];
  return [accountId, id, ...start];
}
