import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Database, type Statement } from '../database/database.js';
import { type OrderedList, readSlice } from '../database/ordered-list.js';
import { likePattern } from '../database/like-pattern.js';
import { type SortValue } from '../http/listing/listing-query.dto.js';
import { type Slice, type SliceOf } from '../http/listing/listing.js';
import { type WebsiteSortField } from './dto/list-websites.dto.js';
import { DeletedWebsitesRepository } from './deleted-websites.repository.js';
import { newShareToken } from './share-token.js';
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

export interface WebsiteFilters {
  readonly sortBy: WebsiteSortField;
  readonly search: string | null;
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
  constructor(
    private readonly database: Database,
    private readonly deleted: DeletedWebsitesRepository,
  ) {}

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

  /** Deletes a website; its reports are deleted with it, or hidden and deleted later.
   *  @param confirm is called with the locked row, and may throw
   *  @returns whether the account had such a website */
  async delete(accountId: number, id: number, confirm: (current: Website) => void): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      const current = await this.lock(manager, accountId, id);
      if (!current) return false;
      confirm(current);
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
      await this.deleted.discard(manager, accountId, id);
      return true;
    });
  }

  /** Locks one website's row for this transaction.
   *  @returns whether it is still there */
  async lockIfThere(manager: EntityManager, accountId: number, id: number): Promise<boolean> {
    return (await this.lock(manager, accountId, id)) !== null;
  }

  private async lock(manager: EntityManager, accountId: number, id: number): Promise<Website | null> {
    const [row] = await manager.query<Website[]>(
      `SELECT ${COLUMNS} FROM websites WHERE account_id = $1 AND id = $2 FOR UPDATE`,
      [accountId, id],
    );
    return row ?? null;
  }
}

/** The list of an account's websites as SQL. */
export function websitesList(
  accountId: number,
  { sortBy, search }: WebsiteFilters,
  sort: SortValue,
): OrderedList {
  return {
    table: search === null ? 'websites' : 'websites_with($1, $2)',
    columns: COLUMNS,
    conditions: ['account_id = $1'],
    values: [accountId, ...(search === null ? [] : [likePattern(search)])],
    hidden: null,
    blocks: null,
    order: orderOf(sortBy, sort),
    total: search === null ? { text: WEBSITES_COUNT, parameters: 1 } : null,
  };
}

/** Spelled as the indexes spell it; null averages come last in both directions. */
function orderOf(field: WebsiteSortField, sort: SortValue): string {
  if (field !== 'reports_avg_score') return field;
  return sort === 'asc' ? 'coalesce(reports_avg_score, 101)' : 'coalesce(reports_avg_score, -1)';
}
