import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type Repository } from 'typeorm';
import { type Transaction } from '../platform/database/database.js';
import { DeletedWebsite } from './deleted-website.entity.js';

export interface ReportsToDelete {
  readonly accountId: number;
  readonly websiteId: number;
  /** Only those with smaller ids are left. */
  readonly below?: number;
}

/** Reports per transaction, which takes some hundredths of a second. */
const BATCH = 1000;

@Injectable()
export class DeletedWebsitesRepository {
  constructor(@InjectRepository(DeletedWebsite) private readonly websites: Repository<DeletedWebsite>) {}

  /** All whose reports are not deleted yet. */
  async all(): Promise<ReportsToDelete[]> {
    const websites = await this.websites.find();
    return websites.map(({ accountId, websiteId }) => ({ accountId, websiteId }));
  }

  /** Deletes the newest reports of a deleted website, because those are the ones that most lists have to skip. Each batch
   *  begins where the last one ended: PostgreSQL would otherwise read the deleted ones again. The statements are SQL of
   *  ours, because the entities belong to reports/.
   *  @returns what is left; null if nothing is */
  async deleteNewest(
    tx: Transaction,
    { accountId, websiteId, below }: ReportsToDelete,
  ): Promise<ReportsToDelete | null> {
    const website = { accountId, websiteId };
    // Of two jobs for the same website, the second one waits and sees what the first one has left.
    await tx.findOne(DeletedWebsite, { where: website, lock: { mode: 'pessimistic_write' } });
    const rows = await tx.query<{ id: number }[]>(
      'SELECT id FROM reports WHERE account_id = $1 AND website_id = $2 AND id < $3 ORDER BY id DESC LIMIT $4',
      [accountId, websiteId, below ?? Number.MAX_SAFE_INTEGER, BATCH],
    );
    const ids = rows.map(({ id }) => id);
    await tx.query('DELETE FROM pending_audits WHERE account_id = $1 AND report_id = ANY($2)', [
      accountId,
      ids,
    ]);
    await tx.query('DELETE FROM reports WHERE account_id = $1 AND id = ANY($2)', [accountId, ids]);
    if (ids.length === BATCH) return { ...website, below: Math.min(...ids) };
    await tx.delete(DeletedWebsite, website);
    return null;
  }
}
