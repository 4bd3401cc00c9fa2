import { Inject, Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { CONFIG, type Config } from '../config/config.js';
import { DatabaseUnavailable } from '../database/database-errors.js';
import { Grader, type Grade } from '../grading/grader.js';
import { OutOfResources } from '../page-loader/load-error.js';
import { judgeTarget } from '../page-loader/target.js';
import { Job, type JobHandler, type JobRun } from '../queue/job.js';
import { JobQueue } from '../queue/job-queue.repository.js';
import { AuditMetrics } from './audit-metrics.js';
import { type ClaimedAudit, MAX_ATTEMPTS, PendingAuditsRepository } from './pending-audits.repository.js';
import { ReportsRepository } from './reports.repository.js';

const FAILED = {
  code: 'audit_failed',
  detail: `The audit broke off ${String(MAX_ATTEMPTS)} times. That is a fault of this service, not of the page.`,
};
const RETRY_MS = 500;
/** An audit that has run longer than its own deadline is stuck. */
const STUCK_MS = 20_000;
/** After a shortage of descriptors, ports or memory, before the next audit begins. */
const SHORTAGE_MS = 1000;
const AUDITS_PER_JOB = 20;

/** Everything between an accepted report and a completed one. A job belongs to no report: it audits the report whose turn
 *  it is, then the next one, until none may be begun. The job of each minute finds a report that was passed over because
 *  a deletion that did not happen in the end had locked it. */
@Job({ name: 'audit', cron: '* * * * *' })
export class AuditReportJob implements JobHandler {
  private readonly logger = new Logger(AuditReportJob.name);
  private readonly running = new Set<Promise<void>>();
  private alone: Promise<void> = Promise.resolve();

  constructor(
    private readonly grader: Grader,
    private readonly reports: ReportsRepository,
    private readonly pending: PendingAuditsRepository,
    private readonly queue: JobQueue,
    private readonly metrics: AuditMetrics,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run(_payload: unknown, job: JobRun): Promise<void> {
    const { accountConcurrency: account, hostConcurrency: host, auditConcurrency: worker } = this.config;
    const limits = { account, host, worker };
    for (let done = 0; done < AUDITS_PER_JOB && !job.stopping.aborted; done++) {
      const audit = await retried(() => this.pending.claim(job, limits), job.stopping);
      if (!audit) return;
      const performed = audit.runsAlone ? this.performAlone(audit, job) : this.performBeside(audit, job);
      this.running.add(performed);
      await performed.finally(() => this.running.delete(performed));
    }
    // Other jobs, or other workers, get their turn first.
    await this.queue.add(AuditReportJob);
  }

  private async performBeside(audit: ClaimedAudit, job: JobRun): Promise<void> {
    await Promise.allSettled([this.alone]);
    await this.perform(audit, job);
  }

  /** Waits until nothing else is running. Meanwhile this worker can claim no other audit, so its jobs end. */
  private async performAlone(audit: ClaimedAudit, job: JobRun): Promise<void> {
    this.alone = Promise.allSettled([...this.running]).then(() => this.perform(audit, job));
    await this.alone;
    for (let place = 1; place < this.config.auditConcurrency; place++)
      await this.queue.add(AuditReportJob, { key: `after-alone:${String(place)}` });
  }

  private async perform(audit: ClaimedAudit, job: JobRun): Promise<void> {
    const { signal } = job;
    if (audit.attempts > MAX_ATTEMPTS) {
      await retried(() => this.reports.fail(audit, FAILED), signal);
      this.metrics.count('failed', 0);
      return;
    }
    const startedAt = performance.now();
    const over = new AbortController();
    try {
      const grade = await Promise.race([this.grade(audit, signal), aborted(signal, over.signal)]);
      await retried(() => this.reports.complete(audit, grade), signal);
      this.metrics.count(grade.error ? 'not_loaded' : grade.result, performance.now() - startedAt);
    } catch (error) {
      if (!signal.aborted) this.logger.error({ err: error, report_id: audit.reportId });
      const isStuck = performance.now() - startedAt > STUCK_MS;
      const isAttempt = isStuck || !(signal.aborted || error instanceof OutOfResources);
      await retried(() => this.pending.release(job, audit, { isAttempt }), signal);
      if (error instanceof OutOfResources) await sleep(SHORTAGE_MS);
    } finally {
      over.abort();
    }
  }

  private async grade({ url, accountId }: ClaimedAudit, signal: AbortSignal): Promise<Grade> {
    const judged = judgeTarget(url, this.config);
    if ('fault' in judged) throw new Error(`The url was accepted and is refused now: it ${judged.fault}.`);
    return this.grader.grade(judged.url, { account: accountId, signal });
  }
}

/** Repeats a write until the database is back, so that no finished audit and no claim is lost.
 *  @throws DatabaseUnavailable once the signal is aborted */
async function retried<T>(write: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || signal.aborted) throw error;
      await sleep(RETRY_MS);
    }
  }
}

/** Rejects when the worker is shutting down, until `over`. */
async function aborted(signal: AbortSignal, over: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const refuse = () => {
      reject(new Error('The worker is shutting down'));
    };
    if (signal.aborted) refuse();
    signal.addEventListener('abort', refuse, { once: true, signal: over });
  });
}
