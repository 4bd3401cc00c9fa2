import { Injectable } from '@nestjs/common';
import { Database, type Statements, type Transaction } from '../../platform/database/database.js';
import { CrawlHost } from './crawl-host.entity.js';

/** How long a page that was queued may take to begin before the next one is queued. */
const LEASE_MS = 60_000;

const msUntil = (time: string) =>
  `greatest(0, ceil(extract(epoch FROM ${time} - clock_timestamp()) * 1000))::integer AS "waitMs"`;

const WAIT_TO_QUEUE = msUntil('greatest(h.next_at, h.leased_until)');

const WAIT = `SELECT ${WAIT_TO_QUEUE} FROM crawl_hosts h WHERE host = $1`;

const HOLD = `INSERT INTO crawl_hosts AS h (host, next_at) VALUES ($1, now())
  ON CONFLICT (host) DO UPDATE SET host = h.host
  RETURNING ${WAIT_TO_QUEUE}`;

const AFTER = 'clock_timestamp() + make_interval(secs => $2)';

const TAKE_TURN = `INSERT INTO crawl_hosts AS h (host, next_at) VALUES ($1, ${AFTER})
  ON CONFLICT (host) DO UPDATE SET next_at = ${AFTER}, leased_until = NULL WHERE h.next_at <= clock_timestamp()
  RETURNING 0 AS "waitMs"`;

const WAIT_TO_BEGIN = `SELECT ${msUntil('h.next_at')} FROM crawl_hosts h WHERE host = $1`;

const POSTPONE = `INSERT INTO crawl_hosts AS h (host, next_at) VALUES ($1, ${AFTER})
  ON CONFLICT (host) DO UPDATE SET next_at = greatest(h.next_at, excluded.next_at)`;

/** The times of hosts at which their next pages may begin, for the crawls of all accounts. SQL, because the clock of
 *  PostgreSQL is the only one that all workers share. */
@Injectable()
export class CrawlHostsRepository {
  constructor(private readonly database: Database) {}

  /** Milliseconds until the next page of a host may be queued. */
  async waitMs(host: string): Promise<number> {
    return waitIn(await this.database.query<Wait>(WAIT, [host])) ?? 0;
  }

  /** Locks a host.
   *  @returns milliseconds until its next page may be queued */
  async hold(tx: Transaction, host: string): Promise<number> {
    return waitIn(await tx.query<Wait[]>(HOLD, [host])) ?? 0;
  }

  /** Keeps other pages of a host that is held from being queued until the one that was queued has begun.
   *  @returns milliseconds after which they may be queued in any case */
  async lease(tx: Transaction, host: string): Promise<number> {
    const seconds = String(LEASE_MS / 1000);
    const leasedUntil = () => `clock_timestamp() + make_interval(secs => ${seconds})`;
    await tx.update(CrawlHost, { host }, { leasedUntil });
    return LEASE_MS;
  }

  async endLease(tx: Transaction, host: string): Promise<void> {
    await tx.update(CrawlHost, { host }, { leasedUntil: null });
  }

  /** Begins a page of a host if its time has come; then others begin no earlier than one pace later.
   *  @returns 0 if it begins, or else milliseconds until one may */
  async takeTurn(host: string, paceMs: number): Promise<number> {
    const taken = waitIn(await this.database.query<Wait>(TAKE_TURN, [host, paceMs / 1000]));
    if (taken !== null) return taken;
    return Math.max(1, waitIn(await this.database.query<Wait>(WAIT_TO_BEGIN, [host])) ?? 0);
  }

  /** Lets no page of a host begin for some time. */
  async postpone(host: string, ms: number, statements: Statements = this.database): Promise<void> {
    await statements.query(POSTPONE, [host, ms / 1000]);
  }
}

interface Wait {
  readonly waitMs: number;
}

function waitIn([row]: readonly Wait[]): number | null {
  return row?.waitMs ?? null;
}
