import { Injectable } from '@nestjs/common';
import { countUseSql, type WindowCount } from '../platform/database/counted-window.js';
import { Database } from '../platform/database/database.js';

export const WINDOW_SECONDS = 60;

/** What an account's limits per minute count. */
export type Counted = 'requests' | 'creations';

const COUNT_USE = countUseSql('account_windows', ['account_id', 'kind']);
const CURRENT = `SELECT used, ceil(extract(epoch FROM ends_at - now()))::integer AS seconds
  FROM account_windows WHERE account_id = $1 AND kind = $2 AND ends_at > now()`;

/** Counts what the keys of an account use together, exactly on all replicas. */
@Injectable()
export class AccountWindowsRepository {
  constructor(private readonly database: Database) {}

  /** @returns the window with these uses */
  async count(accountId: number, kind: Counted, uses: number): Promise<WindowCount> {
    const parameters = [accountId, kind, WINDOW_SECONDS, uses];
    const [window] = await this.database.query<WindowCount>(COUNT_USE, parameters);
    return window ?? { used: uses, seconds: WINDOW_SECONDS };
  }

  /** The current window, without counting. */
  async look(accountId: number, kind: Counted): Promise<WindowCount> {
    const [window] = await this.database.query<WindowCount>(CURRENT, [accountId, kind]);
    return window ?? { used: 0, seconds: WINDOW_SECONDS };
  }
}
