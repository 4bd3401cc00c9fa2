import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, type Repository } from 'typeorm';
import { Database, type Transaction } from '../../platform/database/database.js';
import { PendingAudit } from './pending-audit.entity.js';
import { type Report } from '../report.entity.js';

export interface ClaimedAudit extends Pick<
  PendingAudit,
  | 'accountId'
  | 'reportId'
  | 'websiteId'
  | 'attempts'
  | 'runsAlone'
  | 'render'
  | 'device'
  | 'runs'
  | 'renders'
  | 'crawlId'
  | 'crawlPageId'
> {
  readonly url: string;
}

type NewAudit = Pick<
  PendingAudit,
  'host' | 'render' | 'device' | 'runs' | 'renders' | 'keyId' | 'monitorId' | 'crawlId' | 'crawlPageId'
> & {
  readonly report: Pick<Report, 'id' | 'accountId' | 'websiteId' | 'url' | 'confirms'>;
};

/** A report whose audit has ended. */
export type FinishedAudit = Pick<PendingAudit, 'reportId' | 'keyId' | 'monitorId' | 'confirms'>;

/** Who holds a claim. */
export interface Claimant {
  readonly workerId: string;
  readonly jobId: number;
}

/** An audit that broke off this many times fails. */
export const MAX_ATTEMPTS = 3;

/** Channel on which PostgreSQL notifies the id of each report that has ended or was deleted. */
export const DONE_CHANNEL = 'pagegrade_report_done';

const CLAIM = `SELECT account_id AS "accountId", report_id AS "reportId", website_id AS "websiteId", url, attempts,
    runs_alone AS "runsAlone", render, device, runs, renders, crawl_id AS "crawlId", crawl_page_id AS "crawlPageId"
  FROM claim_audit($1, $2, $3, $4, $5, $6)`;

/** Counts no further than it has to. */
const COUNT = `SELECT
  (SELECT count(*) FROM (SELECT 1 FROM pending_audits WHERE account_id = $1 LIMIT $2 + 1) AS own) AS own,
  (SELECT count(*) FROM (SELECT 1 FROM pending_audits LIMIT $3 + 1) AS every) AS every`;

/** Numbers of one moment. */
const DEPTH = `SELECT count(*) FILTER (WHERE claimed_by IS NULL) AS waiting, count(claimed_by) AS running,
    count(*) FILTER (WHERE claimed_by IS NULL AND renders) AS waiting_for_browser,
    coalesce(extract(epoch FROM now() - min(queued_at) FILTER (WHERE claimed_by IS NULL)), 0)::double precision
      AS oldest_seconds
  FROM pending_audits`;

export interface QueueDepth {
  readonly waiting: number;
  /** Those that wait for a process with a browser. */
  readonly waiting_for_browser: number;
  readonly running: number;
  readonly oldest_seconds: number;
}

/** The audit queue. */
@Injectable()
export class PendingAuditsRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(PendingAudit) private readonly audits: Repository<PendingAudit>,
  ) {}

  /** How many audits are queued or running, of the account and in all; counted to one beyond the limits. */
  async countFor(
    accountId: number,
    limits: { own: number; every: number },
  ): Promise<{ own: number; every: number }> {
    const parameters = [accountId, limits.own, limits.every];
    const [row] = await this.database.query<{ own: number; every: number }>(COUNT, parameters);
    return row ?? { own: 0, every: 0 };
  }

  /** Queues the audits of new reports. */
  async add(tx: Transaction, audits: readonly NewAudit[]): Promise<void> {
    const values = audits.map(({ report: { accountId, id, websiteId, confirms }, ...audit }, at) => ({
      ...audit,
      ...{ accountId, reportId: id, websiteId, confirms },
      urlHash: () => `hashtextextended(:url${String(at)}, 0)`,
    }));
    await tx
      .createQueryBuilder()
      .insert()
      .into(PendingAudit)
      .values(values)
      .setParameters(Object.fromEntries(audits.map(({ report }, at) => [`url${String(at)}`, report.url])))
      .updateEntity(false)
      .execute();
  }

  /** Claims the next audit for a job: by turns of the accounts, within the limits on the concurrent audits of an account, a
   *  host and a worker; null if there is none. A job that claims again gets the audit that it holds already.
   *  @param hasBrowser claims among the audits that wait for a browser, or else among the others */
  async claim(
    { workerId, jobId }: Claimant,
    limits: { account: number; host: number; worker: number },
    hasBrowser: boolean,
  ): Promise<ClaimedAudit | null> {
    const parameters = [workerId, jobId, limits.account, limits.host, limits.worker, hasBrowser];
    const [audit] = await this.database.query<ClaimedAudit>(CLAIM, parameters);
    return audit ?? null;
  }

  /** Returns an audit to the queue.
   *  @param isAttempt whether this one counts */
  async release(
    { workerId, jobId }: Claimant,
    { accountId, reportId }: ClaimedAudit,
    { isAttempt }: { isAttempt: boolean },
  ): Promise<void> {
    const claim = { accountId, reportId, claimedBy: workerId, claimedJob: jobId };
    const attempts = isAttempt ? {} : { attempts: () => 'attempts - 1' };
    await this.audits.update(claim, { claimedBy: null, claimedJob: null, ...attempts });
  }

  /** Returns an audit to the queue, for a process with a browser. */
  async passToBrowser({ workerId, jobId }: Claimant, { accountId, reportId }: ClaimedAudit): Promise<void> {
    const claim = { accountId, reportId, claimedBy: workerId, claimedJob: jobId };
    await this.audits.update(claim, { claimedBy: null, claimedJob: null, renders: true, attempts: 0 });
  }

  /** Gives up waiting for a browser: the audits in the queue for one are done without.
   *  @returns their number */
  async stopWaitingForBrowser(): Promise<number> {
    const { affected } = await this.audits.update({ renders: true, claimedBy: IsNull() }, { renders: false });
    return affected ?? 0;
  }

  /** How many audits are queued and running, and how long the oldest has been queued. */
  async depth(): Promise<QueueDepth> {
    const [row] = await this.database.query<QueueDepth>(DEPTH);
    return row ?? { waiting: 0, waiting_for_browser: 0, running: 0, oldest_seconds: 0 };
  }

  /** Takes a report out of the queue, with all others of the same website, url, render mode, device and loads that were accepted by
   *  then; one of a crawl alone, whose audit differs. One statement, so that of several workers only one finishes them.
   *  @param agoMs how long ago that is
   *  @returns them in the order of their ids; none if another worker was first, or they were deleted */
  async finish(
    tx: Transaction,
    { accountId, reportId, websiteId, url, render, device, runs, crawlId }: ClaimedAudit,
    agoMs: number,
  ): Promise<FinishedAudit[]> {
    const [rows] = await tx.query<[FinishedAudit[], number]>(
      `DELETE FROM pending_audits p
        WHERE p.account_id = $1 AND p.website_id = $4 AND p.url_hash = hashtextextended($2, 0)
          AND (p.report_id = $3 OR $8 AND p.crawl_id IS NULL AND p.render = $6 AND p.device = $7 AND p.runs = $9
            AND p.queued_at <= clock_timestamp() - make_interval(secs => $5))
          AND EXISTS (SELECT FROM pending_audits own WHERE own.account_id = $1 AND own.report_id = $3)
        RETURNING p.report_id AS "reportId", p.key_id AS "keyId",
          p.monitor_id AS "monitorId", p.confirms`,
      [accountId, url, reportId, websiteId, agoMs / 1000, render, device, crawlId === null, runs],
    );
    return rows.toSorted((one, other) => one.reportId - other.reportId);
  }
}
