import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { CONFIG, type Config } from '../config/config.js';
import { DatabaseUnavailable } from '../database/database-errors.js';
import { Grader, type Grade } from '../grading/grader.js';
import { OutOfResources } from '../page-loader/load-error.js';
import { judgeTarget } from '../page-loader/target.js';
import { JobQueue } from '../queue/job-queue.repository.js';
import { JobRunner } from '../queue/job-runner.js';
import { AUDIT_JOB } from './audit-job-name.js';
import { AuditMetrics } from './audit-metrics.js';
import { EndingsRepository } from './endings.repository.js';
import { OpenClaims } from './open-claims.js';
import { type ClaimedAudit, MAX_ATTEMPTS, PendingAuditsRepository } from './pending-audits.repository.js';

const FAILED = {
  code: 'audit_failed',
  detail: `The audit broke off ${String(MAX_ATTEMPTS)} times. That is a fault of this service, not of the page.`,
};
const SAVE_RETRY_MS = 500;
/** An audit that has run longer than its own deadline is stuck. */
const STUCK_MS = 20_000;
/** After a shortage of descriptors, ports or memory, before the next audit begins. */
const SHORTAGE_MS = 1000;
const AUDITS_ON_END = 20;

/** Load, audit, score, save: everything between an accepted report and a completed one. A job is no particular
 *  report: it takes the next one whose turn it is, until there is none. */
@Injectable()
export class AuditReportJob implements OnModuleInit {
  private readonly logger = new Logger(AuditReportJob.name);
  private readonly claims = new OpenClaims();
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly grader: Grader,
    private readonly endings: EndingsRepository,
    private readonly pending: PendingAuditsRepository,
    private readonly queue: JobQueue,
    private readonly runner: JobRunner,
    private readonly metrics: AuditMetrics,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.runner.handle(AUDIT_JOB, (signal) => this.run(signal));
    this.runner.keepDoing(() => this.recover());
  }

  /** Audits one report after the other, as long as one may be begun, and then asks to go on: so that other jobs have
   *  their turn however many audits wait. */
  private async run(signal: AbortSignal): Promise<void> {
    const { accountConcurrency: account, hostConcurrency: host, auditConcurrency: worker } = this.config;
    const limits = { account, host, worker };
    for (let done = 0; done < AUDITS_ON_END && !this.runner.isStopping; done++) {
      const audit = await this.pending.claim(this.runner.workerId, limits);
      if (!audit) return;
      this.claims.begin(audit);
      const performed = audit.runs_alone ? this.performAlone(audit, signal) : this.perform(audit, signal);
      this.underWay.add(performed);
      await performed.finally(() => {
        this.underWay.delete(performed);
        this.claims.end(audit);
      });
    }
    if (!this.runner.isStopping) await this.queue.add(AUDIT_JOB, `audit:${crypto.randomUUID()}`);
  }

  /** Waits until nothing else is under way: with such an audit claimed, this worker gets no other one. */
  private async performAlone(audit: ClaimedAudit, signal: AbortSignal): Promise<void> {
    await Promise.allSettled(this.underWay);
    await this.perform(audit, signal);
    for (let place = 1; place < this.config.auditConcurrency; place++) {
      await this.queue.add(AUDIT_JOB, `audit:after-alone:${String(place)}`);
    }
  }

  private async perform(audit: ClaimedAudit, signal: AbortSignal): Promise<void> {
    if (audit.attempts > MAX_ATTEMPTS) {
      await this.endings.fail(audit, FAILED);
      this.metrics.count('failed', 0);
      return;
    }
    const startedAt = performance.now();
    const over = new AbortController();
    try {
      const grade = await Promise.race([this.grade(audit, signal), aborted(signal, over.signal)]);
      await this.save(audit, grade, signal);
      this.metrics.count(grade.error ? 'not_loaded' : grade.result, performance.now() - startedAt);
    } catch (error) {
      if (!signal.aborted) this.logger.error({ err: error, report_id: audit.report_id });
      const isStuck = performance.now() - startedAt > STUCK_MS;
      const isAttempt = isStuck || !(signal.aborted || error instanceof OutOfResources);
      await this.pending.release(this.runner.workerId, audit, { isAttempt });
      if (error instanceof OutOfResources) await sleep(SHORTAGE_MS);
    } finally {
      over.abort();
    }
  }

  private async grade({ url, account_id }: ClaimedAudit, signal: AbortSignal): Promise<Grade> {
    const judged = judgeTarget(url, this.config);
    if ('fault' in judged)
      throw new Error(`An address that was accepted is refused now: url ${judged.fault}`);
    return this.grader.grade(judged.url, { account: account_id, signal });
  }

  /** What was audited is kept until the database is back. */
  private async save(audit: ClaimedAudit, grade: Grade, signal: AbortSignal): Promise<void> {
    for (;;) {
      try {
        await this.endings.complete(audit, grade);
        return;
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable) || signal.aborted) throw error;
        await sleep(SAVE_RETRY_MS);
      }
    }
  }

  /** Gives what dead workers had begun to others, and what this one does not know of, and wakes one where reports
   *  wait. */
  private async recover(): Promise<void> {
    const dead = await this.runner.deadAmong(await this.pending.workers());
    if (dead.length > 0) await this.pending.releaseOf(dead);
    await this.releaseLost();
    if (await this.pending.isAnyWaiting()) await this.queue.add(AUDIT_JOB, 'audit:recovery');
  }

  private async releaseLost(): Promise<void> {
    const { workerId } = this.runner;
    for (const claim of this.claims.lostAmong(await this.pending.claimsOf(workerId))) {
      await this.pending.release(workerId, claim, { isAttempt: false });
    }
  }
}

/** Rejects when the worker is to end, and forgets about it when `over`. */
async function aborted(signal: AbortSignal, over: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const refuse = () => {
      reject(new Error('The worker is ending'));
    };
    if (signal.aborted) refuse();
    signal.addEventListener('abort', refuse, { once: true, signal: over });
  });
}
