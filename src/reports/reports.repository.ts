import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Result } from '../audit/score.js';
import { Database, type Statement } from '../database/database.js';
import { likePattern } from '../database/like-pattern.js';
import { type OrderedList, readSlice } from '../database/ordered-list.js';
import { foldCase } from '../fold-case.js';
import { type Grade } from '../grading/grader.js';
import { type SortValue } from '../http/listing/listing-query.dto.js';
import { type Slice, type SliceOf } from '../http/listing/listing.js';
import { type Privacy } from '../websites/website.entity.js';
import { WebsitesRepository } from '../websites/websites.repository.js';
import { type ReportSortField } from './dto/list-reports.dto.js';
import { type ReportDetails } from './report-details.entity.js';
import { type Report } from './report.entity.js';
import { storable } from './storable.js';

export interface ReportFilters {
  readonly sortBy: ReportSortField;
  readonly search: string | null;
  readonly websiteId: number | null;
  readonly result: Result | null;
}

export interface FullReport {
  readonly report: Report;
  readonly details: Omit<ReportDetails, 'account_id' | 'report_id'>;
  readonly previous: { id: number; score: number } | null;
}

export interface NewReport {
  readonly accountId: number;
  readonly url: string;
  readonly website: { readonly domain: string; readonly privacy: Privacy };
  readonly grade: Grade;
}

const COLUMNS = `id, website_id, url, status, result, score, error_code, error_detail, created_at, updated_at,
  generated_at`;
const DETAILS = 'final_url, ruleset_version, categories, gates, checks, parity, facts';

/** A b-tree entry can't hold the longest urls: they are ordered by their beginning. */
const URL_ORDER = '(CASE WHEN octet_length(url) <= 2600 THEN url ELSE left(url, 650) END)';

const REPORT_OF: Statement = {
  name: 'report_of',
  text: `SELECT ${COLUMNS.replaceAll(/(\w+)/g, 'r.$1')}, ${DETAILS.replaceAll(/(\w+)/g, 'd.$1')},
      p.id AS previous_id, p.score AS previous_score
    FROM reports r
    LEFT JOIN report_details d ON d.account_id = r.account_id AND d.report_id = r.id
    LEFT JOIN LATERAL (
      SELECT id, score FROM reports
        WHERE account_id = r.account_id AND hashtextextended(url, 0) = hashtextextended(r.url, 0) AND id < r.id
          AND url = r.url AND status = 'completed'
        ORDER BY id DESC LIMIT 1
    ) p ON true
    WHERE r.account_id = $1 AND r.id = $2`,
};

type FullRow = Report & FullReport['details'] & { previous_id: number | null; previous_score: number };

@Injectable()
export class ReportsRepository {
  constructor(
    private readonly database: Database,
    private readonly websites: WebsitesRepository,
  ) {}

  async listOf(accountId: number, filters: ReportFilters, slice: Slice): Promise<SliceOf<Report>> {
    return readSlice<Report>(this.database, reportsList(accountId, filters, slice.sort), slice);
  }

  async ofAccount(accountId: number, id: number): Promise<FullReport | null> {
    const [row] = await this.database.rows<FullRow>(REPORT_OF, [accountId, id]);
    if (!row) return null;
    const { previous_id, previous_score } = row;
    return {
      report: row,
      details: row,
      previous: previous_id === null ? null : { id: previous_id, score: previous_score },
    };
  }

  /** Writes a completed report, its details and the numbers that count it, in one transaction.
   *  @returns the report's id */
  async saveCompleted({ accountId, url, website, grade }: NewReport): Promise<number> {
    const details = storable(grade);
    return this.database.transaction(async (manager) => {
      const websiteId = await this.websites.countReport(manager, { accountId, ...website }, grade);
      const folded = foldCase(url);
      const [row] = await manager.query<{ id: number }[]>(
        `INSERT INTO reports (account_id, website_id, url, url_folded, status, result, score, error_code, error_detail,
            generated_at)
          VALUES ($1, $2, $3, $4, 'completed', $5, $6, $7, $8, $9) RETURNING id`,
        [
          accountId,
          websiteId,
          url,
          folded === url ? null : folded,
          grade.result,
          grade.score,
          details.error?.code ?? null,
          details.error?.detail ?? null,
          grade.generatedAt,
        ],
      );
      if (!row) throw new Error('An insert returned no row');
      await manager.query(
        `INSERT INTO report_details (account_id, report_id, ${DETAILS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [
          accountId,
          row.id,
          details.finalUrl,
          details.rulesetVersion,
          JSON.stringify(details.categories),
          JSON.stringify(details.gates),
          JSON.stringify(details.checks),
          details.parity && JSON.stringify(details.parity),
          JSON.stringify(details.facts),
        ],
      );
      return row.id;
    });
  }

  /** Deletes a report and takes it out of the numbers.
   *  @returns whether the account had such a report */
  async delete(accountId: number, id: number): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      if (!(await lockWebsiteOf(manager, accountId, id))) return false;
      const [[gone]] = await manager.query<[Report[], number]>(
        'DELETE FROM reports WHERE account_id = $1 AND id = $2 RETURNING website_id, score, result',
        [accountId, id],
      );
      if (!gone) return false;
      await this.websites.uncountReport(manager, { accountId, id: gone.website_id }, gone);
      return true;
    });
  }
}

/** Before the report's own row: whoever deletes a website takes the locks in this order too. */
async function lockWebsiteOf(manager: EntityManager, accountId: number, reportId: number): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    `SELECT 1 FROM websites w JOIN reports r ON r.account_id = w.account_id AND r.website_id = w.id
      WHERE r.account_id = $1 AND r.id = $2 FOR UPDATE OF w`,
    [accountId, reportId],
  );
  return rows.length > 0;
}

/** The list of an account's reports as SQL, each order and filter spelled as its index spells it. */
export function reportsList(accountId: number, filters: ReportFilters, sort: SortValue): OrderedList {
  const { search, websiteId, result, sortBy } = filters;
  const values: unknown[] = [accountId];
  const conditions = ['account_id = $1'];
  const add = (condition: string, value: unknown) =>
    conditions.push(`${condition} $${String(values.push(value))}`);
  if (websiteId !== null) add('website_id =', websiteId);
  if (result !== null) add('result =', result);
  if (search !== null) add('coalesce(url_folded, url) LIKE', likePattern(search));
  const orders: Record<ReportSortField, string> = {
    id: 'id',
    url: URL_ORDER,
    score: result !== null ? 'score' : sort === 'asc' ? 'coalesce(score, 101)' : 'coalesce(score, -1)',
  };
  const total = search === null ? keptTotal(filters) : null;
  return { table: 'reports', columns: COLUMNS, conditions, values, order: orders[sortBy], total };
}

/** Where the number of reports with these filters is kept, its parameters numbered as the conditions number
 *  them. */
function keptTotal({ websiteId, result }: ReportFilters): OrderedList['total'] {
  const column = result === null ? 'reports_count' : `${result}_count`;
  return websiteId === null
    ? { text: `SELECT ${column} FROM account_totals WHERE account_id = $1`, parameters: 1 }
    : { text: `SELECT ${column} FROM websites WHERE account_id = $1 AND id = $2`, parameters: 2 };
}
