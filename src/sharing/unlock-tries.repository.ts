import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type Repository } from 'typeorm';
import { over } from '../platform/database/delete-old.js';
import { countedWindowSql, type WindowCount } from '../platform/database/counted-window.js';
import { Database } from '../platform/database/database.js';
import { isReferenceBroken } from '../platform/database/database-errors.js';
import { PageNotShared } from './page-not-shared.js';
import { type Website } from '../websites/website.entity.js';
import { UnlockWindow } from './unlock-window.entity.js';

const SQL = countedWindowSql('unlock_windows', ['account_id', 'website_id', 'address']);

/** Counts the attempts at websites' passwords, exactly on all replicas. */
@Injectable()
export class UnlockTriesRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(UnlockWindow) private readonly windows: Repository<UnlockWindow>,
  ) {}

  /** Counts one more attempt of an address, in a window that its first one begins.
   *  @throws PageNotShared if the website has been deleted meanwhile */
  async take({ accountId, id }: Website, address: string, windowSeconds: number): Promise<WindowCount> {
    try {
      const parameters = [accountId, id, address, windowSeconds, 1];
      const [count] = await this.database.query<WindowCount>(SQL.count, parameters);
      if (!count) throw new Error('The upsert returned no row');
      return count;
    } catch (error) {
      throw isReferenceBroken(error) ? new PageNotShared() : error;
    }
  }

  /** Uncounts an attempt whose password was not checked. */
  async giveBack({ accountId, id: websiteId }: Website, address: string): Promise<void> {
    await this.windows.decrement({ accountId, websiteId, address }, 'used', 1);
  }

  /** Forgets the attempts of an address that knew the password. */
  async forget({ accountId, id: websiteId }: Website, address: string): Promise<void> {
    await this.windows.delete({ accountId, websiteId, address });
  }

  async forgetOld(): Promise<void> {
    await this.windows.delete({ endsAt: over() });
  }
}
