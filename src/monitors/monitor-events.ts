import { Injectable } from '@nestjs/common';
import { type Transaction } from '../platform/database/database.js';
import { type EndedReports } from '../reports/audits/report-endings.js';
import { ReportEvents } from '../reports/audits/report-events.service.js';
import { withItems } from '../webhooks/event-body.js';
import { Events } from '../webhooks/events.service.js';
import { budgetsCrossedView, monitorPausedView, type PauseReason } from './monitor-event.view.js';
import { type Breach } from './monitor-state.js';
import { type Monitor } from './monitor.entity.js';

/** The report of a monitor that crossed budgets. */
interface Crossing {
  readonly ended: EndedReports;
  readonly reportId: number;
  /** The report of the run: another one if this one confirms it. */
  readonly runId: number;
  readonly breaches: readonly Breach[];
  /** The last score before; null: that of the report before the run. */
  readonly scoreBefore: number | null;
}

/** Publishes the events of monitors. */
@Injectable()
export class MonitorEvents {
  constructor(
    private readonly events: Events,
    private readonly reportEvents: ReportEvents,
  ) {}

  async paused(tx: Transaction, monitor: Monitor, reason: PauseReason): Promise<void> {
    const { accountId, websiteId } = monitor;
    const data = monitorPausedView(monitor, reason, this.linkTo(monitor.id));
    await this.events.publish(tx, { accountId, type: 'monitor.paused', websiteId }, () => [data]);
  }

  /** Nothing is published if no budget was crossed. */
  async crossed(
    tx: Transaction,
    type: 'monitor.breached' | 'monitor.recovered',
    { accountId, id }: Monitor,
    { ended, reportId, runId, breaches, scoreBefore }: Crossing,
  ): Promise<void> {
    if (breaches.length === 0) return;
    const { websiteId } = ended.audit;
    await this.events.publish(tx, { accountId, type, websiteId }, async () => {
      const report = await this.reportEvents.dataOf(tx, ended, reportId, runId);
      const crossing = { id, report, scoreBefore, link: this.linkTo(id) };
      return [withItems(breaches, (fitting) => budgetsCrossedView(crossing, fitting))];
    });
  }

  private linkTo(id: number): string {
    return this.events.linkTo(`monitors/${String(id)}`);
  }
}
