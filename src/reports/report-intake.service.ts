import { Inject, Injectable } from '@nestjs/common';

import { type Admission } from '../auth/allowances.js';
import { type Caller } from '../auth/caller.js';
import { CreationLimits } from '../auth/creation-limits.js';
import { CONFIG, type Config } from '../platform/config/config.js';
import { type RenderMode } from '../engine/grading/render-mode.js';
import { type Transaction } from '../platform/database/database.js';
import { ValidationFailed } from '../platform/errors/http-errors.js';
import { type ShowCreations } from '../platform/http/rate-limits/rate-limit-headers.js';
import { judgeTarget } from '../engine/page-loader/target.js';
import { JobQueue } from '../platform/queue/job-queue.js';
import { type Device } from '../engine/rendering/device.js';
import { type LoadRuns } from '../engine/rendering/load-runs.js';
import { RenderingAvailability } from '../browsers/rendering-availability.js';
import { UsageRepository } from '../account/usage/usage.repository.js';
import { domainOf } from '../websites/domain.js';
import { type Privacy, type Website } from '../websites/website.entity.js';
import { WebsitesRepository } from '../websites/websites.repository.js';
import { AuditReportJob } from './audits/audit-report.job.js';
import { type StoreReportBody } from './dto/store-report.dto.js';
import { PendingAuditsRepository } from './audits/pending-audits.repository.js';
import { RenderReportJob } from './audits/render-report.job.js';
import { QueueFull, RenderingUnavailable, ReportDeleted, TooManyWaiting } from './report-errors.js';
import { type FullReport, NO_DETAILS, type ReportRow } from './full-report.js';
import { ReportsRepository, type YoungReport } from './reports.repository.js';

/** A page that may be audited, and how. */
export interface PageToAudit {
  readonly url: string;
  readonly target: URL;
  readonly render: RenderMode;
  readonly device: Device;
  readonly runs: LoadRuns;
  /** What the report is made for; absent: a request. */
  readonly monitor?: MonitorRun;
  readonly crawl?: CrawlVisit;
}

/** The monitor that a report is made for. */
export interface MonitorRun {
  readonly id: number;
  /** Whether it is the second audit of a breach. */
  readonly confirms: boolean;
}

/** The page of a crawl that a report is made for. */
export interface CrawlVisit {
  readonly id: number;
  readonly pageId: number;
}

interface Acceptance {
  /** Of the key that asked for them; null: none. */
  readonly keyId: number | null;
  /** null for a report that was sent alone. */
  readonly batchId: number | null;
}

