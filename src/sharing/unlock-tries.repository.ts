import { Injectable } from '@nestjs/common';
import { takeStatement, type WindowCount } from '../database/counted-window.js';
import { Database } from '../database/database.js';
import { isReferenceBroken } from '../database/database-errors.js';
import { PathNotFound } from '../http/http-errors.js';
import { type Website } from '../websites/website.entity.js';

const TAKE = takeStatement('unlock_windows', ['account_id', 'website_id', 'address']);

/** Counts password attempts per website and network, across all replicas. */
@Injectable()
export class UnlockTriesRepository {
  constructor(private readonly database: Database) {}

  /** Counts one attempt. The window starts with the network's first attempt.
   *  @throws PathNotFound if the website was deleted in the meantime */
  async take({ account_id, id }: Website, network: string, windowSeconds: number): Promise<WindowCount> {
    try {
      const [count] = await this.database.rows<WindowCount>(TAKE, [account_id, id, network, windowSeconds]);
      if (!count) throw new Error('An upsert returned no row');
      return count;
    } catch (error) {
      throw isReferenceBroken(error) ? new PathNotFound() : error;
    }
  }

  /** Resets the count of a network that entered the right password. */
  async forget({ account_id, id }: Website, network: string): Promise<void> {
    await this.database.rows(
      { text: 'DELETE FROM unlock_windows WHERE account_id = $1 AND website_id = $2 AND address = $3' },
      [account_id, id, network],
    );
  }

  async forgetOld(): Promise<void> {
    await this.database.rows({ text: 'DELETE FROM unlock_windows WHERE ends_at < now()' }, []);
  }
}
