import { Injectable } from '@nestjs/common';
import { countedWindowSql, type WindowCount } from '../platform/database/counted-window.js';
import { Database } from '../platform/database/database.js';
import { WINDOW_SECONDS } from './allowances.js';

const SQL = {
  key: countedWindowSql('creation_windows', ['key_id']),
  account: countedWindowSql('account_windows', ['account_id', 'kind']),
};

/** What is counted: the records that a key creates, or what all keys of an account use together. */
type LimitWindow =
  readonly ['key', keyId: number] | readonly ['account', accountId: number, kind: 'requests' | 'creations'];

/** Counts for limits per minute, exactly on all replicas. */
@Injectable()
export class LimitWindowsRepository {
  constructor(private readonly database: Database) {}

  /** @returns the window with these uses */
  async count([table, ...key]: LimitWindow, uses: number): Promise<WindowCount> {
    const parameters = [...key, WINDOW_SECONDS, uses];
    const [window] = await this.database.query<WindowCount>(SQL[table].count, parameters);
    return window ?? { used: uses, seconds: WINDOW_SECONDS };
  }

  /** The current window, without counting. */
  async look([table, ...key]: LimitWindow): Promise<WindowCount> {
    const [window] = await this.database.query<WindowCount>(SQL[table].current, key);
    return window ?? { used: 0, seconds: WINDOW_SECONDS };
  }
}
