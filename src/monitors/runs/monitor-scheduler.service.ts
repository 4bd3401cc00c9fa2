import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { type Clock, Database } from '../../platform/database/database.js';
import { DatabaseUnavailable } from '../../platform/database/database-errors.js';
import { TooManyRecords } from '../../platform/errors/http-errors.js';
import { LastCrawlOpen } from '../../crawls/crawl-errors.js';
import { CrawlsRepository } from '../../crawls/crawls.repository.js';
import { judgeTarget } from '../../engine/page-loader/target.js';
import { type PageToAudit, ReportIntake } from '../../reports/report-intake.service.js';
import { runsFor } from '../budgets.js';
import { isConfirmationAwaited } from '../judgment/monitor-state.js';
import { MonitorCrawls } from './monitor-crawls.service.js';
import { MonitorMetrics } from './monitor-metrics.js';
import { MonitorEvents } from '../judgment/monitor-events.js';
import { type Monitor } from '../monitor.entity.js';
import { type DueMonitor, MonitorsRepository, type NextRun } from '../monitors.repository.js';
import { type ToConfirm } from './run-monitors.js';
import { catchUpAt, judgeSchedule, nextRun, type Schedule } from '../schedule/schedule.js';

/** Monitors of an account that run before those of another one do. */
const TURN = 25;
/** A run that is later than this was missed in an outage. */
const MISSED_MS = 60_000;
/** After an audit that failed by our own fault, and one for which the queue had no room. */
const RETRY_MS = { failed: 60_000, full: 30_000 };
/** The scheduler does not run more often. */
const PAUSE_MS = 500;

/** A monitor has one run at a time. */
const LAST_REPORT_RUNS = { message: 'The last report has not ended.' };
const LAST_CRAWL_RUNS = { message: 'The last crawl has not ended.' };

/** No key asked for these reports. */
const BY_MONITOR = { keyId: null, batchId: null };

/** A monitor that is due, and what becomes of it. */
interface Run {
  readonly monitor: DueMonitor;
  readonly next: NextRun;
}

/** A monitor was changed, or moved on by another process. */
class RunTaken extends Error {}

/** Runs monitors: each run is one report, or one crawl. */
@Injectable()
export class MonitorScheduler {
  private readonly logger = new Logger(MonitorScheduler.name);
  /** PostgreSQL's, which starts the jobs. */
  private clock: Clock = () => new Date();

