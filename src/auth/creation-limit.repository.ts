import { Injectable } from '@nestjs/common';
import { countUseSql, type WindowCount } from '../database/counted-window.js';
import { Database } from '../database/database.js';
import { type Allowance } from '../http/rate-limiter.js';

const WINDOW_SECONDS = 60;
const COUNT_USE = countUseSql('creation_windows', ['key_id']);
const CURRENT = `SELECT used, ceil(extract(epoch FROM ends_at - now()))::integer AS seconds
  FROM creation_windows WHERE key_id = $1 AND ends_at > now()`;

/** Counts the reports that each key creates, exactly on all replicas. */
@Injectable()
export class CreationLimitRepository {
  constructor(private readonly database: Database) {}

  /** Counts more reports. */
  async take(keyId: number, limit: number, count: number): Promise<Allowance> {
    const [window] = await this.database.query<WindowCount>(COUNT_USE, [keyId, WINDOW_SECONDS, count]);
    return allowanceOf(limit, window);
  }

  /** What is left, without counting. */
  async look(keyId: number, limit: number): Promise<Allowance> {
    const [window] = await this.database.query<WindowCount>(CURRENT, [keyId]);
    return allowanceOf(limit, window);
  }
}

function allowanceOf(limit: number, window: WindowCount | undefined): Allowance {
  return {
    limit,
    windowSeconds: WINDOW_SECONDS,
    remaining: limit - (window?.used ?? 0),
    secondsToReset: window?.seconds ?? WINDOW_SECONDS,
  };
}
