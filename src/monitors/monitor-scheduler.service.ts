import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config.js';
import { DatabaseUnavailable } from '../database/database-errors.js';
import { type DomainError } from '../http/domain-error.js';
import { type Claim } from '../http/idempotency/run-once.js';
import { judgeTarget } from '../page-loader/target.js';
import { type Page, ReportIntake } from '../reports/report-intake.service.js';
import { MonitorMetrics } from './monitor-metrics.js';
import { type DueMonitor, MonitorRunsRepository, type Run, RunTaken } from './monitor-runs.repository.js';
import { type Monitor } from './monitor.entity.js';
import { type ToConfirm } from './run-monitors.js';
import { catchUpAt, judgeSchedule, nextRun, type Schedule } from './schedule.js';

/** Monitors of an account that run before those of another one do. */
const TURN = 25;
/** A run that is later than this was missed in an outage. */
const MISSED_MS = 60_000;
/** After an audit that failed by our own fault, and one for which the queue had no room. */
const RETRY_MS = { failed: 60_000, full: 30_000 };
/** The scheduler does not run more often. */
const PAUSE_MS = 500;

/** Runs monitors: each run is one report. */
@Injectable()
export class MonitorScheduler {
  private readonly logger = new Logger(MonitorScheduler.name);

  constructor(
    private readonly runs: MonitorRunsRepository,
    private readonly intake: ReportIntake,
    private readonly metrics: MonitorMetrics,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Runs all monitors that are due; accounts take turns. One process at a time does that.
   *  @returns when the next one is due; null if none is enabled */
  async runDue(stopping: AbortSignal): Promise<Date | null> {
    for (let isMore = true; isMore && !stopping.aborted;) {
      const now = new Date();
      const accounts = await this.runs.dueAccounts(now);
      for (const accountId of accounts) await this.takeTurn(accountId, now);
      isMore = accounts.length > 0;
    }
    const next = await this.runs.nextRunAt();
    return next && new Date(Math.max(next.getTime(), Date.now() + PAUSE_MS));
  }

  /** The second audit of a breach. Nothing happens if the monitor was deleted.
   *  @returns when to try again, because the account's queue has no room; null: it is queued */
  async confirm({ accountId, monitorId }: ToConfirm): Promise<Date | null> {
    const monitor = await this.runs.find(accountId, monitorId);
    if (!monitor) return null;
    const { refusal } = await this.intake.roomFor(accountId, 1);
    if (refusal) {
      this.logger.warn(`The second audit of monitor ${String(monitorId)} is late: ${refusal.message}`);
      return new Date(Date.now() + RETRY_MS.full);
    }
    const take = () => Promise.resolve();
    await this.intake.accept(accountId, [this.pageOf(monitor, true)], { keyId: null, batchId: null, take });
    return null;
  }

  private async takeTurn(accountId: number, now: Date): Promise<void> {
    const due = await this.runs.due(accountId, now, TURN);
    await this.runOf(accountId, due).catch((error: unknown) => this.postpone(due, error));
  }

  /** Stores the reports of an account's monitors in one transaction, which also moves the monitors on. */
  private async runOf(accountId: number, due: readonly DueMonitor[]): Promise<void> {
    const now = new Date();
    const running = await this.runs.running(accountId, due);
    const runs: (Run & { page: Page })[] = [];
    for (const monitor of due) {
      const run = await this.runNow(monitor, now).catch(ignoreTaken);
      if (run && running.has(monitor.id)) {
        this.logger.warn(`Monitor ${String(monitor.id)} is left out once: its last report has not ended.`);
        await this.runs.moveOn(run).catch(ignoreTaken);
      } else if (run) runs.push({ ...run, page: this.pageOf(monitor, false) });
    }
    const admission = await this.intake.roomFor(accountId, runs.length);
    const admitted = runs.slice(0, admission.count);
    if (admission.refusal) await this.delay(accountId, runs.slice(admission.count), admission.refusal);
    if (admitted.length === 0) return;
    const take: Claim['take'] = async (manager) => {
      for (const run of admitted) await this.runs.moveOn(run, manager);
    };
    const pages = admitted.map(({ page }) => page);
    // If a monitor was changed meanwhile, the others are still due.
    const accepted = await this.intake
      .accept(accountId, pages, { keyId: null, batchId: null, take })
      .catch(ignoreTaken);
    if (accepted)
      for (const { monitor } of admitted) this.metrics.observeLateness(+now - +dueTimeOf(monitor));
  }

  /** Tries again later, so that monitors that can't be run don't keep others from running.
   *  @throws DatabaseUnavailable, and any error of another monitor's update */
  private async postpone(due: readonly DueMonitor[], error: unknown): Promise<void> {
    if (error instanceof DatabaseUnavailable) throw error;
    this.logger.error({ err: error, monitor_ids: due.map(({ id }) => id) });
    await this.runLater(due, RETRY_MS.failed);
  }

  /** Tries runs again for which the account's queue has no room. */
  private async delay(accountId: number, runs: readonly Run[], refusal: DomainError): Promise<void> {
    const count = String(runs.length);
    this.logger.warn(
      `${count} runs of monitors of account ${String(accountId)} are late: ${refusal.message}`,
    );
    const late = runs.map(({ monitor }) => monitor);
    await this.runLater(late, RETRY_MS.full);
  }

  private async runLater(due: readonly DueMonitor[], ms: number): Promise<void> {
    const nextRunAt = new Date(Date.now() + ms);
    for (const monitor of due) {
      const run = { monitor, nextRunAt, catchesUp: true, lateSince: dueTimeOf(monitor) };
      await this.runs.moveOn(run).catch(ignoreTaken);
    }
  }

  /** The run of a monitor; null if it is paused, or catches up later.
   *  @throws RunTaken */
  private async runNow(monitor: DueMonitor, now: Date): Promise<Run | null> {
    const schedule = scheduleOf(monitor);
    if (!schedule || 'fault' in judgeTarget(monitor.url, this.config)) {
      await this.runs.pause(monitor);
      return null;
    }
    if (!isMissed(monitor, now))
      return { monitor, nextRunAt: nextRun(schedule, monitor.id, now), catchesUp: false, lateSince: null };
    const nextRunAt = catchUpAt(schedule, monitor.id, now);
    await this.runs.moveOn({ monitor, nextRunAt, catchesUp: true, lateSince: dueTimeOf(monitor) });
    return null;
  }

  private pageOf({ id, url, render, device }: Monitor, confirms: boolean): Page {
    return { ...this.intake.pageOf({ url, render, device, max_age: 0 }), monitor: { id, confirms } };
  }
}

/** @throws all other errors */
function ignoreTaken(error: unknown): null {
  if (error instanceof RunTaken) return null;
  throw error;
}

/** null: this version can't read the schedule that an earlier one has stored. */
function scheduleOf({ schedule, timezone }: Monitor): Schedule | null {
  const judged = judgeSchedule(schedule, timezone);
  return 'schedule' in judged ? judged.schedule : null;
}

function isMissed({ nextRunAt, catchesUp }: DueMonitor, now: Date): boolean {
  return !catchesUp && now.getTime() - nextRunAt.getTime() > MISSED_MS;
}

function dueTimeOf({ lateSince, nextRunAt }: DueMonitor): Date {
  return lateSince ?? nextRunAt;
}
