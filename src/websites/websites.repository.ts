import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { type EntityManager } from 'typeorm';
import { Database, type Statement } from '../database/database.js';
import { type OrderedList, readSlice } from '../database/ordered-list.js';
import { likePattern } from '../database/like-pattern.js';
import { type SortValue } from '../http/listing/listing-query.dto.js';
import { type Slice, type SliceOf } from '../http/listing/listing.js';
import { type WebsiteSortField } from './dto/list-websites.dto.js';
import { type Privacy, type Website } from './website.entity.js';

const COLUMNS = `id, account_id, domain, privacy, password_hash, share_token, reports_count, reports_avg_score,
  created_at, updated_at`;

const WEBSITES_COUNT = 'SELECT websites_count FROM account_totals WHERE account_id = $1';

const WEBSITE_OF: Statement = {
  name: 'website_of',
  text: `SELECT ${COLUMNS} FROM websites WHERE account_id = $1 AND id = $2`,
};

const WEBSITE_OF_SHARE: Statement = {
  name: 'website_of_share',
  text: `SELECT ${COLUMNS} FROM websites WHERE share_token = $1`,
};

const DAYS_OF_SHARE: Statement = {
  name: 'website_days_of_share',
  text: `SELECT d.day::text, d.completed_count AS count, d.score_sum::double precision / d.completed_count AS score
    FROM websites w JOIN website_days d ON d.account_id = w.account_id AND d.website_id = w.id
    WHERE w.share_token = $1 AND d.completed_count > 0
    ORDER BY d.day DESC LIMIT $2`,
};

/** Deleting a website with many reports takes longer than any other request may. */
const DELETE_TIMEOUT_MS = 60_000;

export interface WebsiteFilters {
  readonly sortBy: WebsiteSortField;
  readonly search: string | null;
}

/** One report's share in its website's and account's numbers. */
export interface ReportCount {
  readonly score: number | null;
  readonly result: 'good' | 'decent' | 'bad' | null;
  /** When it was completed. */
  readonly generated_at: Date | null;
}

/** Average score of the reports that a website got on one day. */
export interface DayScore {
  /** Of UTC, `2026-11-20`. */
  readonly day: string;
  readonly count: number;
  readonly score: number;
}

@Injectable()
export class WebsitesRepository {
  constructor(private readonly database: Database) {}

  async listOf(accountId: number, filters: WebsiteFilters, slice: Slice): Promise<SliceOf<Website>> {
    return readSlice<Website>(this.database, websitesList(accountId, filters, slice.sort), slice);
  }

  async ofAccount(accountId: number, id: number): Promise<Website | null> {
    const [website] = await this.database.rows<Website>(WEBSITE_OF, [accountId, id]);
    return website ?? null;
  }

  /** The website that a share address belongs to, whatever its privacy. */
  async ofShare(shareToken: string): Promise<Website | null> {
    const [website] = await this.database.rows<Website>(WEBSITE_OF_SHARE, [shareToken]);
    return website ?? null;
  }

  /** Average scores of the newest days with reports, the oldest first. */
  async daysOfShare(shareToken: string, limit: number): Promise<DayScore[]> {
    return (await this.database.rows<DayScore>(DAYS_OF_SHARE, [shareToken, limit])).reverse();
  }

