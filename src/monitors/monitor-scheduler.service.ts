import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import { DatabaseUnavailable } from '../platform/database/database-errors.js';
import { type DomainError } from '../platform/errors/domain-error.js';
import { judgeTarget } from '../engine/page-loader/target.js';
import { type PageToAudit, ReportIntake } from '../reports/report-intake.service.js';
import { MonitorMetrics } from './monitor-metrics.js';
import { MonitorEvents } from './monitor-events.js';
import { type Monitor } from './monitor.entity.js';
import { type DueMonitor, MonitorsRepository, type NextRun } from './monitors.repository.js';
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

/** No key asked for these reports. */
const BY_MONITOR = { keyId: null, batchId: null };

/** A monitor that is due, and what becomes of it. */
interface Run {
  readonly monitor: DueMonitor;
  readonly next: NextRun;
}

/** A monitor was changed, or moved on by another process. */
class RunTaken extends Error {}

/** Runs monitors: each run is one report. */
@Injectable()
export class MonitorScheduler {
  private readonly logger = new Logger(MonitorScheduler.name);

  constructor(
    private readonly database: Database,
    private readonly monitors: MonitorsRepository,
    private readonly intake: ReportIntake,
    private readonly events: MonitorEvents,
    private readonly metrics: MonitorMetrics,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Runs all monitors that are due; accounts take turns. One process at a time does that.
   *  @returns when the next one is due; null if none is enabled */
  async runDue(stopping: AbortSignal): Promise<Date | null> {
    for (let isMore = true; isMore && !stopping.aborted;) {
      const now = new Date();
      const accounts = await this.monitors.dueAccounts(now);
      for (const accountId of accounts) await this.takeTurn(accountId, now);
      isMore = accounts.length > 0;
    }
    const next = await this.monitors.nextRunAt();
    return next && new Date(Math.max(next.getTime(), Date.now() + PAUSE_MS));
  }

  /** The second audit of a breach. Nothing happens if the monitor was deleted.
   *  @returns when to try again, because the account's queue has no room; null: it is queued */
  async confirm({ accountId, monitorId }: ToConfirm): Promise<Date | null> {
    const monitor = await this.monitors.find(accountId, monitorId);
    if (!monitor) return null;
    const { refusal } = await this.intake.roomFor(accountId, 1);
    if (refusal) {
      this.logger.warn(`The second audit of monitor ${String(monitorId)} is late: ${refusal.message}`);
      return new Date(Date.now() + RETRY_MS.full);
    }
    const page = this.pageOf(monitor, true);
    await this.database.transaction((tx) => this.intake.accept(tx, accountId, [page], BY_MONITOR));
    return null;
  }

  private async takeTurn(accountId: number, now: Date): Promise<void> {
    const due = await this.monitors.dueOf(accountId, now, TURN);
    await this.runOf(accountId, due).catch((error: unknown) => this.postpone(due, error));
  }

  /** Stores the reports of an account's monitors in one transaction, which also moves the monitors on. */
  private async runOf(accountId: number, due: readonly DueMonitor[]): Promise<void> {
    const now = new Date();
    const running = await this.monitors.runningAmong(accountId, due);
    const runs: Run[] = [];
    for (const monitor of due) {
      const next = await this.nextOf(monitor, now);
      if (next && running.has(monitor.id)) {
        this.logger.warn(`Monitor ${String(monitor.id)} is left out once: its last report has not ended.`);
        await this.monitors.moveOn(monitor, next);
      } else if (next) runs.push({ monitor, next });
    }
    const admission = await this.intake.roomFor(accountId, runs.length);
    const admitted = runs.slice(0, admission.count);
    if (admission.refusal) await this.delay(accountId, runs.slice(admission.count), admission.refusal);
    if (admitted.length === 0 || !(await this.accept(accountId, admitted))) return;
    for (const { monitor } of admitted) this.metrics.observeLateness(+now - +dueTimeOf(monitor));
  }

  /** @returns false if a monitor was changed meanwhile: the others are still due */
  private async accept(accountId: number, runs: readonly Run[]): Promise<boolean> {
    const pages = runs.map(({ monitor }) => this.pageOf(monitor, false));
    try {
      await this.database.transaction(async (tx) => {
        await this.intake.accept(tx, accountId, pages, BY_MONITOR);
        for (const { monitor, next } of runs)
          if (!(await this.monitors.moveOn(monitor, next, tx))) throw new RunTaken();
      });
      return true;
    } catch (error) {
      if (error instanceof RunTaken) return false;
      throw error;
    }
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
    for (const monitor of due)
      await this.monitors.moveOn(monitor, { nextRunAt, catchesUp: true, lateSince: dueTimeOf(monitor) });
  }

  /** What becomes of a monitor that runs now; null if it is paused, or catches up later. */
  private async nextOf(monitor: DueMonitor, now: Date): Promise<NextRun | null> {
    const schedule = scheduleOf(monitor);
    if (!schedule || 'fault' in judgeTarget(monitor.url, this.config)) {
      await this.pause(monitor);
      return null;
    }
    if (!isMissed(monitor, now))
      return { nextRunAt: nextRun(schedule, monitor.id, now), catchesUp: false, lateSince: null };
    const nextRunAt = catchUpAt(schedule, monitor.id, now);
    await this.monitors.moveOn(monitor, { nextRunAt, catchesUp: true, lateSince: dueTimeOf(monitor) });
    return null;
  }

  /** Disables a monitor whose url is not allowed any more. */
  private async pause(monitor: DueMonitor): Promise<void> {
    await this.database.transaction(async (tx) => {
      const paused = await this.monitors.disable(tx, monitor);
      if (paused) await this.events.paused(tx, paused, 'url_not_allowed');
    });
  }

  private pageOf({ id, url, render, device }: Monitor, confirms: boolean): PageToAudit {
    return { ...this.intake.pageOf({ url, render, device, max_age: 0 }), monitor: { id, confirms } };
  }
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
