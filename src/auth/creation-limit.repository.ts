import { Injectable } from '@nestjs/common';
import { countUseSql, type WindowCount } from '../platform/database/counted-window.js';
import { Database } from '../platform/database/database.js';
import { WINDOW_SECONDS } from './account-windows.repository.js';

const COUNT_USE = countUseSql('creation_windows', ['key_id']);
const CURRENT = `SELECT used, ceil(extract(epoch FROM ends_at - now()))::integer AS seconds
  FROM creation_windows WHERE key_id = $1 AND ends_at > now()`;

/** Counts the records that each key creates, exactly on all replicas. */
@Injectable()
export class CreationLimitRepository {
  constructor(private readonly database: Database) {}

  /** @returns the window with these uses */
  async count(keyId: number, uses: number): Promise<WindowCount> {
    const [window] = await this.database.query<WindowCount>(COUNT_USE, [keyId, WINDOW_SECONDS, uses]);
    return window ?? { used: uses, seconds: WINDOW_SECONDS };
  }

  /** The current window, without counting. */
  async look(keyId: number): Promise<WindowCount> {
    const [window] = await this.database.query<WindowCount>(CURRENT, [keyId]);
    return window ?? { used: 0, seconds: WINDOW_SECONDS };
  }
}
