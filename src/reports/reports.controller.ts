import { Body, Controller, Delete, Get, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Request, type Response } from 'express';
import { ScopeMissing } from '../auth/auth-errors.js';
import { NeedsScope } from '../auth/bearer.guard.js';
import { type Caller, CurrentCaller } from '../auth/caller.js';
import { CONFIG, type Config } from '../config/config.js';
import { baseUrlOf } from '../http/base-url.js';
import { answerRecord, requireMatch } from '../http/etag.js';
import { preferencesIn } from '../http/input/preferences.js';
import { NoParameters } from '../http/input/no-parameters.dto.js';
import { answerListing, type ListingAnswer } from '../http/listing/listing-view.js';
import {
  AnswersDeleted,
  AnswersListing,
  AnswersRecord,
  HeedsIdempotencyKey,
  MayBeGone,
  HeedsIfMatch,
  HeedsIfNoneMatch,
  OfOneRecord,
  TakesFields,
} from '../http/openapi/answers.js';
import { type DeletedView } from '../http/openapi/listing.view.js';
import { addCreations } from '../http/rate-limiter.js';
import { IdPipe } from '../http/rules/id.pipe.js';
import { ListReportsQuery } from './dto/list-reports.dto.js';
import { StoreReportBody } from './dto/store-report.dto.js';
import { fullReportView, FullReportView, versionOf } from './full-report.view.js';
import { reportView, ReportView } from './report.view.js';
import { type KeptAnswer } from './idempotency.repository.js';
import { IdempotencyService } from './idempotency.service.js';
import { type FullReport } from './reports.repository.js';
import { isDone, type Patience, ReportsService, type TakeKey } from './reports.service.js';
import {
  idempotentRequestOf,
  resumedAnswer,
  retryAfter,
  storeAnswer,
  waitApplied,
  waitMsOf,
} from './store-answer.js';

const PATH = 'api/v1/reports';

