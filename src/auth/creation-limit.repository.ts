import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../database/database.js';
import { type Allowance } from '../http/rate-limiter.js';

const WINDOW_SECONDS = 60;

const TAKE: Statement = {
  name: 'take_creation',
  text: `INSERT INTO creation_windows AS w (key_id, used, ends_at)
      VALUES ($1, 1, now() + make_interval(secs => $2))
    ON CONFLICT (key_id) DO UPDATE SET
      used = CASE WHEN w.ends_at <= now() THEN 1 ELSE w.used + 1 END,
      ends_at = CASE WHEN w.ends_at <= now() THEN excluded.ends_at ELSE w.ends_at END
    RETURNING used, least($2, greatest(1, ceil(extract(epoch FROM ends_at - now()))))::integer AS seconds`,
};

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
    const [row] = await this.database.rows<{ used: number; seconds: number }>(TAKE, [keyId, WINDOW_SECONDS]);
    return allowanceOf(limit, row);
  }

  /** What is left, without counting. */
  async look(keyId: number, limit: number): Promise<Allowance> {
    const [row] = await this.database.rows<{ used: number; seconds: number }>(LOOK, [keyId]);
    return allowanceOf(limit, row);
  }
}

function allowanceOf(limit: number, row: { used: number; seconds: number } | undefined): Allowance {
  return {
    limit,
    windowSeconds: WINDOW_SECONDS,
    remaining: limit - (row?.used ?? 0),
    secondsToReset: row?.seconds ?? WINDOW_SECONDS,
  };
}
