import { Injectable } from '@nestjs/common';
import { type Transaction } from '../platform/database/database.js';
import { type EndedReports } from '../reports/audits/report-endings.js';
import { ReportEvents } from '../reports/audits/report-events.service.js';
import { shortUrl, withItems } from '../webhooks/event-body.js';
import { Events } from '../webhooks/events.service.js';
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

  async paused(
    tx: Transaction,
    { accountId, id, url, websiteId }: Monitor,
    reason: 'by_request' | 'url_not_allowed',
  ): Promise<void> {
    const links = this.linksTo(id);
    const data = { monitor_id: id, url: shortUrl(url), reason, links };
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
      const { links, ...report } = await this.reportEvents.dataOf(tx, ended, reportId, runId);
      const data = { ...report, previous_score: scoreBefore ?? report.previous_score };
      const all = { ...links, ...this.linksTo(id) };
      return [withItems(breaches, (fitting) => ({ monitor_id: id, ...data, breaches: fitting, links: all }))];
    });
  }

  private linksTo(id: number): { readonly monitor: string } {
    return { monitor: this.events.linkTo(`monitors/${String(id)}`) };
  }
}
