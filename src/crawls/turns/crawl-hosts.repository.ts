import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type Repository } from 'typeorm';
import { Database, type Statements, type Transaction } from '../../platform/database/database.js';
import { Crawl } from '../crawl.entity.js';
import { type CrawlId } from '../crawls.repository.js';
import { CrawlHost } from './crawl-host.entity.js';

/** How long a page that was queued may take to begin before the next one is queued. */
const LEASE_MS = 60_000;

const msUntil = (time: string) =>
  `greatest(0, ceil(extract(epoch FROM ${time} - clock_timestamp()) * 1000))::integer AS "waitMs"`;

/** Milliseconds between the pages of a host: what it asks of all crawls, or else the smallest delay among them. A crawl whose
 *  pace is longer than its own delay has it from the host. */
const HOST_PACE = `(
    SELECT greatest(max(o.pace_ms) FILTER (WHERE o.pace_ms > o.delay_ms), min(o.pace_ms)) / 1000.0
      FROM crawls o WHERE o.host = h.host AND o.status = 'running'
  )`;

const HOST_TURN = `greatest(h.next_at, h.begun_at + make_interval(secs => ${HOST_PACE}))`;

const OWN_TURN = 'c.begun_at + make_interval(secs => c.pace_ms / 1000.0)';

const TURN = `greatest(${HOST_TURN}, ${OWN_TURN})`;

const waitUntil = (time: string) => `SELECT ${msUntil(time)}
  FROM crawls c LEFT JOIN crawl_hosts h ON h.host = c.host WHERE c.account_id = $1 AND c.id = $2`;

/** The crawls of an account queue one page of a host at a time. */
const LEASE = `(
    SELECT max(o.leased_until) FROM crawls o
      WHERE o.host = c.host AND o.account_id = c.account_id AND o.status = 'running'
  )`;

const WAIT_TO_QUEUE = waitUntil(`greatest(${TURN}, ${LEASE})`);

const WAIT_TO_BEGIN = waitUntil(TURN);

const TURNS = `SELECT c.account_id AS "accountId", c.id, ${msUntil(TURN)}
  FROM crawls c JOIN crawl_hosts h ON h.host = c.host WHERE c.host = $1 AND c.status = 'running'`;

const HOLD = `INSERT INTO crawl_hosts AS h (host, next_at) VALUES ($1, now())
  ON CONFLICT (host) DO UPDATE SET host = h.host`;

const TAKE_TURN = `INSERT INTO crawl_hosts AS h (host, next_at, begun_at) VALUES ($3, now(), clock_timestamp())
  ON CONFLICT (host) DO UPDATE SET begun_at = clock_timestamp()
    WHERE ${HOST_TURN} <= clock_timestamp() AND NOT EXISTS (
      SELECT FROM crawls c WHERE c.account_id = $1 AND c.id = $2 AND ${OWN_TURN} > clock_timestamp()
    )
  RETURNING coalesce(${HOST_PACE}, 0) > 0 AS "hasPace"`;

const POSTPONE = `INSERT INTO crawl_hosts AS h (host, next_at)
  VALUES ($1, clock_timestamp() + make_interval(secs => $2))
  ON CONFLICT (host) DO UPDATE SET next_at = greatest(h.next_at, excluded.next_at)`;

const NOW = { begunAt: () => 'clock_timestamp()' };

/** A crawl that may queue its next page after a while. */
export interface CrawlTurn extends CrawlId {
  readonly waitMs: number;
}

/** Whether a page begins. */
export interface TakenTurn {
  /** 0: it begins. */
  readonly waitMs: number;
  /** Whether the pages of its host keep time between each other. */
  readonly hasPace: boolean;
}

/** The times of hosts at which their next pages may begin, for the crawls of all accounts. SQL, because the clock of
 *  PostgreSQL is the only one that all workers share. */
@Injectable()
export class CrawlHostsRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(CrawlHost) private readonly hosts: Repository<CrawlHost>,
  ) {}

  /** Milliseconds until the next page of a crawl may be queued. */
  async waitMs({ accountId, id }: CrawlId, statements: Statements = this.database): Promise<number> {
    return waitIn(await statements.query(WAIT_TO_QUEUE, [accountId, id]));
  }

  /** Locks the host of a crawl.
   *  @returns milliseconds until its next page may be queued */
  async hold(tx: Transaction, crawl: Crawl): Promise<number> {
    await tx.query(HOLD, [crawl.host]);
    return this.waitMs(crawl, tx);
  }

  /** Keeps other pages of the account, at a host that is held, from being queued until the one that was queued has begun.
   *  Those of other accounts don't wait for it: it may have many audits before it.
   *  @returns milliseconds after which they may be queued in any case */
  async lease(tx: Transaction, { accountId, id }: CrawlId): Promise<number> {
    const seconds = String(LEASE_MS / 1000);
    const leasedUntil = () => `clock_timestamp() + make_interval(secs => ${seconds})`;
    await tx.update(Crawl, { accountId, id }, { leasedUntil });
    return LEASE_MS;
  }

  async endLease(tx: Transaction, { accountId, id }: CrawlId): Promise<void> {
    await tx.update(Crawl, { accountId, id }, { leasedUntil: null });
  }

  /** Begins a page of a crawl if its time and that of the host have come. A crawl with a pace is to be locked. */
  async takeTurn({ accountId, id, host }: Crawl, statements: Statements = this.database): Promise<TakenTurn> {
    const [taken] = (await statements.query(TAKE_TURN, [accountId, id, host])) as { hasPace: boolean }[];
    if (taken) return { waitMs: 0, ...taken };
    const waitMs = waitIn(await statements.query(WAIT_TO_BEGIN, [accountId, id]));
    return { waitMs: Math.max(1, waitMs), hasPace: true };
  }

  /** Has the time between pages begin now. */
  async begin({ accountId, id, host }: Crawl, tx: Transaction): Promise<void> {
    await tx.update(Crawl, { accountId, id }, NOW);
    await tx.update(CrawlHost, { host }, NOW);
  }

  /** When the crawls of a host may queue their next pages. */
  async turns(host: string): Promise<CrawlTurn[]> {
    return this.database.query<CrawlTurn>(TURNS, [host]);
  }

  /** Lets no page of a host begin for some time. */
  async postpone(host: string, ms: number, statements: Statements = this.database): Promise<void> {
    await statements.query(POSTPONE, [host, ms / 1000]);
  }

  /** Deletes hosts whose times passed an hour ago: without a row, a page may begin at once. */
  async forgetOld(): Promise<void> {
    await this.hosts
      .createQueryBuilder()
      .delete()
      .where(`greatest(next_at, begun_at) < now() - interval '1 hour'`)
      .execute();
  }
}

function waitIn(rows: unknown): number {
  return (rows as { waitMs: number }[])[0]?.waitMs ?? 0;
}
