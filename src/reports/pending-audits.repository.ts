import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Database, type Statement } from '../database/database.js';

/** One time that a worker claimed an audit. */
export interface Claim {
  readonly account_id: number;
  readonly report_id: number;
  /** This time included. */
  readonly attempts: number;
}

export interface ClaimedAudit extends Claim {
  readonly website_id: number;
  readonly url: string;
  /** It was under way when a worker died: nothing may run beside it in the same process. */
  readonly runs_alone: boolean;
}

export interface PendingAudit {
  readonly accountId: number;
  readonly reportId: number;
  readonly websiteId: number;
  readonly url: string;
  readonly host: string;
}

/** An audit that ends its process so often is not begun again. */
export const MAX_ATTEMPTS = 3;

/** Channel on which the id of each report that is done, or deleted, is notified. */
export const DONE_CHANNEL = 'pagegrade_report_done';

const CLAIM: Statement = { name: 'claim_audit', text: 'SELECT * FROM claim_audit($1, $2, $3, $4)' };

const WAITING: Statement = {
  name: 'audits_waiting',
  text: `SELECT
      (SELECT count(*) FROM (SELECT 1 FROM pending_audits WHERE account_id = $1 LIMIT $2 + 1) AS own) AS own,
      (SELECT count(*) FROM (SELECT 1 FROM pending_audits LIMIT $3 + 1) AS every) AS every`,
};

/** Audits that wait or run: the line in which reports stand. */
@Injectable()
export class PendingAuditsRepository {
  constructor(private readonly database: Database) {}

  /** How many audits wait or run, of the account and in all; counted to one beyond the limits. */
  async countFor(
    accountId: number,
    limits: { own: number; every: number },
  ): Promise<{ own: number; every: number }> {
    const [row] = await this.database.rows<{ own: number; every: number }>(WAITING, [
      accountId,
      limits.own,
      limits.every,
    ]);
    return row ?? { own: 0, every: 0 };
  }

  async add(manager: EntityManager, audit: PendingAudit): Promise<void> {
    await manager.query(
      `INSERT INTO pending_audits (account_id, report_id, website_id, host, url_hash)
        VALUES ($1, $2, $3, $4, hashtextextended($5, 0))`,
      [audit.accountId, audit.reportId, audit.websiteId, audit.host, audit.url],
    );
  }

  /** The next audit by turns of the accounts, within the limits of account, host and worker, each of audits at once;
   *  null where there is none. */
  async claim(
    worker: string,
    limits: { account: number; host: number; worker: number },
  ): Promise<ClaimedAudit | null> {
    const { account, host } = limits;
    const [audit] = await this.database.rows<ClaimedAudit>(CLAIM, [worker, account, host, limits.worker]);
    return audit ?? null;
  }

  /** Puts a claimed audit back into the line.
   *  @param isAttempt whether this time counts as one */
  async release(
    worker: string,
    { account_id, report_id }: Claim,
    { isAttempt }: { isAttempt: boolean },
  ): Promise<void> {
    await this.database.rows(
      {
        text: `UPDATE pending_audits SET claimed_by = NULL, attempts = attempts - $4
          WHERE account_id = $1 AND report_id = $2 AND claimed_by = $3`,
      },
      [account_id, report_id, worker, isAttempt ? 0 : 1],
    );
  }

  /** Claims of a worker. */
  async claimsOf(worker: string): Promise<Claim[]> {
    return this.database.rows<Claim>(
      { text: 'SELECT account_id, report_id, attempts FROM pending_audits WHERE claimed_by = $1' },
      [worker],
    );
  }

  /** Returns the audits of dead workers to the queue, each to be run alone. Only one that was the last of its worker
   *  has used up an attempt: any of several may have been the cause. */
  async releaseOf(workers: readonly string[]): Promise<void> {
    await this.database.rows(
      {
        text: `UPDATE pending_audits p SET claimed_by = NULL, runs_alone = true,
            attempts = attempts - (SELECT count(*) > 1 FROM pending_audits q WHERE q.claimed_by = p.claimed_by)::int
          WHERE claimed_by = ANY($1)`,
      },
      [workers],
    );
  }

  /** Workers that have claimed audits. */
  async workers(): Promise<string[]> {
    const rows = await this.database.rows<{ claimed_by: string }>(
      { text: 'SELECT DISTINCT claimed_by FROM pending_audits WHERE claimed_by IS NOT NULL' },
      [],
    );
    return rows.map((row) => row.claimed_by);
  }

  async isAnyWaiting(): Promise<boolean> {
    const rows = await this.database.rows(
      { text: 'SELECT 1 FROM pending_audits WHERE claimed_by IS NULL LIMIT 1' },
      [],
    );
    return rows.length > 0;
  }

  /** How many audits wait and run, and for how many seconds the first has waited. */
  async depth(): Promise<{ waiting: number; running: number; oldest_seconds: number }> {
    const [row] = await this.database.rows<{ waiting: number; running: number; oldest_seconds: number }>(
      {
        text: `SELECT
            (SELECT count(*) FROM pending_audits WHERE claimed_by IS NULL) AS waiting,
            (SELECT count(*) FROM pending_audits WHERE claimed_by IS NOT NULL) AS running,
            coalesce(extract(epoch FROM now() - (SELECT min(queued_at) FROM pending_audits
              WHERE claimed_by IS NULL)), 0)::double precision AS oldest_seconds`,
      },
      [],
    );
    return row ?? { waiting: 0, running: 0, oldest_seconds: 0 };
  }

  /** Takes a report out of the line, with every other one of the same website and url that was accepted by then.
   *  @param agoMs how long ago that is
   *  @returns their ids; none where another worker was first, or they were deleted */
  async finish(
    manager: EntityManager,
    { account_id, report_id, website_id, url }: ClaimedAudit,
    agoMs: number,
  ): Promise<number[]> {
    const [rows] = await manager.query<[{ report_id: number }[], number]>(
      `DELETE FROM pending_audits p USING reports r
        WHERE p.account_id = $1 AND p.url_hash = hashtextextended($2, 0)
          AND r.account_id = p.account_id AND r.id = p.report_id AND r.url = $2
          AND p.website_id = $4
          AND (p.report_id = $3 OR p.queued_at <= clock_timestamp() - make_interval(secs => $5))
          AND EXISTS (SELECT 1 FROM pending_audits own WHERE own.account_id = $1 AND own.report_id = $3)
        RETURNING p.report_id`,
      [account_id, url, report_id, website_id, agoMs / 1000],
    );
    return rows.map((row) => row.report_id);
  }
}

/** Wakes who waits for the reports. */
export async function announce(manager: EntityManager, ids: readonly number[]): Promise<void> {
  await manager.query('SELECT pg_notify($1, id::text) FROM unnest($2::bigint[]) AS id', [DONE_CHANNEL, ids]);
}
