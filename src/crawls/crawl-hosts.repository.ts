import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../platform/database/database.js';

/** How long a page that was queued may take to begin before the next one is queued. */
const LEASE_MS = 60_000;

const WAIT_MS = `greatest(0, ceil(extract(epoch FROM h.next_at - clock_timestamp()) * 1000))::integer AS "waitMs"`;

const WAIT = `SELECT ${WAIT_MS} FROM crawl_hosts h WHERE host = $1`;

const HOLD = `INSERT INTO crawl_hosts AS h (host, next_at) VALUES ($1, now())
  ON CONFLICT (host) DO UPDATE SET host = h.host
  RETURNING ${WAIT_MS}`;

const POSTPONE = `INSERT INTO crawl_hosts AS h (host, next_at) VALUES ($1, clock_timestamp() + make_interval(secs => $2))
  ON CONFLICT (host) DO UPDATE SET next_at = excluded.next_at`;

/** The times of hosts at which their next pages may begin, for the crawls of all accounts. SQL, because the clock of
 *  PostgreSQL is the only one that all workers share. */
@Injectable()
export class CrawlHostsRepository {
  constructor(private readonly database: Database) {}

  /** Milliseconds until the next page of a host may begin. */
  async waitMs(host: string): Promise<number> {
    const [row] = await this.database.query<{ waitMs: number }>(WAIT, [host]);
    return row?.waitMs ?? 0;
  }

  /** Locks a host.
   *  @returns milliseconds until its next page may begin */
  async hold(tx: Transaction, host: string): Promise<number> {
    const [row] = await tx.query<{ waitMs: number }[]>(HOLD, [host]);
    return row?.waitMs ?? 0;
  }

  /** Keeps other pages from beginning until the one that was queued has begun. */
  async lease(tx: Transaction, host: string): Promise<number> {
    await this.postpone(tx, host, LEASE_MS);
    return LEASE_MS;
  }

  async postpone(tx: Transaction, host: string, ms: number): Promise<void> {
    await tx.query(POSTPONE, [host, ms / 1000]);
  }
}
