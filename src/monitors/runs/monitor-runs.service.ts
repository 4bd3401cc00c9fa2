import { Injectable } from '@nestjs/common';
import { AuditLogRepository } from '../../account/audit-log/audit-log.repository.js';
import { type Actor } from '../../auth/actor.js';
import { NOTHING_FOUND } from '../../crawls/crawl-summary.js';
import { type SummedCrawl } from '../../crawls/crawl.view.js';
import { CrawlsService } from '../../crawls/crawls.service.js';
import { Idempotency } from '../../platform/http/idempotency/idempotency.js';
import { Stored } from '../../platform/http/record/stored.js';
import { type RequestContext } from '../../platform/http/handler-parameters.js';
import { type FullReport } from '../../reports/full-report.js';
import { type PageToAudit, ReportIntake } from '../../reports/report-intake.service.js';
import { runsFor } from '../budgets.js';
import { MonitorCrawls } from './monitor-crawls.service.js';
import { MonitorNotFound } from '../monitor-errors.js';
import { type Monitor } from '../monitor.entity.js';
import { MonitorsRepository } from '../monitors.repository.js';

type RunContext = Pick<RequestContext, 'repeatable' | 'showCreations'>;

/** Runs monitors on request. */
@Injectable()
export class MonitorRuns {
  constructor(
    private readonly monitors: MonitorsRepository,
    private readonly intake: ReportIntake,
    private readonly monitorCrawls: MonitorCrawls,
    private readonly crawls: CrawlsService,
    private readonly auditLog: AuditLogRepository,
    private readonly idempotency: Idempotency,
  ) {}

  /** Runs a monitor now, whether it is enabled or not.
   *  @throws MonitorNotFound, RenderingUnavailable, TooManyRequests, TooManyWaiting, QueueFull, LastCrawlOpen,
   *    TooManyRecords, RequestInProgress */
  async run(actor: Actor, id: number, context: RunContext): Promise<Stored<FullReport | SummedCrawl>> {
    const monitor = await this.monitors.find(actor.accountId, id);
    if (!monitor) throw new MonitorNotFound();
    return monitor.kind === 'page'
      ? this.audit(actor, monitor, context)
      : this.crawl(actor, monitor, context);
  }

  private async audit(
    actor: Actor,
    { accountId, id, url, render, device, budgets }: Monitor,
    { repeatable, showCreations }: RunContext,
  ): Promise<Stored<FullReport>> {
    return this.idempotency.once<Stored<FullReport>, PageToAudit>(
      repeatable,
      { id },
      {
        again: async (reportId) =>
          new Stored(await this.intake.acceptedReport(accountId, reportId), 'accepted'),
        before: async () => {
          const page = this.intake.pageOf({ url, render, device, runs: runsFor(budgets) });
          await this.intake.requireRendering(page);
          await this.intake.requireRoom(actor, showCreations);
          return { ...page, monitor: { id, confirms: false } };
        },
        create: async (tx, page) => {
          const origin = { keyId: actor.key.id, batchId: null };
          const [report] = await this.intake.accept(tx, accountId, [page], origin);
          if (!report) throw new Error('The report was not returned');
          await this.auditLog.add(tx, actor, { action: 'monitor.run', id });
          return { id: report.id, result: new Stored(report, 'accepted') };
        },
      },
    );
  }

  private async crawl(
    actor: Actor,
    monitor: Monitor,
    { repeatable, showCreations }: RunContext,
  ): Promise<Stored<SummedCrawl>> {
    const { accountId, id } = monitor;
    return this.idempotency.once<Stored<SummedCrawl>>(
      repeatable,
      { id },
      {
        again: async (crawlId) => new Stored(await this.crawls.show(accountId, crawlId), 'accepted'),
        before: async () => {
          await this.intake.requireRendering(monitor);
          await this.intake.requireRoom(actor, showCreations);
        },
        create: async (tx) => {
          // It may have been changed, and stays as it is until its crawl is stored.
          const current = await this.monitors.lock(tx, accountId, id);
          if (!current) throw new MonitorNotFound();
          const crawl = await this.monitorCrawls.begin(tx, current, actor.key.id);
          const { id: lastCrawlId, websiteId } = crawl;
          await this.monitors.storeResult(tx, current, { lastCrawlId, websiteId });
          await this.auditLog.add(tx, actor, { action: 'monitor.run', id });
          const result = new Stored({ crawl, summary: NOTHING_FOUND }, 'accepted' as const);
          return { id: lastCrawlId, result };
        },
      },
    );
  }
}