  /** Gives a website a new share address; the old one is nobody's from now on.
   *  @param confirm is called with the locked row, and may throw
   *  @returns null where the account has no such website */
  async renewShareToken(
    accountId: number,
    id: number,
    confirm: (current: Website) => void,
  ): Promise<Website | null> {
    return this.database.transaction(async (manager) => {
      const current = await this.lock(manager, accountId, id);
      if (!current) return null;
      confirm(current);
      const [[updated]] = await manager.query<[Website[], number]>(
        `UPDATE websites SET share_token = $3, updated_at = now()
          WHERE account_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
        [accountId, id, newShareToken()],
      );
      return updated ?? null;
    });
  }

  /** Changes privacy and password of one website, as decided on its locked row.
   *  @returns null where the account has no such website */
  async update(
    accountId: number,
    id: number,
    decide: (current: Website) => { privacy: Privacy; passwordHash: string | null },
  ): Promise<Website | null> {
    return this.database.transaction(async (manager) => {
      const current = await this.lock(manager, accountId, id);
      if (!current) return null;
      const { privacy, passwordHash } = decide(current);
      if (privacy === current.privacy && passwordHash === current.password_hash) return current;
      const [[updated]] = await manager.query<[Website[], number]>(
        `UPDATE websites SET privacy = $3, password_hash = $4, updated_at = now()
          WHERE account_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
        [accountId, id, privacy, passwordHash],
      );
      return updated ?? null;
    });
  }

