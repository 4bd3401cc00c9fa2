import { Injectable } from '@nestjs/common';
import { takeStatement, type WindowCount } from '../database/counted-window.js';
import { Database } from '../database/database.js';
import { isReferenceBroken } from '../database/database-errors.js';
import { PathNotFound } from '../http/http-errors.js';
import { type Website } from '../websites/website.entity.js';

const TAKE = takeStatement('unlock_windows', ['account_id', 'website_id', 'address']);

/** Counts who has tried which website's password, for all replicas. */
@Injectable()
export class UnlockTriesRepository {
  constructor(private readonly database: Database) {}

  /** Counts one more try of an address, in a window that its first one begins.
   *  @throws PathNotFound where the website has been deleted meanwhile */
  async take({ account_id, id }: Website, address: string, windowSeconds: number): Promise<WindowCount> {
    try {
      const [count] = await this.database.rows<WindowCount>(TAKE, [account_id, id, address, windowSeconds]);
      if (!count) throw new Error('An upsert returned no row');
      return count;
    } catch (error) {
      throw isReferenceBroken(error) ? new PathNotFound() : error;
    }
  }

  /** Forgets the tries of an address that knew the password. */
  async forget({ account_id, id }: Website, address: string): Promise<void> {
    await this.database.rows(
      { text: 'DELETE FROM unlock_windows WHERE account_id = $1 AND website_id = $2 AND address = $3' },
      [account_id, id, address],
    );
  }

  async forgetOld(): Promise<void> {
    await this.database.rows({ text: 'DELETE FROM unlock_windows WHERE ends_at < now()' }, []);
  }
}
