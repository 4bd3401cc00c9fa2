import { Injectable } from '@nestjs/common';
import { takeStatement, type WindowCount } from '../database/counted-window.js';
import { Database, type Statement } from '../database/database.js';
import { type Allowance } from '../http/rate-limiter.js';

const WINDOW_SECONDS = 60;

const TAKE = takeStatement('creation_windows', ['key_id']);

const LOOK: Statement = {
  name: 'look_at_creations',
  text: `SELECT used, ceil(extract(epoch FROM ends_at - now()))::integer AS seconds
    FROM creation_windows WHERE key_id = $1 AND ends_at > now()`,
};

/** Counts what a key has made, exactly, for all replicas. */
@Injectable()
export class CreationLimitRepository {
  constructor(private readonly database: Database) {}

  /** Counts one more, in windows of a minute that each begin with a key's first. */
  async take(keyId: number, limit: number): Promise<Allowance> {
    const [row] = await this.database.rows<WindowCount>(TAKE, [keyId, WINDOW_SECONDS]);
    return allowanceOf(limit, row);
  }

  /** What is left, without counting. */
  async look(keyId: number, limit: number): Promise<Allowance> {
    const [row] = await this.database.rows<WindowCount>(LOOK, [keyId]);
    return allowanceOf(limit, row);
  }
}

function allowanceOf(limit: number, row: WindowCount | undefined): Allowance {
  return {
    limit,
    windowSeconds: WINDOW_SECONDS,
    remaining: limit - (row?.used ?? 0),
    secondsToReset: row?.seconds ?? WINDOW_SECONDS,
  };
}
