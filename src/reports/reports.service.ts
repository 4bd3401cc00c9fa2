import { Injectable, Logger } from '@nestjs/common';
import { ScopeMissing } from '../auth/auth-errors.js';
import { type Caller } from '../auth/caller.js';
import { Database, type Transaction } from '../platform/database/database.js';
import { Answered, Idempotency } from '../platform/http/idempotency/idempotency.js';
import { type Listing, listingOf } from '../platform/http/listing/listing.js';
import { type RecordToChange, type RequestContext, type Wait } from '../platform/http/handler-parameters.js';
import { Stored } from '../platform/http/record/stored.js';
import { type ListReportsQuery } from './dto/list-reports.dto.js';
import { Precedence } from './audits/precedence.js';
import { type StoreReportBody } from './dto/store-report.dto.js';
import { ReportDeleted, ReportNotFound } from './report-errors.js';
import { ReportDeletions } from './report-deletions.js';
import { ageSeconds, isDone } from './report-progress.js';
import { type PageToAudit, ReportIntake } from './report-intake.service.js';
import { ReportWatch } from './report-watch.js';
import { type Report } from './report.entity.js';
import { type FullReport } from './full-report.js';
import { ReportsRepository } from './reports.repository.js';

/** What a request to store a report brings besides its fields. */
interface StoreOptions extends Pick<RequestContext, 'repeatable' | 'showCreations'> {
  readonly wait: Wait;
}

interface WaitForReport extends Wait {
  /** The report was accepted by this process just now. */
  readonly isNew?: boolean;
}

@Injectable()
export class ReportsService {
  private readonly logger = new Logger(ReportsService.name);

  constructor(
    private readonly database: Database,
    private readonly reports: ReportsRepository,
    private readonly deletions: ReportDeletions,
    private readonly intake: ReportIntake,
    private readonly watch: ReportWatch,
    private readonly idempotency: Idempotency,
    private readonly precedence: Precedence,
  ) {}

  async list(accountId: number, query: ListReportsQuery): Promise<Listing<Report>> {
    return listingOf(query, accountId, (slice) => this.reports.listOf(accountId, query, slice));
  }

  /** A report, as soon as it is done or the wait is over.
   *  @throws ReportNotFound */
  async show(accountId: number, id: number, wait: WaitForReport = NO_WAIT): Promise<FullReport> {
    await this.untilDone(accountId, id, wait);
    const report = await this.reports.find(accountId, id);
    if (!report) throw new ReportNotFound();
    return report;
  }

  /** Stores a report and waits for it, or finds one that is young enough.
   *  @throws ScopeMissing, ValidationFailed, TooManyRequests, TooManyWaiting, QueueFull, RequestInProgress,
   *  ReportDeleted */
  async store(caller: Caller, body: StoreReportBody, options: StoreOptions): Promise<Stored<FullReport>> {
    return this.precedence.request(caller.account.id, this.storeAndWait(caller, body, options));
  }

  /** @throws ReportNotFound, PreconditionFailed */
  async delete(accountId: number, { id, ifMatch }: RecordToChange<FullReport>): Promise<void> {
    await this.database.transaction(async (tx) => {
      if (ifMatch) await this.hold(tx, { accountId, id, ifMatch });
      if (!(await this.reports.delete(tx, accountId, id))) throw new ReportNotFound();
      await this.deletions.publish(tx, { accountId, reportId: id });
    });
  }

  /** @throws ReportNotFound, PreconditionFailed */
  private async hold(
    tx: Transaction,
    { accountId, id, ifMatch }: RecordToChange<FullReport> & { readonly accountId: number },
  ): Promise<void> {
    await this.reports.lock(tx, accountId, id);
    const report = await this.reports.find(accountId, id, tx);
    if (!report) throw new ReportNotFound();
    ifMatch?.(report);
  }

  private async storeAndWait(
    caller: Caller,
    body: StoreReportBody,
    { wait, repeatable, showCreations }: StoreOptions,
  ): Promise<Stored<FullReport>> {
    if (body.max_age > 0 && !caller.key.scopes.includes('reports:read'))
      throw new ScopeMissing('reports:read');
    const accountId = caller.account.id;
    const outcome = await this.idempotency.once<Stored<FullReport> | { accepted: FullReport }, PageToAudit>(
      repeatable,
      body,
      {
        again: (id) => this.resume(accountId, id, wait),
        before: async () => {
          const page = this.intake.pageOf(body);
          const young = await this.intake.youngReport(accountId, page, body.max_age);
          if (young) {
            const report = await this.show(accountId, young.report.id);
            return new Answered(new Stored(report, 'existing', young.ageSeconds), true);
          }
          await this.intake.requireRendering(page);
          await this.intake.requireRoom(caller, showCreations);
          return page;
        },
        create: async (tx, page) => {
          const origin = { keyId: caller.key.id, batchId: null };
          const [accepted] = await this.intake.accept(tx, accountId, [page], origin);
          if (!accepted) throw new Error('The report was not returned');
          return { id: accepted.id, result: { accepted } };
        },
      },
    );
    if (outcome instanceof Stored) return outcome;
    const report = await this.progressOf(outcome.accepted, wait);
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
    await this.untilDone(accountId, id, wait);
    return this.intake.acceptedReport(accountId, id);
  }

  private async untilDone(accountId: number, id: number, wait: WaitForReport): Promise<void> {
    if (wait.ms === 0) return;
    const isDone = async () => (await this.reports.statusOf(accountId, id)) !== 'queued';
    await this.watch.untilDone(id, { isNew: false, ...wait, isDone });
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
}

const NO_WAIT: Wait = { ms: 0, signal: new AbortController().signal };
