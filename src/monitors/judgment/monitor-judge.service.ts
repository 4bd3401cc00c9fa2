import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EndedCrawl, CrawlEndings } from '../../crawls/ending/crawl-endings.js';
import { type Device } from '../../engine/rendering/device.js';
import { type Transaction } from '../../platform/database/database.js';
import { JobQueue } from '../../platform/queue/job-queue.js';
import { type FinishedAudit } from '../../reports/audits/pending-audits.repository.js';
import { type EndedReports, ReportEndings } from '../../reports/audits/report-endings.js';
import { ReportEvents } from '../../reports/audits/report-events.service.js';
import { Events } from '../../webhooks/events/events.service.js';
import { CrawlMeasurements } from './crawl-measurements.service.js';
import { measurementsOf } from './measurements.js';
import { crawlRunEvent, reportRunEvent, type RunBefore, type RunEvent } from './monitor-event.view.js';
import { MonitorEvents } from './monitor-events.js';
import { advance, type Measured } from './monitor-state.js';
import { type Monitor } from '../monitor.entity.js';
import { MonitorsRepository } from '../monitors.repository.js';
import { CONFIRM_BREACH } from '../runs/run-monitors.js';

/** A run that has ended. */
interface EndedRun {
  readonly kind: 'run' | 'confirmation';
  readonly measured: Measured;
  readonly websiteId: number;
  readonly lastReportId?: number;
  /** What an event tells of it. */
  readonly event: (before: RunBefore) => Promise<RunEvent>;
}

/** Holds the reports and crawls of monitors against their budgets, in the transaction in which they end. */
@Injectable()
export class MonitorJudge implements OnModuleInit {
  constructor(
    private readonly endings: ReportEndings,
    private readonly crawlEndings: CrawlEndings,
    private readonly monitors: MonitorsRepository,
    private readonly crawlMeasurements: CrawlMeasurements,
    private readonly reportEvents: ReportEvents,
    private readonly events: MonitorEvents,
    private readonly links: Events,
    private readonly queue: JobQueue,
  ) {}

  onModuleInit(): void {
    this.endings.listen(async (tx, ended) => {
      for (const report of runsIn(ended.finished)) await this.judgeReport(tx, ended, report);
    });
    this.crawlEndings.listen((tx, ended) => this.judgeCrawl(tx, ended));
  }

  private async judgeReport(
    tx: Transaction,
    ended: EndedReports,
    { reportId, monitorId, confirms: isConfirmation }: FinishedAudit,
  ): Promise<void> {
    const { audit, grade } = ended;
    if (grade === null || monitorId === null) return;
    const monitor = await this.monitors.lock(tx, audit.accountId, monitorId);
    if (!monitor || isOutdated(monitor, audit) || !(await this.monitors.hasWebsite(tx, audit))) return;
    // A confirming audit counts as the run that it confirms.
    const runId = isConfirmation ? (monitor.lastReportId ?? reportId) : reportId;
    await this.judge(tx, monitor, {
      kind: isConfirmation ? 'confirmation' : 'run',
      measured: measurementsOf(reportId, grade, audit),
      websiteId: audit.websiteId,
      lastReportId: reportId,
      event: async (before) =>
        reportRunEvent(await this.reportEvents.dataOf(tx, ended, reportId, runId), before),
    });
  }

  private async judgeCrawl(tx: Transaction, ended: EndedCrawl): Promise<void> {
    const { accountId, id, websiteId, monitorId, url, render } = ended.crawl;
    if (monitorId === null) return;
    const monitor = await this.monitors.lock(tx, accountId, monitorId);
    if (!monitor || isOutdated(monitor, { url, render })) return;
    const found = await this.crawlMeasurements.of(tx, ended, monitor);
    if (!found) return;
    const { measured, errorCode } = found;
    const link = this.links.linkTo(`crawls/${String(id)}`);
    await this.judge(tx, monitor, {
      kind: 'run',
      measured,
      websiteId,
      event: (before) => Promise.resolve(crawlRunEvent({ ended, before, errorCode, link })),
    });
  }

  private async judge(
    tx: Transaction,
    monitor: Monitor,
    { kind, measured, websiteId, lastReportId, event }: EndedRun,
  ): Promise<void> {
    const { accountId, id: monitorId, confirm: confirms } = monitor;
    const step = advance(monitor.state, monitor.budgets, measured, { kind, confirms });
    const result = { state: step.state, websiteId, ...(lastReportId !== undefined && { lastReportId }) };
    await this.monitors.storeResult(tx, monitor, result);
    const { breached, recovered, scoreBefore, hasOtherBasis } = step;
    await this.events.crossed(tx, 'monitor.breached', monitor, {
      websiteId,
      breaches: breached,
      run: () => event({ score: scoreBefore, hasOtherBasis: hasOtherBasis.breached }),
    });
    await this.events.crossed(tx, 'monitor.recovered', monitor, {
      websiteId,
      breaches: recovered,
      run: () => event({ score: monitor.state.lastScore, hasOtherBasis: hasOtherBasis.recovered }),
    });
    if (step.confirm) await this.queue.add(CONFIRM_BREACH, { payload: { accountId, monitorId }, tx });
  }
}

/** One audit is one run of a monitor, however many of its reports it completes: the first, which may be a confirmation. */
function runsIn(finished: readonly FinishedAudit[]): FinishedAudit[] {
  const first = new Map(finished.toReversed().map((report) => [report.monitorId, report]));
  return finished.filter((report) => first.get(report.monitorId) === report);
}

/** Whether the monitor was changed after a run of it began, to another page or another way of loading it. */
function isOutdated(
  monitor: Monitor,
  { url, render, device = monitor.device }: Pick<Monitor, 'url' | 'render'> & { device?: Device },
): boolean {
  return url !== monitor.url || render !== monitor.render || device !== monitor.device;
}
