import { Body, Controller, Delete, Get, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Request, type Response } from 'express';
import { NeedsScope } from '../auth/bearer.guard.js';
import { type Caller, CurrentCaller } from '../auth/caller.js';
import { CONFIG, type Config } from '../config/config.js';
import { baseUrlOf } from '../http/base-url.js';
import { requireMatch, tagAnswer } from '../http/etag.js';
import { NoParameters } from '../http/input/no-parameters.dto.js';
import { answerListing, type ListingAnswer } from '../http/listing/listing-view.js';
import {
  AnswersDeleted,
  AnswersListing,
  AnswersRecord,
  HeedsIfMatch,
  OfOneRecord,
  TakesFields,
} from '../http/openapi/answers.js';
import { type DeletedView } from '../http/openapi/listing.view.js';
import { IdPipe } from '../http/rules/id.pipe.js';
import { ListReportsQuery } from './dto/list-reports.dto.js';
import { StoreReportBody } from './dto/store-report.dto.js';
import { fullReportView, FullReportView } from './full-report.view.js';
import { reportView, ReportView } from './report.view.js';
import { type FullReport } from './reports.repository.js';
import { ReportsService } from './reports.service.js';

const PATH = 'api/v1/reports';

@ApiTags('Reports')
@Controller(PATH)
export class ReportsController {
  constructor(
    private readonly reports: ReportsService,
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
  @AnswersRecord(FullReportView, { summary: 'Show a report', operationId: 'showReport' })
  async show(
    @CurrentCaller() caller: Caller,
    @Param('id', IdPipe) id: number,
    @Query() _query: NoParameters,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ data: FullReportView }> {
    return this.answer(await this.reports.show(caller.account.id, id), request, response);
  }

  @Post()
  @NeedsScope('reports:write')
  @TakesFields(StoreReportBody)
  @AnswersRecord(FullReportView, {
    status: 201,
    summary: 'Audit a page and store the report',
    description:
      'Loads the page, audits it and answers with the report. A page that can not be loaded gets a report too: ' +
      'score 0, with the reason in error.',
    operationId: 'storeReport',
    headers: { Location: { description: 'Address of the report.' } },
  })
  async store(
    @CurrentCaller() caller: Caller,
    @Query() _query: NoParameters,
    @Body() body: StoreReportBody,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ data: FullReportView }> {
    const stored = await this.reports.store(caller.account.id, body.url);
    response.setHeader('Location', `${baseUrlOf(request, this.config)}/${PATH}/${String(stored.report.id)}`);
    return this.answer(stored, request, response);
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
      requireMatch(ifMatch, fullReportView(report, baseUrlOf(request, this.config)));
    };
    await this.reports.delete(caller.account.id, id, ifMatch === undefined ? null : confirm);
    return { id, object: 'report', deleted: true };
  }

  private answer(report: FullReport, request: Request, response: Response): { data: FullReportView } {
    const data = fullReportView(report, baseUrlOf(request, this.config));
    tagAnswer(data, { request, response });
    return { data };
  }
}
