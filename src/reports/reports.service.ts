import { Inject, Injectable, Logger } from '@nestjs/common';
import { ScopeMissing } from '../auth/auth-errors.js';
import { type Caller } from '../auth/caller.js';
import { CreationLimitRepository } from '../auth/creation-limit.repository.js';
import { CONFIG, type Config, type RenderMode } from '../config/config.js';
import { ValidationFailed } from '../http/http-errors.js';
import { type Claim, type RunOnce } from '../http/idempotency/idempotent.decorator.js';
import { type Listing, listingOf } from '../http/listing/listing.js';
import { type Wait } from '../http/prefer/preferred-wait.decorator.js';
import { type ShowCreations } from '../http/rate-limit-headers.js';
import { type Precondition } from '../http/record/if-match.decorator.js';
import { Stored } from '../http/record/record-body.js';
import { judgeTarget } from '../page-loader/target.js';
import { JobQueue } from '../queue/job-queue.repository.js';
import { type Device } from '../rendering/device.js';
import { RenderingAvailability } from '../rendering/rendering-availability.js';
import { domainOf } from '../websites/domain.js';
import { type Privacy } from '../websites/website.entity.js';
import { AuditReportJob } from './audit-report.job.js';
import { type ListReportsQuery } from './dto/list-reports.dto.js';
import { type StoreReportBody } from './dto/store-report.dto.js';
import { PendingAuditsRepository } from './pending-audits.repository.js';
import { QueueFull, RenderingUnavailable, TooManyCreations, TooManyWaiting } from './report-errors.js';
import { ReportDeleted, ReportNotFound } from './report-errors.js';
import { ageSeconds, isDone } from './report-progress.js';
import { RenderReportJob } from './render-report.job.js';
import { ReportWatch } from './report-watch.js';
import { type Report } from './report.entity.js';
import { type FullReport, ReportsRepository } from './reports.repository.js';

/** What a request to store a report brings beside its fields. */
export interface StoreOptions {
  readonly wait: Wait;
  readonly runOnce: RunOnce;
  readonly showCreations: ShowCreations;
}

interface AcceptedPage {
  readonly url: string;
  readonly target: URL;
  readonly render: RenderMode;
  readonly device: Device;
  readonly claim: Claim | null;
}

interface WaitForReport extends Wait {
  /** The report was accepted by this process just now. */
  readonly isNew?: boolean;
}

@Injectable()
export class ReportsService {
  private readonly logger = new Logger(ReportsService.name);