  /** Deletes a website with its reports.
   *  @param confirm is called with the locked row, and may throw
   *  @returns whether the account had such a website */
  async delete(accountId: number, id: number, confirm: (current: Website) => void): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      await manager.query(`SET LOCAL statement_timeout = ${String(DELETE_TIMEOUT_MS)}`);
      const current = await this.lock(manager, accountId, id);
      if (!current) return false;
      confirm(current);
      await manager.query('DELETE FROM reports WHERE account_id = $1 AND website_id = $2', [accountId, id]);
      await manager.query(
        `WITH gone AS (DELETE FROM websites WHERE account_id = $1 AND id = $2 RETURNING *)
          UPDATE account_totals t SET
            websites_count = t.websites_count - 1,
            reports_count = t.reports_count - gone.reports_count,
            good_count = t.good_count - gone.good_count,
            decent_count = t.decent_count - gone.decent_count,
            bad_count = t.bad_count - gone.bad_count
          FROM gone WHERE t.account_id = $1`,
        [accountId, id],
      );
      return true;
    }, DELETE_TIMEOUT_MS);
  }

  /** Counts one more report of a domain, whose website appears with its first. Locks the website's row before
   *  the account's, as everything does that takes both.
   *  @returns the website's id */
  async countReport(
    manager: EntityManager,
    { accountId, domain, privacy }: { accountId: number; domain: string; privacy: Privacy },
  ): Promise<number> {
    const [row] = await manager.query<{ id: number; is_new: boolean }[]>(
      `INSERT INTO websites AS w (account_id, domain, privacy, share_token, reports_count)
        VALUES ($1, $2, $3, $4, 1)
        ON CONFLICT (account_id, domain) DO UPDATE SET reports_count = w.reports_count + 1, updated_at = now()
        RETURNING id, xmax = 0 AS is_new`,
      [accountId, domain, privacy, newShareToken()],
    );
    if (!row) throw new Error('An upsert returned no row');
    await this.addToAccount(manager, accountId, { websites: row.is_new ? 1 : 0, reports: 1 });
    return row.id;
  }

  /** Locks one website's row for this transaction.
   *  @returns whether it is still there */
  async isLocked(manager: EntityManager, accountId: number, id: number): Promise<boolean> {
    return (await this.lock(manager, accountId, id)) !== null;
  }

  /** Counts the scores of reports that are completed now. The website's row must be locked by this transaction. */
  async countScores(
    manager: EntityManager,
    website: { accountId: number; id: number },
    report: ReportCount & { times: number },
  ): Promise<void> {
    const numbers = numbersOf(report).map((number) => number * report.times);
    await this.addToNumbers(manager, website, { reports: 0, numbers });
    await this.addToDay(manager, website, { day: report.generated_at, numbers });
  }

  /** Takes one report out of the numbers again. The website's row must be locked by this transaction. */
  async uncountReport(
    manager: EntityManager,
    website: { accountId: number; id: number },
    report: ReportCount,
  ): Promise<void> {
    const numbers = numbersOf(report).map((number) => -number);
    await this.addToNumbers(manager, website, { reports: -1, numbers });
    await this.addToDay(manager, website, { day: report.generated_at, numbers });
  }

  /** @param numbers completed, score, good, decent, bad */
  private async addToNumbers(
    manager: EntityManager,
    website: { accountId: number; id: number },
    { reports, numbers }: { reports: 0 | -1; numbers: readonly number[] },
  ): Promise<void> {
    await manager.query(
      `UPDATE websites SET
          reports_count = reports_count + $3,
          completed_count = completed_count + $4,
          score_sum = score_sum + $5,
          good_count = good_count + $6,
          decent_count = decent_count + $7,
          bad_count = bad_count + $8,
          updated_at = now()
        WHERE account_id = $1 AND id = $2`,
      [website.accountId, website.id, reports, ...numbers],
    );
    const results = numbers.slice(2);
    await this.addToAccount(manager, website.accountId, { websites: 0, reports, results });
  }

  private async addToDay(
    manager: EntityManager,
    website: { accountId: number; id: number },
    { day, numbers: [completed, score] }: { day: Date | null; numbers: readonly number[] },
  ): Promise<void> {
    if (completed === 0) return;
    await manager.query(
      `INSERT INTO website_days AS d (account_id, website_id, day, completed_count, score_sum)
        VALUES ($1, $2, ($3::timestamptz AT TIME ZONE 'UTC')::date, $4, $5)
        ON CONFLICT (account_id, website_id, day) DO UPDATE SET
          completed_count = d.completed_count + excluded.completed_count,
          score_sum = d.score_sum + excluded.score_sum`,
      [website.accountId, website.id, day, completed, score],
    );
  }

  /** @param results good, decent and bad reports more */
  private async addToAccount(
    manager: EntityManager,
    accountId: number,
    {
      websites,
      reports,
      results = [0, 0, 0],
    }: { websites: number; reports: number; results?: readonly number[] },
  ): Promise<void> {
    await manager.query(
      `UPDATE account_totals SET
          websites_count = websites_count + $2,
          reports_count = reports_count + $3,
          good_count = good_count + $4,
          decent_count = decent_count + $5,
          bad_count = bad_count + $6
        WHERE account_id = $1`,
      [accountId, websites, reports, ...results],
    );
  }

  private async lock(manager: EntityManager, accountId: number, id: number): Promise<Website | null> {
    const [row] = await manager.query<Website[]>(
      `SELECT ${COLUMNS} FROM websites WHERE account_id = $1 AND id = $2 FOR UPDATE`,
      [accountId, id],
    );
    return row ?? null;
  }
}

/** Completed, score, good, decent, bad. */
function numbersOf({ score, result }: ReportCount): [number, number, number, number, number] {
  return [
    score === null ? 0 : 1,
    score ?? 0,
    +(result === 'good'),
    +(result === 'decent'),
    +(result === 'bad'),
  ];
}

function newShareToken(): string {
  return randomBytes(16).toString('hex');
}

/** The list of an account's websites as SQL. */
export function websitesList(
  accountId: number,
  { sortBy, search }: WebsiteFilters,
  sort: SortValue,
): OrderedList {
  return {
    table: 'websites',
    columns: COLUMNS,
    conditions: ['account_id = $1', ...(search === null ? [] : ['domain LIKE $2'])],
    values: [accountId, ...(search === null ? [] : [likePattern(search)])],
    order: orderOf(sortBy, sort),
    total: search === null ? { text: WEBSITES_COUNT, parameters: 1 } : null,
  };
}

/** Spelled as the indexes spell it; null averages come last in both directions. */
function orderOf(field: WebsiteSortField, sort: SortValue): string {
  if (field !== 'reports_avg_score') return field;
  return sort === 'asc' ? 'coalesce(reports_avg_score, 101)' : 'coalesce(reports_avg_score, -1)';
}
