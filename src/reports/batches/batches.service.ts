import { Inject, Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { ScopeMissing } from '../../auth/auth-errors.js';
import { type Caller } from '../../auth/caller.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { Answered, Idempotency } from '../../platform/http/idempotency/idempotency.js';
import { type DomainError } from '../../platform/errors/domain-error.js';
import { type Fields } from '../../platform/http/input/input.js';
import { caught, validateFields } from '../../platform/http/input/validate-fields.js';
import { type RequestContext } from '../../platform/http/handler-parameters.js';
import { type Batch, type BatchItemView } from './batch.view.js';
import { type StoreBatchBody } from '../dto/store-batch.dto.js';
import { StoreReportBody } from '../dto/store-report.dto.js';
import { type ReportRow } from '../full-report.js';
import { type PageToAudit, ReportIntake } from '../report-intake.service.js';
import { RenderingUnavailable } from '../report-errors.js';
import { reportView } from '../views/report.view.js';
import { type BatchReport, ReportsRepository } from '../reports.repository.js';

type Outcome = Omit<BatchItemView, 'index'>;

/** An item: its outcome, or a page that is still to be stored. */
type Item = { readonly outcome: Outcome } | { readonly page: PageToAudit };

interface ItemContext extends Pick<RequestContext, 'warnings'> {
  /** Reports that an earlier request stored before it was interrupted. Each is taken out by its item. */
  readonly stored: BatchReport[];
}

/** A batch that is to be stored. */
interface Plan {
  readonly id: number;
  readonly items: readonly Item[];
  readonly admitted: readonly PageToAudit[];
  /** What becomes of the other pages; null: an interrupted request has not stored them. */
  readonly refused: Outcome | null;
}

/** Queries at the same time: a batch leaves connections to others. */
const QUERIES = 4;

const NOT_STORED: Outcome = {
  status: 429,
  errors: {
    limit: [
      'There is no report of this item: the request was interrupted before it was stored, or it was deleted since. Send the item again in another request.',
    ],
  },
};

/** Stores many reports at once. */
@Injectable()
export class BatchesService {
  constructor(
    private readonly intake: ReportIntake,
    private readonly reports: ReportsRepository,
    private readonly idempotency: Idempotency,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Stores a report for every item that is valid and within the limits; waits for no audit.
   *  @throws ScopeMissing, ValidationFailed, RequestInProgress */
  async store(caller: Caller, body: StoreBatchBody, context: RequestContext): Promise<Batch> {
    const accountId = caller.account.id;
    return this.idempotency.once<Batch, Plan>(context.repeatable, body, {
      again: async (id) => {
        const stored = await this.reports.ofBatch(accountId, id);
        const items = await this.read(caller, body, { ...context, stored });
        return batchOf(id, outcomesOf({ items, refused: null }, []));
      },
      before: async () => {
        const items = await this.read(caller, body, { ...context, stored: [] });
        const pages = pagesOf(items);
        const { count, refusal } = await this.intake.admit(caller, pages.length, context.showCreations);
        const id = await this.reports.nextBatchId();
        const plan = { id, items, admitted: pages.slice(0, count), refused: refusal && refusedBy(refusal) };
        if (count > 0) return plan;
        const outcomes = outcomesOf(plan, []);
        const isRefused = outcomes.some(({ status }) => status === 429);
        return new Answered(batchOf(id, outcomes), !isRefused);
      },
      create: async (tx, plan) => {
        const origin = { keyId: caller.key.id, batchId: plan.id };
        const reports = await this.intake.accept(tx, accountId, plan.admitted, origin);
        return { id: plan.id, result: batchOf(plan.id, outcomesOf(plan, reports)) };
      },
    });
  }

  /** Judges all items that are within the limit of requests, and reads the recent reports that serve some of them. */
  private async read(
    caller: Caller,
    { items }: StoreBatchBody,
    { countRequests, ...context }: Pick<RequestContext, 'countRequests'> & ItemContext,
  ): Promise<Item[]> {
    const { count, refusal } = await countRequests(items.length - 1);
    const inTurn = pLimit(QUERIES);
    const isResumed = context.stored.length > 0;
    return inTurn.map(items, async (fields, index) =>
      refusal && index > count && !isResumed
        ? { outcome: refusedBy(refusal) }
        : this.itemOf(caller, fields, index, context),
    );
  }

  /** @throws ScopeMissing */
  private async itemOf(
    caller: Caller,
    fields: Fields,
    index: number,
    { warnings, stored }: ItemContext,
  ): Promise<Item> {
    const place = `items[${String(index)}]`;
    const validated = await validateFields(StoreReportBody, fields, {
      place,
      warnings,
      config: this.config,
    });
    if ('errors' in validated) return { outcome: { status: 422, errors: validated.errors } };
    const { max_age: maxAge } = validated.value;
    if (maxAge > 0 && !caller.key.scopes.includes('reports:read')) throw new ScopeMissing('reports:read');
    const judged = await caught(() => this.intake.pageOf(validated.value));
    if ('errors' in judged) return { outcome: { status: 422, errors: judged.errors } };
    const page = judged.value;
    const own = takenOut(stored, page);
    if (own) return { outcome: { status: 202, report: reportView(own) } };
    const young = await this.intake.youngReport(caller.account.id, page, maxAge);
    if (young) return { outcome: { status: 200, report: reportView(young.report) } };
    const refusal = await this.intake.requireRendering(page).catch((error: unknown) => error);
    if (refusal instanceof RenderingUnavailable)
      return { outcome: { status: 422, errors: { render: [refusal.message] } } };
    if (refusal instanceof Error) throw refusal;
    return { page };
  }
}

/** Takes the first report of a page out that was made in the same way. Of failed reports it is not known how they were. */
function takenOut(stored: BatchReport[], page: PageToAudit): ReportRow | undefined {
  const ofPage = stored.filter(({ url }) => url === page.url);
  const own =
    ofPage.find(
      ({ made }) =>
        made !== null &&
        made.render === page.render &&
        made.device === page.device &&
        made.runs === page.runs,
    ) ?? ofPage.find(({ made }) => made === null);
  if (own) stored.splice(stored.indexOf(own), 1);
  return own;
}

function pagesOf(items: readonly Item[]): PageToAudit[] {
  return items.flatMap((item) => ('page' in item ? [item.page] : []));
}

/** The outcome of each item.
 *  @param reports of the pages that were admitted, in order */
function outcomesOf(
  { items, refused }: Pick<Plan, 'items' | 'refused'>,
  reports: readonly ReportRow[],
): Outcome[] {
  const stored = [...reports];
  return items.map((item) => {
    if ('outcome' in item) return item.outcome;
    const report = stored.shift();
    return report ? { status: 202, report: reportView(report) } : (refused ?? NOT_STORED);
  });
}

function refusedBy({ message, retryAfterS }: DomainError): Outcome {
  return { status: 429, errors: { limit: [message] }, retry_after: retryAfterS ?? undefined };
}

function batchOf(id: number, outcomes: readonly Outcome[]): Batch {
  return { id, items: outcomes.map((outcome, index) => ({ index, ...outcome })) };
}