@ApiTags('Reports')
@Controller(PATH)
export class ReportsController {
  constructor(
    private readonly reports: ReportsService,
    private readonly idempotency: IdempotencyService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @NeedsScope('reports:read')
  @AnswersListing(ReportView, { summary: 'List reports', operationId: 'listReports' })
  async list(
    @CurrentCaller() caller: Caller,
    @Query() query: ListReportsQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ListingAnswer<ReportView>> {
    const url = `${baseUrlOf(request, this.config)}/${PATH}`;
    return answerListing(await this.reports.list(caller.account.id, query), reportView, {
      request,
      response,
      url,
    });
  }

  @Get(':id')
  @NeedsScope('reports:read')
  @OfOneRecord('report')
  @HeedsIfNoneMatch()
  @AnswersRecord(FullReportView, {
    summary: 'Show a report',
    operationId: 'showReport',
    prefer: '"wait=20" waits up to 20 s for a report that is not done.',
    headers: {
      'Retry-After': { description: 'Seconds after which to ask again; until done.', required: false },
    },
  })
  async show(
    @CurrentCaller() caller: Caller,
    @Param('id', IdPipe) id: number,
    @Query() _query: NoParameters,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ data: FullReportView }> {
    const { waitSeconds } = preferencesIn(request.headers.prefer);
    const preferences = { isStrict: false, isAsync: false, waitSeconds };
    const patience = {
      waitMs: waitSeconds === null ? 0 : waitMsOf(preferences, this.config.storeWaitSeconds),
      signal: departureOf(response),
    };
    const report = await this.reports.show(caller.account.id, id, patience);
    applied(response, waitApplied(preferences, this.config.storeWaitSeconds));
    if (!isDone(report)) response.setHeader('Retry-After', retryAfter(report));
    const view = fullReportView(report, baseUrlOf(request, this.config));
    return answerRecord(view, { request, response, version: versionOf(view) });
  }

  @Post()
  @NeedsScope('reports:write')
  @TakesFields(StoreReportBody, { url: 'https://example.com/' })
  @HeedsIdempotencyKey()
  @MayBeGone()
  @AnswersRecord(FullReportView, {
    status: 201,
    summary: 'Audit a page and store the report',
    description:
      'Loads the page, audits it and answers with the report. A page that can not be loaded gets a report too: ' +
      'score 0, with the reason in error. What is accepted is never lost, whether or not anybody waits for it.',
    operationId: 'storeReport',
    prefer: '"respond-async" answers (202) at once, "wait=10" waits up to 10 s for the report.',
    headers: {
      Location: { description: 'Address of the report.' },
      'Idempotent-Replayed': {
        required: false,
        description: '"true" where Idempotency-Key was used before.',
      },
    },
    others: [
      {
        status: 200,
        description:
          'There is a report already: one that is young enough, see max_age, or the one that an earlier request with ' +
          'the same Idempotency-Key made before it broke off.',
        headers: { Location: { description: 'Its address.' }, Age: { description: 'Its age in seconds.' } },
      },
      {
        status: 202,
        description: 'Accepted. The report is not done yet.',
        headers: {
          Location: { description: 'Where it will be.' },
          'Retry-After': { description: 'Seconds after which to ask for it.' },
        },
      },
    ],
  })
  async store(
    @CurrentCaller() caller: Caller,
    @Query() _query: NoParameters,
    @Body() body: StoreReportBody,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ data: FullReportView }> {
    if (body.max_age > 0 && !caller.key.scopes.includes('reports:read'))
      throw new ScopeMissing('reports:read');
    const idempotent = idempotentRequestOf(request, caller, body);
    const wish = { caller, body, patience: this.patienceOf(request, response) };
    const make = (take: TakeKey | null) => this.newAnswer({ ...wish, take }, request, response);
    const { answer, isReplayed } = idempotent
      ? await this.idempotency.answer(idempotent, wish.patience.signal, {
          first: (answering) => make({ request: idempotent, answering }),
          resumed: (id) => this.resumedAnswer({ ...wish, id }, request),
        })
      : { answer: await make(null), isReplayed: false };
    if (isReplayed) response.setHeader('Idempotent-Replayed', 'true');
    response.status(answer.status).set(answer.headers);
    const view = answer.body as FullReportView;
    return answerRecord(view, { request, response, version: versionOf(view) });
  }

  @Delete(':id')
  @NeedsScope('reports:write')
  @OfOneRecord('report')
  @HeedsIfMatch()
  @AnswersDeleted({ summary: 'Delete a report', operationId: 'deleteReport' })
  async delete(
    @CurrentCaller() caller: Caller,
    @Param('id', IdPipe) id: number,
    @Query() _query: NoParameters,
    @Req() request: Request,
  ): Promise<DeletedView> {
    const ifMatch = request.headers['if-match'];
    const confirm = (report: FullReport) => {
      requireMatch(ifMatch, versionOf(fullReportView(report, baseUrlOf(request, this.config))));
    };
    await this.reports.delete(caller.account.id, id, ifMatch === undefined ? null : confirm);
    return { id, object: 'report', deleted: true };
  }

  private async newAnswer(
    {
      caller,
      body,
      patience,
      take,
    }: { caller: Caller; body: StoreReportBody; patience: Patience; take: TakeKey | null },
    request: Request,
    response: Response,
  ): Promise<KeptAnswer> {
    const stored = await this.reports.store(caller, body, {
      take,
      patience,
      onCreation: (allowance) => {
        const first = {
          policy: response.get('RateLimit-Policy'),
          left: response.get('RateLimit'),
        };
        response.set(addCreations(allowance, first));
      },
    });
    applied(response, waitApplied(preferencesIn(request.headers.prefer), this.config.storeWaitSeconds));
    return storeAnswer(stored, this.addressesOf(request));
  }

  /** For a repeated request, whose first one broke off after its report was accepted.
   *  @throws ReportDeleted */
  private async resumedAnswer(
    { caller, patience, id }: { caller: Caller; patience: Patience; id: number },
    request: Request,
  ): Promise<KeptAnswer> {
    return resumedAnswer(await this.reports.made(caller.account.id, id, patience), this.addressesOf(request));
  }

  private patienceOf(request: Request, response: Response): Patience {
    const preferences = preferencesIn(request.headers.prefer);
    return { waitMs: waitMsOf(preferences, this.config.storeWaitSeconds), signal: departureOf(response) };
  }

  private addressesOf(request: Request): { base: string; address: string } {
    const base = baseUrlOf(request, this.config);
    return { base, address: `${base}/${PATH}` };
  }
}

/** Aborted when the client is gone. */
function departureOf(response: Response): AbortSignal {
  const departure = new AbortController();
  response.once('close', () => {
    departure.abort();
  });
  return departure.signal;
}

/** Adds to what Preference-Applied says already. */
function applied(response: Response, preference: string | null): void {
  if (preference === null) return;
  const before = response.get('Preference-Applied');
  response.setHeader('Preference-Applied', before === undefined ? preference : `${before}, ${preference}`);
}
