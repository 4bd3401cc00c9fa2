import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Database, type Statement } from '../database/database.js';
import { readSlice } from '../database/ordered-list.js';
import { foldCase } from '../fold-case.js';
import { type Slice, type SliceOf } from '../http/listing/listing.js';
import { type Privacy } from '../websites/website.entity.js';
import { ReportBlocksRepository } from '../websites/report-blocks.repository.js';
import { WebsiteNumbersRepository } from '../websites/website-numbers.repository.js';
import { announce, PendingAuditsRepository } from './pending-audits.repository.js';
import { type ReportDetails } from './report-details.entity.js';
import { ReportSearchRepository } from './report-search.repository.js';
import { type Report } from './report.entity.js';
import { columnsOf, NOT_DELETED, type ReportFilters, reportsList } from './reports-list.js';

export interface FullReport {
  readonly report: Report;
  readonly details: Omit<ReportDetails, 'account_id' | 'report_id' | 'ruleset_version'> & {
    /** null until the report is completed. */
    readonly ruleset_version: string | null;
  };
  readonly previous: { id: number; score: number } | null;
  /** Of its website. */
  readonly shareToken: string;
}

export interface NewReport {
  readonly accountId: number;
  readonly url: string;
  /** Host of the page. */
  readonly host: string;
  readonly website: { readonly domain: string; readonly privacy: Privacy };
}

/** Columns of what a report holds beyond its row in lists. */
export const DETAILS = 'final_url, ruleset_version, categories, gates, checks, parity, facts';

const FULL_REPORT = `SELECT ${columnsOf('r')}, ${DETAILS.replaceAll(/(\w+)/g, 'd.$1')},
      w.share_token, p.id AS previous_id, p.score AS previous_score
    FROM reports r
    JOIN websites w ON w.account_id = r.account_id AND w.id = r.website_id
    LEFT JOIN report_details d ON d.account_id = r.account_id AND d.report_id = r.id
    LEFT JOIN LATERAL (
      SELECT id, score FROM reports
        WHERE account_id = r.account_id AND hashtextextended(url, 0) = hashtextextended(r.url, 0) AND id < r.id
          AND url = r.url AND website_id = r.website_id AND status = 'completed'
        ORDER BY id DESC LIMIT 1
    ) p ON true`;

const REPORT_OF: Statement = {
  name: 'report_of',
  text: `${FULL_REPORT} WHERE r.account_id = $1 AND r.id = $2`,
};

const SHARED_REPORT: Statement = {
  name: 'shared_report',
  text: `${FULL_REPORT} WHERE w.share_token = $1 AND r.id = $2`,
};

const NEWEST_OF_URL: Statement = {
  name: 'newest_report_of_url',
  text: `SELECT id, floor(extract(epoch FROM now() - generated_at))::integer AS age FROM reports
    WHERE account_id = $1 AND hashtextextended(url, 0) = hashtextextended($2, 0) AND url = $2
      AND website_id ${NOT_DELETED} AND status = 'completed' AND generated_at >= now() - make_interval(secs => $3)
    ORDER BY id DESC LIMIT 1`,
};

const OLD: Statement = {
  name: 'old_reports',
  text: `SELECT id, website_id ${NOT_DELETED} AND status IN ('completed', 'failed') AND (
        SELECT count(*) FROM (
          SELECT 1 FROM reports newer
            WHERE newer.account_id = r.account_id
              AND hashtextextended(newer.url, 0) = hashtextextended(r.url, 0) AND newer.url = r.url
              AND newer.id > r.id AND newer.status IN ('completed', 'failed')
            LIMIT $4
        ) AS kept
      ) >= $4 AS is_expired
    FROM (
      SELECT * FROM reports WHERE account_id = $1 AND id > $2 ORDER BY id LIMIT $5
    ) AS r
    WHERE created_at < now() - make_interval(days => $3) ORDER BY id`,
};

/** Of a report that is not completed. */
const NO_DETAILS: FullReport['details'] = {
  final_url: null,
  ruleset_version: null,
  categories: {},
  gates: [],
  checks: [],
  parity: null,
  facts: {},
};

type FullRow = Report &
  FullReport['details'] & { share_token: string; previous_id: number | null; previous_score: number };

@Injectable()
export class ReportsRepository {
  constructor(
    private readonly database: Database,
    private readonly numbers: WebsiteNumbersRepository,
    private readonly blocks: ReportBlocksRepository,
    private readonly pending: PendingAuditsRepository,
    private readonly search: ReportSearchRepository,
  ) {}

