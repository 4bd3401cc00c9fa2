import { Inject, Injectable, Logger } from '@nestjs/common';
import { type Caller } from '../auth/caller.js';
import { CreationLimitRepository } from '../auth/creation-limit.repository.js';
import { CONFIG, type Config } from '../config/config.js';
import { ValidationFailed } from '../http/http-errors.js';
import { cursorsOf, sliceOf } from '../http/listing/listing.js';
import { type ListingParts } from '../http/listing/listing-view.js';
import { type Allowance } from '../http/rate-limiter.js';
import { judgeTarget } from '../page-loader/target.js';
import { JobQueue } from '../queue/job-queue.repository.js';
import { domainOf } from '../websites/domain.js';
import { type Privacy } from '../websites/website.entity.js';
import { AUDIT_JOB } from './audit-job-name.js';
import { type ListReportsQuery } from './dto/list-reports.dto.js';
import { type StoreReportBody } from './dto/store-report.dto.js';
import { type IdempotentRequest, IdempotencyRepository } from './idempotency.repository.js';
import { PendingAuditsRepository } from './pending-audits.repository.js';
import { QueueFull, TooManyCreations, TooManyWaiting } from './report-errors.js';
import { ReportDeleted, ReportNotFound } from './report-errors.js';
import { ReportWatch } from './report-watch.js';
import { type Report } from './report.entity.js';
import { type FullReport, ReportsRepository } from './reports.repository.js';

/** How long a request waits for a report that is not done. */
export interface Patience {
  readonly waitMs: number;
  /** Aborted when nobody waits any more. */
  readonly signal: AbortSignal;
}

/** What a wish for a report came to. */
export interface StoredReport {
  readonly report: FullReport;
  /** Seconds since an older report was made that serves the wish; null: this one is new. */
  readonly ageSeconds: number | null;
}

/** What a request with an Idempotency-Key stores with its report. */
export interface TakeKey {
  readonly request: IdempotentRequest;
  /** Held for as long as the request is being answered. */
  readonly answering: string;
}

@Injectable()
export class ReportsService {
  private readonly logger = new Logger(ReportsService.name);

  constructor(
    private readonly reports: ReportsRepository,
    private readonly pending: PendingAuditsRepository,
    private readonly idempotency: IdempotencyRepository,
    private readonly creations: CreationLimitRepository,
    private readonly queue: JobQueue,
    private readonly watch: ReportWatch,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async list(accountId: number, query: ListReportsQuery): Promise<ListingParts<Report>> {
    const filters = {
      sortBy: query.sort_by,
      search: query.search ?? null,
      websiteId: query.website_id ?? null,
      result: query.result ?? null,
    };
    const scope = [
      accountId,
      'reports',
      query.sort_by,
      query.sort,
      filters.search,
      filters.websiteId,
      filters.result,
    ];
    const slice = sliceOf(query, scope);
    const result = await this.reports.listOf(accountId, filters, slice);
    return { slice, result, cursors: cursorsOf(slice, result, scope) };
  }

  /** A report, as soon as it is done or patience is over.
   *  @throws ReportNotFound */
  async show(accountId: number, id: number, { waitMs, signal }: Patience = NO_PATIENCE): Promise<FullReport> {
    let found = await this.found(accountId, id);
    if (isDone(found) || waitMs === 0) return found;
    const look = async () => isDone((found = await this.found(accountId, id)));
    await this.watch.untilDone(id, { ms: waitMs, signal, isDone: look });
    return found;
  }

  /** {@link show} for whoever had the report made.
   *  @throws ReportDeleted */
  async made(accountId: number, id: number, patience?: Patience): Promise<FullReport> {
    try {
      return await this.show(accountId, id, patience);
    } catch (error) {
      throw error instanceof ReportNotFound ? new ReportDeleted() : error;
    }
  }

  /** Accepts a report and waits for it; or finds one that is young enough.
   *  @param take is called in the transaction that makes the report
   *  @param onCreation gets what is left of the limit
   *  @throws ValidationFailed, TooManyCreations, TooManyWaiting, QueueFull, RequestInProgress, ReportDeleted */
  async store(
    caller: Caller,
    { url, max_age }: StoreReportBody,
    {
      patience,
      take,
      onCreation,
    }: {
      patience: Patience;
      take: TakeKey | null;
      onCreation: (allowance: Allowance) => void;
    },
  ): Promise<StoredReport> {
    const judged = judgeTarget(url, this.config);
    if ('fault' in judged) throw new ValidationFailed({ url: [`url ${judged.fault}.`] });
    const accountId = caller.account.id;
    const young = max_age > 0 ? await this.reports.newestOf(accountId, url, max_age) : null;
    if (young) return { report: await this.show(accountId, young.id), ageSeconds: young.ageSeconds };
    await this.limitCreations(caller.key.id, onCreation);
    await this.limitQueue(accountId);
    const accepted = await this.accept(accountId, { url, target: judged.url, take });
    return { report: await this.progressOf(accepted, patience), ageSeconds: null };
  }

  /** @param confirm is called with the report before it goes, and may throw
   *  @throws ReportNotFound */
  async delete(accountId: number, id: number, confirm: ((report: FullReport) => void) | null): Promise<void> {
    if (confirm) confirm(await this.show(accountId, id));
    if (!(await this.reports.delete(accountId, id))) throw new ReportNotFound();
  }

  private async found(accountId: number, id: number): Promise<FullReport> {
    const report = await this.reports.ofAccount(accountId, id);
    if (!report) throw new ReportNotFound();
    return report;
  }

  private async accept(
    accountId: number,
    { url, target, take }: { url: string; target: URL; take: TakeKey | null },
  ): Promise<FullReport> {
    const domain = domainOf(target.href, this.config.stripWww);
    const privacy = this.config.defaultPrivacy as Privacy;
    const report = { accountId, url, host: target.host, website: { domain, privacy } };
    return this.reports.accept(report, async (manager, id) => {
      if (take) {
        const { request, answering } = take;
        await this.idempotency.take(manager, request, { reportId: id, answering });
      }
      const place = id % this.config.accountConcurrency;
      await this.queue.add(AUDIT_JOB, `audit:${String(accountId)}:${String(place)}`, manager);
    });
  }

  /** An accepted report as far as it has come, or as it was accepted where nothing can be learned of it now. */
  private async progressOf(accepted: FullReport, patience: Patience): Promise<FullReport> {
    const { account_id, id } = accepted.report;
    try {
      return await this.made(account_id, id, patience);
    } catch (error) {
      if (error instanceof ReportDeleted) throw error;
      this.logger.warn({ err: error, report_id: id });
      return accepted;
    }
  }

  private async limitCreations(keyId: number, onCreation: (allowance: Allowance) => void): Promise<void> {
    const { createLimit } = this.config;
    if (createLimit === 0) return;
    const allowance = await this.creations.take(keyId, createLimit);
    onCreation(allowance);
    if (allowance.remaining < 0) throw new TooManyCreations(createLimit, allowance.secondsToReset);
  }

  private async limitQueue(accountId: number): Promise<void> {
    const limits = { own: this.config.accountQueueLimit, every: this.config.queueLimit };
    const waiting = await this.pending.countFor(accountId, limits);
    if (waiting.own >= limits.own) throw new TooManyWaiting(limits.own);
    if (waiting.every >= limits.every) throw new QueueFull();
  }
}

const NO_PATIENCE: Patience = { waitMs: 0, signal: new AbortController().signal };

export function isDone({ report }: FullReport): boolean {
  return report.status === 'completed' || report.status === 'failed';
}
