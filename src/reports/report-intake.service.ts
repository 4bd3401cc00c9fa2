import { Inject, Injectable } from '@nestjs/common';

import { type Admission } from '../auth/allowances.js';
import { type Caller } from '../auth/caller.js';
import { CreationLimits } from '../auth/creation-limits.js';
import { CONFIG, type Config, type RenderMode } from '../config/config.js';
import { ValidationFailed } from '../http/http-errors.js';
import { type Claim } from '../http/idempotency/run-once.js';
import { type ShowCreations } from '../http/rate-limit-headers.js';
import { judgeTarget } from '../page-loader/target.js';
import { JobQueue } from '../queue/job-queue.repository.js';
import { type Device } from '../rendering/device.js';
import { RenderingAvailability } from '../rendering/rendering-availability.js';
import { domainOf } from '../websites/domain.js';
import { type Privacy } from '../websites/website.entity.js';
import { AcceptedReportsRepository, type MonitorRun } from './accepted-reports.repository.js';
import { AuditReportJob } from './audit-report.job.js';
import { type StoreReportBody } from './dto/store-report.dto.js';
import { PendingAuditsRepository } from './pending-audits.repository.js';
import { RenderReportJob } from './render-report.job.js';
import { QueueFull, RenderingUnavailable, ReportDeleted, TooManyWaiting } from './report-errors.js';
import { type FullReport } from './full-report.js';
import { ReportsRepository } from './reports.repository.js';

/** A page that may be audited, and how. */
export interface Page {
  readonly url: string;
  readonly target: URL;
  readonly render: RenderMode;
  readonly device: Device;
  /** What the report is made for; absent: a request. */
  readonly monitor?: MonitorRun;
}

interface Acceptance {
  /** Of the key that asked for them; null: none. */
  readonly keyId: number | null;
  /** null for a report that was sent alone. */
  readonly batchId: number | null;
  /** Runs in the transaction that stores the reports. */
  readonly take: Claim['take'];
}

/** Decides which pages are audited, and queues their reports. */
@Injectable()
export class ReportIntake {
  constructor(
    private readonly reports: ReportsRepository,
    private readonly accepted: AcceptedReportsRepository,
    private readonly pending: PendingAuditsRepository,
    private readonly creations: CreationLimits,
    private readonly queue: JobQueue,
    private readonly rendering: RenderingAvailability,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws ValidationFailed */
  pageOf({ url, render = this.config.defaultRender, device = 'mobile' }: StoreReportBody): Page {
    const judged = judgeTarget(url, this.config);
    if ('fault' in judged) throw new ValidationFailed({ url: [`url ${judged.fault}.`] });
    return { url, target: judged.url, render, device };
  }

  /** The newest completed report of a page that is young enough; null if there is none. */
  async youngReport(
    accountId: number,
    page: Page,
    maxAgeSeconds: number,
  ): Promise<{ id: number; ageSeconds: number } | null> {
    return maxAgeSeconds > 0 ? this.reports.newestOf(accountId, page, maxAgeSeconds) : null;
  }

  /** @throws RenderingUnavailable */
  async requireRendering({ render }: Page): Promise<void> {
    if (render === 'always' && !(await this.rendering.isAvailable())) throw new RenderingUnavailable();
  }

  /** Counts reports against the limits of the key, the account and the queue. */
  async admit(caller: Caller, count: number, show: ShowCreations): Promise<Admission> {
    const creations = await this.creations.admit(caller, count, show);
    if (creations.count === 0) return creations;
    const waiting = await this.roomFor(caller.account.id, creations.count);
    return waiting.refusal ? waiting : creations;
  }

  /** Counts reports against the limits of the queue alone. */
  async roomFor(accountId: number, count: number): Promise<Admission> {
    const limits = { own: this.config.accountQueueLimit, every: this.config.queueLimit };
    const waiting = await this.pending.countFor(accountId, limits);
    const [own, every] = [limits.own - waiting.own, limits.every - waiting.every];
    if (count <= Math.min(own, every)) return { count, refusal: null };
    const refusal = own <= every ? new TooManyWaiting(limits.own) : new QueueFull();
    return { count: Math.max(0, Math.min(own, every)), refusal };
  }

  /** Stores reports and queues their audits, all or none. */
  async accept(
    accountId: number,
    pages: readonly Page[],
    { keyId, batchId, take }: Acceptance,
  ): Promise<FullReport[]> {
    const privacy = this.config.defaultPrivacy as Privacy;
    const reports = pages.map(({ url, target, render, device, monitor }) => ({
      url,
      host: target.host,
      render,
      device,
      renders: render === 'always',
      monitorId: monitor?.id ?? null,
      confirms: monitor?.confirms ?? false,
      website: { domain: domainOf(target.href, this.config.stripWww), privacy },
    }));
    return this.accepted.accept({ accountId, keyId, batchId }, reports, async (manager, ids) => {
      await take(manager, ids[0] ?? 0);
      const jobs = new Map(
        reports.map(({ renders }, at) => {
          const key = `${String(accountId)}:${String((ids[at] ?? 0) % this.config.accountConcurrency)}`;
          return [`${key} ${String(renders)}`, { key, kind: renders ? RenderReportJob : AuditReportJob }];
        }),
      );
      for (const { key, kind } of jobs.values()) await this.queue.add(kind, { key, manager });
    });
  }

  /** A report that an interrupted request has stored.
   *  @throws ReportDeleted */
  async acceptedReport(accountId: number, id: number): Promise<FullReport> {
    const report = await this.reports.find(accountId, id);
    if (!report) throw new ReportDeleted();
    return report;
  }
}