  constructor(
    private readonly database: Database,
    private readonly monitors: MonitorsRepository,
    private readonly intake: ReportIntake,
    private readonly crawls: CrawlsRepository,
    private readonly monitorCrawls: MonitorCrawls,
    private readonly events: MonitorEvents,
    private readonly metrics: MonitorMetrics,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Runs all monitors that are due; accounts take turns. One process at a time does that.
   *  @returns when the next one is due; null if none is enabled */
  async runDue(stopping: AbortSignal): Promise<Date | null> {
    await this.readClock();
    for (let isMore = true; isMore && !stopping.aborted;) {
      const now = this.now();
      const accounts = await this.monitors.dueAccounts(now);
      await this.takeTurns(accounts, now, stopping);
      isMore = accounts.length > 0;
    }
    const next = await this.monitors.nextRunAt();
    const earliest = this.timeIn(PAUSE_MS);
    return next && (next > earliest ? next : earliest);
  }

  /** The second audit of a breach. Nothing happens if the monitor was deleted, or was changed and awaits none any more.
   *  @returns when to try again, because the account's queue has no room; null: it is queued */
  async confirm({ accountId, monitorId }: ToConfirm): Promise<Date | null> {
    const monitor = await this.monitors.find(accountId, monitorId);
    if (!monitor || !isConfirmationAwaited(monitor.state)) return null;
    await this.readClock();
    const { refusal } = await this.intake.roomFor(accountId, 1);
    if (refusal) {
      this.logger.warn(`The second audit of monitor ${String(monitorId)} is late: ${refusal.message}`);
      return this.timeIn(RETRY_MS.full);
    }
    const page = this.pageOf(monitor, true);
    try {
      await this.database.transaction(async (tx) => {
        await this.intake.accept(tx, accountId, [page], BY_MONITOR);
        // The job may run again after its worker died, or was taken for dead.
        if (!(await this.monitors.awaitsOneConfirmation(tx, monitor))) throw new RunTaken();
      });
    } catch (error) {
      if (!(error instanceof RunTaken)) throw error;
    }
    return null;
  }

  private async takeTurns(accounts: readonly number[], now: Date, stopping: AbortSignal): Promise<void> {
    for (const accountId of accounts) {
      if (stopping.aborted) return;
      await this.takeTurn(accountId, now);
    }
  }

  private async takeTurn(accountId: number, now: Date): Promise<void> {
    const due = await this.monitors.dueOf(accountId, now, TURN);
    await this.runOf(accountId, due).catch((error: unknown) => this.postpone(due, error));
  }

  private async runOf(accountId: number, due: readonly DueMonitor[]): Promise<void> {
    const now = this.now();
    const runs: Run[] = [];
    for (const monitor of due) {
      const next = await this.nextOf(monitor, now);
      if (next) runs.push({ monitor, next });
    }
    const isCrawl = ({ monitor }: Run) => monitor.kind === 'crawl';
    const pages = runs.filter((run) => !isCrawl(run));
    await this.runPages(accountId, pages, now);
    await this.runCrawls(accountId, runs.filter(isCrawl), now);
  }

  /** Stores the reports of an account's monitors in one transaction, which also moves the monitors on. */
  private async runPages(accountId: number, due: readonly Run[], now: Date): Promise<void> {
    const running = await this.monitors.runningAmong(
      accountId,
      due.map(({ monitor }) => monitor),
    );
    const runs = due.filter(({ monitor }) => !running.has(monitor.id));
    const late = due.filter(({ monitor }) => running.has(monitor.id));
    if (late.length > 0) await this.delay(accountId, late, LAST_REPORT_RUNS.message);
    const admission = await this.intake.roomFor(accountId, runs.length);
    const admitted = runs.slice(0, admission.count);
    if (admission.refusal)
      await this.delay(accountId, runs.slice(admission.count), admission.refusal.message);
    if (admitted.length === 0 || !(await this.accept(accountId, admitted))) return;
    this.observe(admitted, now);
  }

  /** Begins the crawls of an account's monitors, each in a transaction that also moves its monitor on. */
  private async runCrawls(accountId: number, runs: readonly Run[], now: Date): Promise<void> {
    if (runs.length === 0) return;
    const ids = runs.map(({ monitor }) => monitor.id);
    const running = await this.crawls.monitorsOfOpen(accountId, ids);
    const { refusal } = await this.intake.roomFor(accountId, 1);
    for (const run of runs) {
      const isRunning = running.has(run.monitor.id);
      const outcome = isRunning ? LAST_CRAWL_RUNS : (refusal ?? (await this.beginCrawl(run)));
      if (outcome === 'begun') this.observe([run], now);
      else if (outcome !== 'taken') await this.delay(accountId, [run], outcome.message);
    }
  }

  /** @returns why it can't begin yet; taken: the monitor was changed meanwhile */
  private async beginCrawl({
    monitor,
    next,
  }: Run): Promise<'begun' | 'taken' | TooManyRecords | LastCrawlOpen> {
    try {
      await this.database.transaction(async (tx) => {
        const begun = await this.monitorCrawls.begin(tx, monitor, null);
        const { id: lastCrawlId, websiteId } = begun;
        if (!(await this.monitors.moveOn(monitor, { ...next, lastCrawlId, websiteId }, tx)))
          throw new RunTaken();
      });
      return 'begun';
    } catch (error) {
      if (error instanceof RunTaken) return 'taken';
      if (error instanceof TooManyRecords || error instanceof LastCrawlOpen) return error;
      throw error;
    }
  }

  private observe(runs: readonly Run[], now: Date): void {
    for (const { monitor } of runs) this.metrics.observeLateness(+now - +dueTimeOf(monitor));
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

  /** Tries runs again that can't begin yet. */
  private async delay(accountId: number, runs: readonly Run[], reason: string): Promise<void> {
    const ids = runs.map(({ monitor }) => monitor.id).join(', ');
    this.logger.warn(`Runs of monitors of account ${String(accountId)} are late (${ids}): ${reason}`);
    const late = runs.map(({ monitor }) => monitor);
    await this.runLater(late, RETRY_MS.full);
  }

  private async runLater(due: readonly DueMonitor[], ms: number): Promise<void> {
    const nextRunAt = this.timeIn(ms);
    for (const monitor of due)
      await this.monitors.moveOn(monitor, { nextRunAt, catchesUp: true, lateSince: dueTimeOf(monitor) });
  }

  private async readClock(): Promise<void> {
    this.clock = await this.database.clock();
  }

  private now(): Date {
    return this.timeIn(0);
  }

  private timeIn(ms: number): Date {
    return new Date(this.clock().getTime() + ms);
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

  private pageOf({ id, url, render, device, budgets }: Monitor, confirms: boolean): PageToAudit {
    return {
      ...this.intake.pageOf({ url, render, device, runs: runsFor(budgets) }),
      monitor: { id, confirms },
    };
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