  constructor(
    private readonly reports: ReportsRepository,
    private readonly pending: PendingAuditsRepository,
    private readonly creations: CreationLimitRepository,
    private readonly queue: JobQueue,
    private readonly watch: ReportWatch,
    private readonly rendering: RenderingAvailability,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async list(accountId: number, query: ListReportsQuery): Promise<Listing<Report>> {
    return listingOf(query, accountId, (slice) => this.reports.listOf(accountId, query, slice));
  }

  /** A report, as soon as it is done or the wait is over.
   *  @throws ReportNotFound */
  async show(accountId: number, id: number, wait: WaitForReport = NO_WAIT): Promise<FullReport> {
    if (wait.ms > 0) {
      const isDone = async () => (await this.reports.statusOf(accountId, id)) !== 'queued';
      await this.watch.untilDone(id, { isNew: false, ...wait, isDone });
    }
    const report = await this.reports.find(accountId, id);
    if (!report) throw new ReportNotFound();
    return report;
  }

  /** Stores a report and waits for it, or finds one that is young enough.
   *  @throws ScopeMissing, ValidationFailed, TooManyCreations, TooManyWaiting, QueueFull, RequestInProgress,
   *  ReportDeleted */
  async store(caller: Caller, body: StoreReportBody, options: StoreOptions): Promise<Stored<FullReport>> {
    if (body.max_age > 0 && !caller.key.scopes.includes('reports:read'))
      throw new ScopeMissing('reports:read');
    return options.runOnce(body, (claim) =>
      claim?.recordId
        ? this.resume(caller.account.id, claim.recordId, options.wait)
        : this.storeNew(caller, body, { ...options, claim }),
    );
  }

  /** @throws ReportNotFound, PreconditionFailed */
  async delete(accountId: number, id: number, ifMatch: Precondition<FullReport>): Promise<void> {
    if (ifMatch) ifMatch(await this.show(accountId, id));
    if (!(await this.reports.delete(accountId, id))) throw new ReportNotFound();
  }

  private async storeNew(
    caller: Caller,
    { url, max_age, render = this.config.defaultRender, device = 'mobile' }: StoreReportBody,
    { wait, claim, showCreations }: StoreOptions & { claim: Claim | null },
  ): Promise<Stored<FullReport>> {
    const judged = judgeTarget(url, this.config);
    if ('fault' in judged) throw new ValidationFailed({ url: [`url ${judged.fault}.`] });
    const accountId = caller.account.id;
    const young =
      max_age > 0 ? await this.reports.newestOf(accountId, { url, render, device }, max_age) : null;
    if (young) return new Stored(await this.show(accountId, young.id), 'existing', young.ageSeconds);
    if (render === 'always' && !(await this.rendering.isAvailable())) throw new RenderingUnavailable();
    await this.limitCreations(caller.key.id, showCreations);
    await this.limitQueue(accountId);
    const accepted = await this.accept(accountId, { url, render, device, target: judged.url, claim });
    const report = await this.progressOf(accepted, wait);
    return new Stored(report, isDone(report) ? 'created' : 'accepted');
  }

  /** The report of an earlier request that was interrupted.
   *  @throws ReportDeleted */
  private async resume(accountId: number, id: number, wait: Wait): Promise<Stored<FullReport>> {
    const report = await this.stored(accountId, id, wait);
    return isDone(report)
      ? new Stored(report, 'existing', ageSeconds(report))
      : new Stored(report, 'accepted');
  }

  /** {@link show}, for the request that stored the report.
   *  @throws ReportDeleted */
  private async stored(accountId: number, id: number, wait: WaitForReport): Promise<FullReport> {
    try {
      return await this.show(accountId, id, wait);
    } catch (error) {
      throw error instanceof ReportNotFound ? new ReportDeleted() : error;
    }
  }

  private async accept(
    accountId: number,
    { url, render, device, target, claim }: AcceptedPage,
  ): Promise<FullReport> {
    const domain = domainOf(target.href, this.config.stripWww);
    const privacy = this.config.defaultPrivacy as Privacy;
    const renders = render === 'always';
    const report = {
      accountId,
      url,
      host: target.host,
      render,
      device,
      renders,
      website: { domain, privacy },
    };
    return this.reports.accept(report, async (manager, id) => {
      await claim?.take(manager, id);
      const place = id % this.config.accountConcurrency;
      await this.queue.add(renders ? RenderReportJob : AuditReportJob, {
        key: `${String(accountId)}:${String(place)}`,
        manager,
      });
    });
  }

  /** An accepted report as it is after the wait, or as it was accepted if that can't be read now. */
  private async progressOf(accepted: FullReport, wait: Wait): Promise<FullReport> {
    const { accountId, id } = accepted;
    try {
      return await this.stored(accountId, id, { ...wait, isNew: true });
    } catch (error) {
      if (error instanceof ReportDeleted) throw error;
      this.logger.warn({ err: error, report_id: id });
      return accepted;
    }
  }

  private async limitCreations(keyId: number, showCreations: ShowCreations): Promise<void> {
    const { createLimit } = this.config;
    if (createLimit === 0) return;
    const allowance = await this.creations.take(keyId, createLimit);
    showCreations(allowance);
    if (allowance.remaining < 0) throw new TooManyCreations(createLimit, allowance.secondsToReset);
  }

  private async limitQueue(accountId: number): Promise<void> {
    const limits = { own: this.config.accountQueueLimit, every: this.config.queueLimit };
    const waiting = await this.pending.countFor(accountId, limits);
    if (waiting.own >= limits.own) throw new TooManyWaiting(limits.own);
    if (waiting.every >= limits.every) throw new QueueFull();
  }
}

const NO_WAIT: Wait = { ms: 0, signal: new AbortController().signal };
