import { Inject, Injectable, Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { withOwnSignal } from '../../basics/own-signal.js';
import { Sequences } from '../../basics/sequences.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { retried } from '../../platform/database/retried.js';
import { type Grade, type GradeOptions } from '../../engine/grading/grade.js';
import { Grader } from '../../engine/grading/grader.js';
import { isToRender } from '../../engine/grading/rendered-grade.js';
import { OutOfResources } from '../../engine/page-loader/load-error.js';
import { judgeTarget } from '../../engine/page-loader/target.js';
import { type JobRun } from '../../platform/queue/job.js';
import { RenderingAvailability } from '../../browsers/rendering-availability.js';
import { AuditMetrics } from './audit-metrics.js';
import { type ClaimedAudit, MAX_ATTEMPTS, PendingAuditsRepository } from './pending-audits.repository.js';
import { type AuditWishes, ReportBeginnings } from './report-beginnings.js';
import { Precedence } from './precedence.js';
import { ReportCompletion } from './report-completion.service.js';
import { ScreenshotKeeper } from '../screenshots/screenshot-keeper.service.js';

const FAILED = {
  code: 'audit_failed',
  detail: `The audit broke off ${String(MAX_ATTEMPTS)} times. That is a fault of this service, not of the page.`,
};
/** An audit that has run longer than its own deadline is stuck. A page may be rendered twice, in browsers that start
 *  slowly. */
const STUCK_MS = { static: 20_000, rendered: 160_000, furtherLoad: 35_000 };
/** After a shortage of descriptors, ports or memory, before the next audit begins. */
const SHORTAGE_MS = 1000;
const AUDITS_PER_JOB = 20;

/** The kind of job that audits reports, and what it does besides. */
export interface AuditQueue {
  /** Whether it takes the audits that wait for a browser. */
  readonly hasBrowser: boolean;
  readonly concurrency: number;
  /** Queues another job of the same kind. */
  readonly again: (key?: string) => Promise<void>;
  /** Queues a job that renders. */
  readonly render: () => Promise<void>;
}

/** Everything between an accepted report and a completed one. A job belongs to no report: it audits the report whose turn
 *  it is, then the next one, until none may be begun. */
@Injectable()
export class AuditRunner {
  private readonly logger = new Logger(AuditRunner.name);
  private readonly running = new Set<Promise<void>>();
  /** Each completion of a crawl's page holds the row of the crawl, and can't let others pass once it has begun. */
  private readonly completions = new Sequences();
  private alone: Promise<void> = Promise.resolve();

  constructor(
    private readonly grader: Grader,
    private readonly completion: ReportCompletion,
    private readonly pending: PendingAuditsRepository,
    private readonly beginnings: ReportBeginnings,
    private readonly screenshots: ScreenshotKeeper,
    private readonly rendering: RenderingAvailability,
    private readonly precedence: Precedence,
    private readonly metrics: AuditMetrics,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run(job: JobRun, queue: AuditQueue): Promise<void> {
    const { accountConcurrency: account, hostConcurrency: host } = this.config;
    const limits = { account, host, worker: queue.concurrency };
    for (let done = 0; done < AUDITS_PER_JOB && !job.stopping.aborted; done++) {
      const audit = await retried(() => this.pending.claim(job, limits, queue.hasBrowser), job.stopping);
      if (!audit) return;
      const performed = audit.runsAlone
        ? this.performAlone(audit, job, queue)
        : this.performBeside(audit, job, queue);
      this.running.add(performed);
      await performed.finally(() => this.running.delete(performed));
    }
    // Other jobs, or other workers, get their turn first.
    await queue.again();
  }

  private async performBeside(audit: ClaimedAudit, job: JobRun, queue: AuditQueue): Promise<void> {
    await Promise.allSettled([this.alone]);
    const performed = this.perform(audit, job, queue);
    await (audit.crawlId === null ? this.precedence.audit(performed) : performed);
  }

  /** Waits until nothing else is running. Meanwhile this worker can claim no other audit, so its jobs end. */
  private async performAlone(audit: ClaimedAudit, job: JobRun, queue: AuditQueue): Promise<void> {
    this.alone = Promise.allSettled([...this.running]).then(() => this.perform(audit, job, queue));
    await this.alone;
    for (let place = 1; place < queue.concurrency; place++) await queue.again(`after-alone:${String(place)}`);
  }

  private async perform(audit: ClaimedAudit, job: JobRun, queue: AuditQueue): Promise<void> {
    const { signal } = job;
    if (audit.attempts > MAX_ATTEMPTS) {
      await retried(() => this.completion.fail(audit, FAILED), signal);
      this.metrics.count('failed', 0);
      this.logger.error({ msg: FAILED.detail, ...loggedAudit(audit) });
      return;
    }
    const letPass = audit.crawlId === null ? undefined : this.precedence.yielding(audit.accountId);
    await letPass?.();
    const startedAt = performance.now();
    const over = new AbortController();
    const wishes = await retried(() => this.beginnings.publish(audit), signal);
    if (wishes === null) {
      await retried(() => this.completion.drop(audit), signal);
      return;
    }
    try {
      const grade = await Promise.race([
        withOwnSignal([signal, ...(wishes.signal ? [wishes.signal] : [])], (own) =>
          this.grade(audit, { ...wishes, ...(letPass && { letPass }), signal: own }),
        ),
        aborted(signal, over.signal),
      ]);
      if (!grade) {
        await retried(() => this.pending.passToBrowser(job, audit), signal);
        await queue.render();
        return;
      }
      const screenshots = await retried(() => this.screenshots.keep(grade.screenshots), signal);
      await this.completions.run(sequenceOf(audit), async () => {
        await letPass?.();
        const isKept = wishes.isKept?.(grade) ?? true;
        await retried(
          () =>
            isKept
              ? this.completion.complete(audit, grade, screenshots)
              : this.completion.discard(audit, grade),
          signal,
        );
      });
      if (grade.rendered) this.metrics.countRendering(grade.rendered.error?.code ?? 'rendered');
      const duration = performance.now() - startedAt;
      this.metrics.count(grade.error ? 'not_loaded' : grade.result, duration);
      this.logger.log({
        msg: 'Audited.',
        ...loggedAudit(audit),
        score: grade.score,
        duration_ms: Math.round(duration),
        error: grade.error?.code,
        rendering: grade.rendered ? (grade.rendered.error?.code ?? 'rendered') : undefined,
      });
    } catch (error) {
      if (!signal.aborted && !wishes.signal?.aborted)
        this.logger.error({ err: error, ...loggedAudit(audit) });
      const isStuck = performance.now() - startedAt > stuckMs(audit);
      const isAttempt = isStuck || !(signal.aborted || error instanceof OutOfResources);
      await retried(() => this.pending.release(job, audit, { isAttempt }), signal);
      if (error instanceof OutOfResources) await sleep(SHORTAGE_MS);
    } finally {
      over.abort();
    }
  }

  /** @returns null if a browser has to do it */
  private async grade(
    { url, accountId, render, device, runs, renders }: ClaimedAudit,
    wishes: AuditWishes & Pick<GradeOptions, 'letPass'>,
  ): Promise<Grade | null> {
    const judged = judgeTarget(url, this.config);
    if ('fault' in judged) throw new Error(`The url was accepted and is refused now: it ${judged.fault}.`);
    const options = { ...wishes, account: accountId, device, runs };
    if (renders) return this.grader.grade(judged.url, { ...options, render });
    const grade = await this.grader.grade(judged.url, options);
    if (!isToRender(grade, render)) return grade;
    return (await this.rendering.isAvailable()) ? null : this.grader.unrendered(grade, { render, device });
  }
}

function stuckMs({ renders, runs }: ClaimedAudit): number {
  return renders ? STUCK_MS.rendered + (runs - 1) * STUCK_MS.furtherLoad : STUCK_MS.static;
}

/** Names the audits that complete one after the other. */
function sequenceOf({ accountId, reportId, crawlId }: ClaimedAudit): string {
  return crawlId === null ? `report ${String(reportId)}` : `crawl ${String(accountId)}:${String(crawlId)}`;
}

/** What names an audit in the log. Values of a query may be secrets. */
function loggedAudit({ reportId, accountId, url }: ClaimedAudit): object {
  return { report_id: reportId, account_id: accountId, url: url.replace(/[?#].*$/, '?…') };
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
