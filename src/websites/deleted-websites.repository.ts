import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Database } from '../database/database.js';
import { ReportBlocksRepository } from './report-blocks.repository.js';

interface Rest {
  readonly account_id: number;
  readonly website_id: number;
  /** What is left has smaller ids. */
  readonly reports_below: number;
}

/** Reports that are deleted in one transaction: some hundredths of a second. */
const BATCH = 1000;

/** Reports of websites that are no more. Few are deleted with their website; many are hidden and deleted later, the
 *  newest first, because those are what lists would have to pass over. */
@Injectable()
export class DeletedWebsitesRepository {
  constructor(
    private readonly database: Database,
    private readonly blocks: ReportBlocksRepository,
  ) {}

  /** Deletes or hides the reports of a website in the transaction that has deleted the website and taken it out of the
   *  account's totals. */
  async discard(manager: EntityManager, accountId: number, websiteId: number): Promise<void> {
    const all = { account_id: accountId, website_id: websiteId, reports_below: Number.MAX_SAFE_INTEGER };
    const last = await this.deleteNewest(manager, all);
    await this.blocks.forgetWebsite(manager, accountId, websiteId);
    if (last === null) return;
    await manager.query('INSERT INTO deleted_websites VALUES ($1, $2, $3)', [accountId, websiteId, last]);
    await manager.query('DELETE FROM pending_audits WHERE account_id = $1 AND website_id = $2', [
      accountId,
      websiteId,
    ]);
  }

  /** Deletes some of the hidden reports.
   *  @returns whether there were any that nobody else is deleting */
  async deleteSome(): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      const [rest] = await manager.query<Rest[]>(
        'SELECT * FROM deleted_websites ORDER BY account_id, website_id LIMIT 1 FOR UPDATE SKIP LOCKED',
      );
      if (!rest) return false;
      const { account_id, website_id } = rest;
      const last = await this.deleteNewest(manager, rest);
      if (last === null)
        await manager.query('DELETE FROM deleted_websites WHERE account_id = $1 AND website_id = $2', [
          account_id,
          website_id,
        ]);
      else
        await manager.query(
          'UPDATE deleted_websites SET reports_below = $3 WHERE account_id = $1 AND website_id = $2',
          [account_id, website_id, last],
        );
      return true;
    });
  }

  /** @returns the id below which there may be more; null: there are none */
  private async deleteNewest(
    manager: EntityManager,
    { account_id, website_id, reports_below }: Rest,
  ): Promise<number | null> {
    const [rows] = await manager.query<[{ id: number }[], number]>(
      `DELETE FROM reports WHERE account_id = $1 AND id = ANY (ARRAY(
          SELECT id FROM reports WHERE account_id = $1 AND website_id = $2 AND id < $3 ORDER BY id DESC LIMIT $4
        )) RETURNING id`,
      [account_id, website_id, reports_below, BATCH],
    );
    const ids = rows.map(({ id }) => id);
    await this.blocks.uncount(manager, { accountId: account_id, websiteId: null }, ids);
    return ids.length === BATCH ? Math.min(...ids) : null;
  }
}