/** Decides which pages are audited, and queues their reports. */
@Injectable()
export class ReportIntake {
  constructor(
    private readonly reports: ReportsRepository,
    private readonly websites: WebsitesRepository,
    private readonly pending: PendingAuditsRepository,
    private readonly creations: CreationLimits,
    private readonly queue: JobQueue,
    private readonly usage: UsageRepository,
    private readonly rendering: RenderingAvailability,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws ValidationFailed */
  pageOf({
    url,
    render = this.config.defaultRender,
    device = 'mobile',
    runs = 1,
  }: Omit<StoreReportBody, 'max_age'>): PageToAudit {
    const judged = judgeTarget(url, this.config);
    if ('fault' in judged) throw new ValidationFailed({ url: [`url ${judged.fault}.`] });
    return { url, target: judged.url, render, device, runs };
  }

  /** The newest completed report of a page that is young enough; null if there is none. */
  async youngReport(
    accountId: number,
    page: PageToAudit,
    maxAgeSeconds: number,
  ): Promise<YoungReport | null> {
    return maxAgeSeconds > 0 ? this.reports.newestOf(accountId, page, maxAgeSeconds) : null;
  }

  /** @throws RenderingUnavailable */
  async requireRendering({ render }: Pick<PageToAudit, 'render'>): Promise<void> {
    if (render === 'always' && !(await this.rendering.isAvailable())) throw new RenderingUnavailable();
  }

  /** Counts reports against the limits of the key, the account and the queue. */
  async admit(caller: Caller, count: number, show: ShowCreations): Promise<Admission> {
    const room = await this.roomFor(caller.account.id, count);
    // What finds no room is not counted as a creation.
    const creations = await this.creations.admit(caller, room.count, show);
    return creations.refusal ? creations : room;
  }

  /** Counts one report against the limits of the key, the account and the queue.
   *  @throws TooManyRequests, TooManyWaiting, QueueFull */
  async requireRoom(caller: Caller, show: ShowCreations): Promise<void> {
    const { refusal } = await this.admit(caller, 1, show);
    if (refusal) throw refusal;
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

  /** The websites that pages belong to, in their order, created where there are none. */
  async websitesOf(
    tx: Transaction,
    accountId: number,
    pages: readonly PageToAudit[],
  ): Promise<(Pick<Website, 'id' | 'shareToken'> | undefined)[]> {
    const privacy = this.config.defaultPrivacy as Privacy;
    const domains = pages.map(({ target }) => domainOf(target.href, this.config.stripWww));
    const owners = domains.map((domain) => ({ domain, privacy }));
    const websites = await this.websites.forDomains(tx, accountId, owners);
    return domains.map((domain) => websites.get(domain));
  }

  /** Stores reports, queues their audits and counts them.
   *  @returns the reports as they were queued, in order, without the previous ones */
  async accept(
    tx: Transaction,
    accountId: number,
    pages: readonly PageToAudit[],
    { keyId, batchId }: Acceptance,
  ): Promise<FullReport[]> {
    const websites = await this.websitesOf(tx, accountId, pages);
    const rows = await this.reports.insert(
      tx,
      pages.map(({ url, monitor }, at) => {
        const websiteId = websites[at]?.id ?? 0;
        return { accountId, websiteId, url, batchId, confirms: monitor?.confirms ?? false };
      }),
    );
    const audits = pages.flatMap(({ target, render, device, runs, monitor, crawl }, at) => {
      const report = rows[at];
      const how = { render, device, runs, renders: render === 'always', keyId };
      const madeFor = {
        monitorId: monitor?.id ?? null,
        crawlId: crawl?.id ?? null,
        crawlPageId: crawl?.pageId ?? null,
      };
      return report ? [{ ...how, ...madeFor, host: target.host, report }] : [];
    });
    await this.pending.add(tx, audits);
    for (const { key, kind } of this.jobsOf(accountId, audits)) await this.queue.add(kind, { key, tx });
    const crawledPages = pages.filter(({ crawl }) => crawl).length;
    await this.usage.count(tx, accountId, keyId, { reports: rows.length, crawledPages });
    return rows.map((row, at) => {
      const shareToken = websites[at]?.shareToken ?? '';
      return { ...row, website: { shareToken }, details: NO_DETAILS, previous: null };
    });
  }

  /** A report that an interrupted request has stored.
   *  @throws ReportDeleted */
  async acceptedReport(accountId: number, id: number): Promise<FullReport> {
    const report = await this.reports.find(accountId, id);
    if (!report) throw new ReportDeleted();
    return report;
  }

  /** The jobs that audit new reports: no more of a kind than the account may have audited at the same time. */
  private jobsOf(
    accountId: number,
    audits: readonly { readonly renders: boolean; readonly report: ReportRow }[],
  ): Iterable<{ key: string; kind: typeof RenderReportJob | typeof AuditReportJob }> {
    const jobs = audits.map(({ renders, report: { id } }) => {
      const key = `${String(accountId)}:${String(id % this.config.accountConcurrency)}`;
      return [
        `${key} ${String(renders)}`,
        { key, kind: renders ? RenderReportJob : AuditReportJob },
      ] as const;
    });
    return new Map(jobs).values();
  }
}
