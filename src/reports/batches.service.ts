import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { ScopeMissing } from '../auth/auth-errors.js';
import { type Caller } from '../auth/caller.js';
import { type Claim, type RunOnce } from '../http/idempotency/run-once.js';
import { type Fields } from '../http/input/input.js';
import { caught, validateFields } from '../http/input/validate-fields.js';
import { type Warnings } from '../http/input/warnings.js';
import { type CountRequests, type ShowCreations } from '../http/rate-limit-headers.js';
import { AcceptedReportsRepository } from './accepted-reports.repository.js';
import { type Batch, type BatchItemView } from './batch.view.js';
import { type StoreBatchBody } from './dto/store-batch.dto.js';
import { StoreReportBody } from './dto/store-report.dto.js';
import { type Page, ReportIntake } from './report-intake.service.js';
import { RenderingUnavailable } from './report-errors.js';
import { reportView } from './report.view.js';
import { ReportsRepository } from './reports.repository.js';

interface StoreBatchOptions {
  readonly runOnce: RunOnce;
  readonly warnings: Warnings;
  readonly countRequests: CountRequests;
  readonly showCreations: ShowCreations;
}

type Outcome = Omit<BatchItemView, 'index'>;

/** An item: its outcome, a recent report, or a page that is still to be stored. */
type Item = { readonly outcome: Outcome } | { readonly page: Page; readonly youngId?: number };

/** An item whose report was read. */
type ReadItem = { readonly outcome: Outcome } | { readonly page: Page };

/** Queries at the same time: a batch leaves connections to others. */
const QUERIES = 4;

const NOT_STORED = 'The request was interrupted before this report was stored. Send the item again.';

/** Stores many reports at once. */
@Injectable()
export class BatchesService {
  constructor(
    private readonly intake: ReportIntake,
    private readonly accepted: AcceptedReportsRepository,
    private readonly reports: ReportsRepository,
  ) {}

  /** Stores a report for every item that is valid and within the limits; waits for no audit.
   *  @throws ScopeMissing, ValidationFailed, RequestInProgress */
  async store(
    caller: Caller,
    body: StoreBatchBody,
    { runOnce, warnings, countRequests, showCreations }: StoreBatchOptions,
  ): Promise<Batch> {
    return runOnce(body, async (claim) => {
      const { count, refusal } = await countRequests(body.items.length - 1);
      const inTurn = pLimit(QUERIES);
      const found = await Promise.all(
        body.items.map((fields, index) =>
          inTurn(async (): Promise<Item> => {
            if (refusal && index > count)
              return { outcome: { status: 429, errors: { limit: [refusal.message] } } };
            return this.itemOf(caller, fields, { index, warnings });
          }),
        ),
      );
      const items = await this.withReports(caller.account.id, found);
      const outcomes = claim?.recordId
        ? await this.resumed(caller.account.id, items, claim.recordId)
        : await this.stored(caller, items, { claim, showCreations });
      return { id: outcomes.batchId, items: outcomes.list.map((outcome, index) => ({ index, ...outcome })) };
    });
  }

  /** @throws ScopeMissing */
  private async itemOf(
    caller: Caller,
    fields: Fields,
    { index, warnings }: { index: number; warnings: Warnings },
  ): Promise<Item> {
    const place = `items[${String(index)}]`;
    const validated = await validateFields(StoreReportBody, fields, { place, warnings });
    if ('errors' in validated) return { outcome: { status: 422, errors: validated.errors } };
    const { max_age: maxAge } = validated.value;
    if (maxAge > 0 && !caller.key.scopes.includes('reports:read')) throw new ScopeMissing('reports:read');
    const judged = await caught(() => this.intake.pageOf(validated.value));
    if ('errors' in judged) return { outcome: { status: 422, errors: judged.errors } };
    const page = judged.value;
    const young = await this.intake.youngReport(caller.account.id, page, maxAge);
    if (young) return { page, youngId: young.id };
    const refusal = await this.intake.requireRendering(page).catch((error: unknown) => error);
    if (refusal instanceof RenderingUnavailable)
      return { outcome: { status: 422, errors: { render: [refusal.message] } } };
    if (refusal instanceof Error) throw refusal;
    return { page };
  }

  /** Reads the recent reports, without their details. */
  private async withReports(accountId: number, items: readonly Item[]): Promise<ReadItem[]> {
    const ids = items.flatMap((item) => ('page' in item && item.youngId ? [item.youngId] : []));
    const rows = await this.reports.rowsOf(accountId, ids);
    const reports = new Map(rows.map((report) => [report.id, report]));
    return items.map((item): ReadItem => {
      const report = 'page' in item ? reports.get(item.youngId ?? 0) : undefined;
      return report ? { outcome: { status: 200, report: reportView(report) } } : item;
    });
  }

  private async stored(
    caller: Caller,
    items: readonly ReadItem[],
    { claim, showCreations }: { claim: Claim | null; showCreations: ShowCreations },
  ): Promise<{ batchId: number; list: Outcome[] }> {
    const pages = items.flatMap((item) => ('page' in item ? [item.page] : []));
    const admission = await this.intake.admit(caller, pages.length, showCreations);
    const batchId = await this.accepted.nextBatchId();
    const take: Claim['take'] = async (manager) => claim?.take(manager, batchId);
    const admitted = pages.slice(0, admission.count);
    const { account, key } = caller;
    const reports =
      admitted.length === 0
        ? []
        : await this.intake.accept(account.id, admitted, { keyId: key.id, batchId, take });
    const errors = { limit: [admission.refusal?.message ?? ''] };
    return {
      batchId,
      list: items.map((item) => {
        if ('outcome' in item) return item.outcome;
        const report = reports.shift();
        return report ? { status: 202, report: reportView(report) } : { status: 429, errors };
      }),
    };
  }

  /** What an earlier request stored before it was interrupted. */
  private async resumed(
    accountId: number,
    items: readonly ReadItem[],
    batchId: number,
  ): Promise<{ batchId: number; list: Outcome[] }> {
    const reports = await this.reports.ofBatch(accountId, batchId);
    return {
      batchId,
      list: items.map((item) => {
        if ('outcome' in item) return item.outcome;
        const report = reports[0]?.url === item.page.url ? reports.shift() : undefined;
        return report
          ? { status: 202, report: reportView(report) }
          : { status: 429, errors: { limit: [NOT_STORED] } };
      }),
    };
  }
}
