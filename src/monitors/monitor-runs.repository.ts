import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, LessThanOrEqual, MoreThan, type Repository } from 'typeorm';
import { Database } from '../database/database.js';
import { JobQueue } from '../queue/job-queue.repository.js';
import { PendingAudit } from '../reports/pending-audit.entity.js';
import { type FinishedAudit } from '../reports/pending-audits.repository.js';
import { type EndedReports, ReportEndings } from '../reports/report-endings.js';
import { ReportEventsRepository } from '../reports/report-events.repository.js';
import { type EventType } from '../webhooks/event-types.js';
import { withItems } from '../webhooks/event-body.js';
import { EventsRepository } from '../webhooks/events.repository.js';
import { measuredOf } from './measured.js';
import { advance, type Breach } from './monitor-state.js';
import { Monitor } from './monitor.entity.js';
import { MonitorsRepository } from './monitors.repository.js';
import { CONFIRM_BREACH, confirmationOf } from './run-monitors.js';

/** The monitor was changed, or moved on by another process. */
export class RunTaken extends Error {}

/** A monitor as it was when it was found due. */
export type DueMonitor = Monitor & { readonly nextRunAt: Date };

/** A monitor that is due, and what it becomes. */
export interface Run extends Pick<DueMonitor, 'nextRunAt' | 'catchesUp' | 'lateSince'> {
  readonly monitor: DueMonitor;
}

/** The runs of monitors: when they are due, and what their reports say. */
@Injectable()
export class MonitorRunsRepository implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly endings: ReportEndings,
    private readonly events: EventsRepository,
    private readonly reportEvents: ReportEventsRepository,
    private readonly queue: JobQueue,
    private readonly owners: MonitorsRepository,
    @InjectRepository(Monitor) private readonly monitors: Repository<Monitor>,
  ) {}

  onModuleInit(): void {
    this.endings.listen((manager, ended) => this.judge(manager, ended));
  }

  /** Accounts with monitors that are due. The one that has waited longest comes first. */
  async dueAccounts(now: Date): Promise<number[]> {
    const rows = await this.monitors
      .createQueryBuilder('monitor')
      .select('monitor.account_id', 'accountId')
      .where({ nextRunAt: LessThanOrEqual(now) })
      .groupBy('monitor.account_id')
      .orderBy('min(monitor.next_run_at)')
      .getRawMany<{ accountId: number }>();
    return rows.map(({ accountId }) => accountId);
  }

  /** Some of an account's monitors that are due, the latest first due. */
  async due(accountId: number, now: Date, limit: number): Promise<DueMonitor[]> {
    const due = await this.monitors.find({
      where: { accountId, nextRunAt: LessThanOrEqual(now) },
      order: { nextRunAt: 'ASC' },
      take: limit,
    });
    return due as DueMonitor[];
  }

  /** When the next monitor is due; null if none is enabled. */
  async nextRunAt(): Promise<Date | null> {
    const next = await this.monitors.findOne({
      select: { accountId: true, id: true, nextRunAt: true },
      where: { nextRunAt: MoreThan(new Date(0)) },
      order: { nextRunAt: 'ASC' },
    });
    return next?.nextRunAt ?? null;
  }

  async find(accountId: number, id: number): Promise<Monitor | null> {
    return this.monitors.findOneBy({ accountId, id });
  }

  /** Ids of those monitors whose last report has not ended. */
  async running(accountId: number, monitors: readonly Monitor[]): Promise<Set<number>> {
    const audits = await this.monitors.manager.find(PendingAudit, {
      select: { accountId: true, reportId: true, monitorId: true },
      where: { accountId, monitorId: In(monitors.map(({ id }) => id)) },
    });
    return new Set(audits.flatMap(({ monitorId }) => monitorId ?? []));
  }

  /** Moves a monitor that is due on, in the transaction that accepts its report.
   *  @param manager absent: in a transaction of its own
   *  @throws RunTaken */
  async moveOn(
    { monitor: { accountId, id, nextRunAt: dueAt }, nextRunAt, catchesUp, lateSince }: Run,
    manager: EntityManager = this.monitors.manager,
  ): Promise<void> {
    const seen = { accountId, id, nextRunAt: dueAt };
    const { affected } = await manager.update(Monitor, seen, { nextRunAt, catchesUp, lateSince });
    if (affected !== 1) throw new RunTaken();
  }

  /** Disables a monitor whose url is not allowed any more. */
  async pause({ accountId, id, nextRunAt: dueAt }: DueMonitor): Promise<void> {
    await this.database.transaction(async (manager) => {
      const paused = { enabled: false, nextRunAt: null, lateSince: null, updatedAt: () => 'now()' };
      const { affected } = await manager.update(Monitor, { accountId, id, nextRunAt: dueAt }, paused);
      if (affected !== 1) return;
      const monitor = await manager.findOneByOrFail(Monitor, { accountId, id });
      await this.owners.tellPaused(manager, monitor, 'url_not_allowed');
    });
  }

  /** Holds the reports of monitors against their budgets. */
  private async judge(manager: EntityManager, ended: EndedReports): Promise<void> {
    if (ended.grade === null) return;
    for (const report of ended.finished) {
      if (report.monitorId === null) continue;
      const monitor = await manager.findOne(Monitor, {
        where: { accountId: ended.audit.accountId, id: report.monitorId },
        lock: { mode: 'for_no_key_update' },
      });
      if (monitor) await this.advance(manager, monitor, { ended, report });
    }
  }

  private async advance(
    manager: EntityManager,
    { accountId, id, state: before, budgets, confirm: confirms, lastReportId }: Monitor,
    { ended, report: { reportId, confirms: isConfirmation } }: { ended: EndedReports; report: FinishedAudit },
  ): Promise<void> {
    const { audit, grade } = ended;
    if (grade === null) return;
    const kind = isConfirmation ? 'confirmation' : 'run';
    const measured = measuredOf(reportId, grade, audit);
    const step = advance(before, budgets, measured, { kind, confirms });
    const { state, breached, recovered, confirm } = step;
    // A confirming audit counts as the run that it confirms.
    const run = isConfirmation ? (lastReportId ?? reportId) : reportId;
    const { websiteId } = audit;
    await manager.update(Monitor, { accountId, id }, { state, lastReportId: reportId, websiteId });
    const tell = (type: EventType, breaches: readonly Breach[], scoreBefore: number | null) =>
      breaches.length === 0
        ? Promise.resolve()
        : this.events.publish(manager, { accountId, type, websiteId }, async () => {
            const told = await this.reportEvents.dataOf(manager, ended, reportId, run);
            const { links, ...others } = told;
            const data = { ...others, previous_score: scoreBefore ?? told.previous_score };
            const all = { ...links, monitor: this.events.linkTo(`monitors/${String(id)}`) };
            return [
              withItems(breaches, (fitting) => ({ monitor_id: id, ...data, breaches: fitting, links: all })),
            ];
          });
    await tell('monitor.breached', breached, step.scoreBefore);
    await tell('monitor.recovered', recovered, null);
    if (confirm)
      await this.queue.add(CONFIRM_BREACH, { ...confirmationOf({ accountId, monitorId: id }), manager });
  }
}
