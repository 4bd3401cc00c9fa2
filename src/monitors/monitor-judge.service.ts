import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Transaction } from '../platform/database/database.js';
import { JobQueue } from '../platform/queue/job-queue.js';
import { type FinishedAudit } from '../reports/audits/pending-audits.repository.js';
import { type EndedReports, ReportEndings } from '../reports/audits/report-endings.js';
import { measurementsOf } from './measurements.js';
import { MonitorEvents } from './monitor-events.js';
import { advance } from './monitor-state.js';
import { MonitorsRepository } from './monitors.repository.js';
import { CONFIRM_BREACH, confirmationOf } from './run-monitors.js';

/** Holds the reports of monitors against their budgets, in the transaction in which the reports end. */
@Injectable()
export class MonitorJudge implements OnModuleInit {
  constructor(
    private readonly endings: ReportEndings,
    private readonly monitors: MonitorsRepository,
    private readonly events: MonitorEvents,
    private readonly queue: JobQueue,
  ) {}

  onModuleInit(): void {
    this.endings.listen(async (tx, ended) => {
      for (const report of ended.finished) await this.judge(tx, ended, report);
    });
  }

  private async judge(
    tx: Transaction,
    ended: EndedReports,
    { reportId, monitorId, confirms: isConfirmation }: FinishedAudit,
  ): Promise<void> {
    const { audit, grade } = ended;
    if (grade === null || monitorId === null) return;
    const monitor = await this.monitors.lock(tx, audit.accountId, monitorId);
    if (!monitor) return;
    const kind = isConfirmation ? 'confirmation' : 'run';
    const measured = measurementsOf(reportId, grade, audit);
    const step = advance(monitor.state, monitor.budgets, measured, { kind, confirms: monitor.confirm });
    const { accountId, websiteId } = audit;
    await this.monitors.storeResult(tx, monitor, { state: step.state, lastReportId: reportId, websiteId });
    // A confirming audit counts as the run that it confirms.
    const runId = isConfirmation ? (monitor.lastReportId ?? reportId) : reportId;
    const report = { ended, reportId, runId };
    const { breached, recovered, scoreBefore } = step;
    await this.events.crossed(tx, 'monitor.breached', monitor, {
      ...report,
      breaches: breached,
      scoreBefore,
    });
    const back = { ...report, breaches: recovered, scoreBefore: null };
    await this.events.crossed(tx, 'monitor.recovered', monitor, back);
    if (step.confirm)
      await this.queue.add(CONFIRM_BREACH, { ...confirmationOf({ accountId, monitorId }), tx });
  }
}
