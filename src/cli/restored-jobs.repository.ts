import { type RestoreTransaction } from '../platform/backup/load.js';
import { addJob } from '../platform/queue/job-queue.js';
import { AuditReportJob } from '../reports/audits/audit-report.job.js';
import { RenderReportJob } from '../reports/audits/render-report.job.js';
import { CONFIRM_BREACH, type ToConfirm } from '../monitors/runs/run-monitors.js';
import { type ReportsToDelete } from '../websites/deleted-websites.repository.js';
import { DELIVER_EVENTS, type DeliverTo, REPLAY_DELIVERIES } from '../webhooks/deliveries/delivery-job.js';
import { DeleteWebsiteReportsJob } from '../websites/delete-website-reports.job.js';

/** The backup did not break these audits off: their attempts don't count. SQL of ours, like all of the restore. */
const RELEASE_CLAIMS = `UPDATE pending_audits SET claimed_by = NULL, claimed_job = NULL, attempts = attempts - 1
  WHERE claimed_by IS NOT NULL`;

const AUDITS = 'SELECT renders, count(*)::int AS audits FROM pending_audits GROUP BY account_id, renders';

const DELETIONS = `SELECT account_id::int AS "accountId", website_id::int AS "websiteId" FROM deleted_websites`;

const WEBHOOKS = `SELECT DISTINCT account_id::int AS "accountId", webhook_id::int AS "webhookId" FROM deliveries
  WHERE next_attempt_at IS NOT NULL`;

const REPLAYS = `SELECT account_id::int AS "accountId", id::int AS "webhookId" FROM webhooks WHERE replay IS NOT NULL`;

const WAITING = `SELECT (SELECT count(*)::int FROM deliveries WHERE next_attempt_at IS NOT NULL) AS deliveries,
  (SELECT count(*)::int FROM monitors WHERE enabled) AS monitors,
  (SELECT count(*)::int FROM pending_audits) AS audits,
  (SELECT count(*)::int FROM crawls WHERE finished_at IS NULL) AS crawls`;

/** Of breaches whose second audit was not queued yet. */
const CONFIRMATIONS = `SELECT account_id::int AS "accountId", id::int AS "monitorId" FROM monitors m
  WHERE state @? '$.budgets[*].awaited ? (@ != null)' AND NOT EXISTS (
    SELECT FROM pending_audits p WHERE p.account_id = m.account_id AND p.monitor_id = m.id AND p.confirms)`;

/** What a restored database sends and requests by itself. */
export interface Waiting {
  readonly deliveries: number;
  readonly monitors: number;
  readonly audits: number;
  readonly crawls: number;
}

export async function waitingIn(transaction: RestoreTransaction): Promise<Waiting | undefined> {
  const [waiting] = await transaction.query<Waiting>(WAITING);
  return waiting;
}

/** Has no worker hold an audit that one held when the backup was made. */
export async function releaseClaims(transaction: RestoreTransaction): Promise<void> {
  await transaction.query(RELEASE_CLAIMS);
}

/** Queues the work that a restored database holds. A backup has the work, but not the jobs of graphile-worker, whose tables
 *  are its own.
 *  @param accountConcurrency no account needs more jobs of audits than that: each job audits one report after another */
export async function addRestoredJobs(
  transaction: RestoreTransaction,
  accountConcurrency: number,
): Promise<void> {
  for (const { audits, renders } of await transaction.query<{ audits: number; renders: boolean }>(AUDITS))
    for (let place = 0; place < Math.min(audits, accountConcurrency); place++)
      await addJob(renders ? RenderReportJob : AuditReportJob, { tx: transaction });
  for (const payload of await transaction.query<ReportsToDelete>(DELETIONS))
    await addJob(DeleteWebsiteReportsJob, { payload, tx: transaction });
  for (const payload of await transaction.query<DeliverTo>(WEBHOOKS))
    await addJob(DELIVER_EVENTS, { payload, tx: transaction });
  for (const payload of await transaction.query<DeliverTo>(REPLAYS))
    await addJob(REPLAY_DELIVERIES, { payload, tx: transaction });
  for (const payload of await transaction.query<ToConfirm>(CONFIRMATIONS))
    await addJob(CONFIRM_BREACH, { payload, tx: transaction });
}