  async listOf(accountId: number, filters: ReportFilters, slice: Slice): Promise<SliceOf<Report>> {
    return filters.search === null
      ? readSlice<Report>(this.database, reportsList(accountId, filters, slice.sort), slice)
      : this.search.matchesOf(accountId, filters, slice);
  }

  async ofAccount(accountId: number, id: number): Promise<FullReport | null> {
    const [row] = await this.database.rows<FullRow>(REPORT_OF, [accountId, id]);
    return row ? fullReportOf(row) : null;
  }

  /** A report of the website that a share address belongs to. */
  async ofShare(shareToken: string, id: number): Promise<FullReport | null> {
    const [row] = await this.database.rows<FullRow>(SHARED_REPORT, [shareToken, id]);
    return row ? fullReportOf(row) : null;
  }

  /** Accepts a report: writes it, counts it, and puts its audit into the line, in one transaction.
   *  @param also is done in the same transaction, with the report's id
   *  @returns the report as it was accepted; which one is the previous is not looked up */
  async accept(
    { accountId, url, host, website }: NewReport,
    also: (manager: EntityManager, id: number) => Promise<void>,
  ): Promise<FullReport> {
    return this.database.transaction(async (manager) => {
      const { id: websiteId, shareToken } = await this.numbers.countReport(manager, {
        accountId,
        ...website,
      });
      const folded = foldCase(url);
      const [row] = await manager.query<Report[]>(
        `INSERT INTO reports (account_id, website_id, url, url_folded, status)
          VALUES ($1, $2, $3, $4, 'queued') RETURNING *`,
        [accountId, websiteId, url, folded === url ? null : folded],
      );
      if (!row) throw new Error('An insert returned no row');
      await this.blocks.endWith(manager, { accountId, websiteId, reportId: row.id });
      await this.pending.add(manager, { accountId, websiteId, reportId: row.id, url, host });
      await also(manager, row.id);
      return { report: row, details: NO_DETAILS, previous: null, shareToken };
    });
  }

  /** The newest completed report of a url that is no older than `maxAgeSeconds`.
   *  @returns its id and age in seconds */
  async newestOf(
    accountId: number,
    url: string,
    maxAgeSeconds: number,
  ): Promise<{ id: number; ageSeconds: number } | null> {
    const [row] = await this.database.rows<{ id: number; age: number }>(NEWEST_OF_URL, [
      accountId,
      url,
      maxAgeSeconds,
    ]);
    return row ? { id: row.id, ageSeconds: row.age } : null;
  }

  /** Accounts that have reports. */
  async accounts(): Promise<number[]> {
    const rows = await this.database.rows<{ account_id: number }>(
      { text: 'SELECT account_id FROM account_totals WHERE reports_count > 0 ORDER BY account_id' },
      [],
    );
    return rows.map((row) => row.account_id);
  }

  /** Which of an account's `limit` reports after an id are older than `days`, and whether they are not among the
   *  newest `keep` of their url; by id, so that the first ones are the oldest. */
  async old(
    accountId: number,
    { days, keep, after, limit }: { days: number; keep: number; after: number; limit: number },
  ): Promise<{ id: number; is_expired: boolean }[]> {
    return this.database.rows(OLD, [accountId, after, days, keep, limit]);
  }

  /** Deletes a report and takes it out of the numbers. Who waits for it is woken.
   *  @returns whether the account had such a report */
  async delete(accountId: number, id: number): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      if (!(await lockWebsiteOf(manager, accountId, id))) return false;
      const [[gone]] = await manager.query<[Report[], number]>(
        'DELETE FROM reports WHERE account_id = $1 AND id = $2 RETURNING website_id, status, score, result, generated_at',
        [accountId, id],
      );
      if (!gone) return false;
      await this.numbers.uncountReport(manager, { accountId, id: gone.website_id }, gone);
      await this.blocks.uncount(manager, { accountId, websiteId: gone.website_id }, [id]);
      if (gone.status === 'queued') await announce(manager, [id]);
      return true;
    });
  }
}

function fullReportOf(row: FullRow): FullReport {
  const { previous_id, previous_score, share_token } = row;
  return {
    report: row,
    details: row.ruleset_version === null ? NO_DETAILS : row,
    previous: previous_id === null ? null : { id: previous_id, score: previous_score },
    shareToken: share_token,
  };
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
