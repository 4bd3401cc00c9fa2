import { Get, Param, Post, Query, Req, Res, type StreamableFile, UseInterceptors } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { NeedsScope } from '../../auth/caller.js';
import { type Listing } from '../../platform/http/listing/listing.js';
import { OncePerForm } from '../forms/once.js';
import { IdPipe } from '../../platform/http/rules/ids.js';
import { ListReportsQuery } from '../../reports/dto/list-reports.dto.js';
import { StoreReportBody } from '../../reports/dto/store-report.dto.js';
import { RenderingUnavailable } from '../../reports/report-errors.js';
import { ReportsService } from '../../reports/reports.service.js';
import { ReportHistoryService } from '../../sharing/report-history.service.js';
import { reportView, ReportView } from '../../reports/views/report.view.js';
import { type Report } from '../../reports/report.entity.js';
import { isDone } from '../../reports/report-progress.js';
import { ConsoleController } from '../console-controller.decorator.js';
import { type Form, FormOf, valueOf } from '../forms/form.decorator.js';
import { type ListQuery, ListQueryOf } from '../forms/list-query.decorator.js';
import { listedBy } from '../forms/listed.js';
import { HomeService } from '../home/home.service.js';
import { may } from '../pages/console-page.js';
import { exported } from '../pages/exported.js';
import { consoleReportPage, deleteReportPage } from './report-page.js';
import { reportsPage } from './reports-page.js';
import { ProgressStreams } from '../progress/progress-streams.service.js';
import { ScoreResults } from '../../sharing/score-results.js';
import { type ConsoleVisit, Visit } from '../sessions/console-visit.js';

const EXPORT = exported({ schema: ReportView, view: reportView });

@ConsoleController('reports')
export class ConsoleReportsController {
  constructor(
    private readonly reports: ReportsService,
    private readonly histories: ReportHistoryService,
    private readonly home: HomeService,
    private readonly results: ScoreResults,
    private readonly streams: ProgressStreams,
  ) {}

  @Get()
  @NeedsScope('reports:read')
  async list(
    @Visit() visit: ConsoleVisit,
    @ListQueryOf(ListReportsQuery) list: ListQuery<ListReportsQuery>,
  ): Promise<string> {
    const { id } = visit.caller.account;
    return reportsPage(visit, await listedBy(list, (query) => this.reports.list(id, query)));
  }

  /** The list as a file, by the address of its screen. */
  @Get('reports.csv')
  @NeedsScope('reports:read')
  @UseInterceptors(EXPORT)
  export(@Visit() { caller }: ConsoleVisit, @Query() query: ListReportsQuery): Promise<Listing<Report>> {
    return this.reports.list(caller.account.id, query);
  }

  @Post()
  @NeedsScope('reports:write')
  @OncePerForm()
  async store(
    @Visit() visit: ConsoleVisit,
    @FormOf(StoreReportBody) form: Form<StoreReportBody>,
  ): Promise<string> {
    try {
      const wait = { ms: 0, signal: visit.context.repeatable.disconnection };
      const { record } = await this.reports.store(visit.caller, valueOf(form), { ...visit.context, wait });
      if (!may(visit, 'reports:read')) return visit.seeOther('/console', 'report-begun');
      return visit.seeOther(`/console/reports/${String(record.id)}`);
    } catch (error) {
      // The form has no field for it, so it would be refused again.
      const render = error instanceof RenderingUnavailable ? undefined : form.fields.render;
      return this.home.screen(visit, visit.refusalOf(error, { ...form.fields, render }));
    }
  }

  @Get(':id')
  @NeedsScope('reports:read')
  async show(@Visit() visit: ConsoleVisit, @Param('id', IdPipe) id: number): Promise<string> {
    const report = await this.reports.show(visit.caller.account.id, id);
    const past = await this.histories.of(report, '/console');
    return consoleReportPage(visit, { report, ...past, resultOf: this.results.of });
  }

  /** How far the report is, until it is done. */
  @Get(':id/progress')
  @NeedsScope('reports:read')
  progress(
    @Req() request: Request,
    @Param('id', IdPipe) id: number,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const read = async (accountId: number) => {
      const report = await this.reports.show(accountId, id);
      const text =
        report.status === 'queued' ? 'This report waits for its turn.' : 'The page is being audited.';
      return { fraction: null, text, isDone: isDone(report) };
    };
    return this.streams.of(request, response, { scope: 'reports:read', read });
  }

  @Get(':id/delete')
  @NeedsScope('reports:write', 'reports:read')
  async confirmDeletion(@Visit() visit: ConsoleVisit, @Param('id', IdPipe) id: number): Promise<string> {
    return deleteReportPage(visit, await this.reports.show(visit.caller.account.id, id));
  }

  @Post(':id/delete')
  @NeedsScope('reports:write', 'reports:read')
  async delete(@Visit() visit: ConsoleVisit, @Param('id', IdPipe) id: number): Promise<string> {
    await this.reports.delete(visit.caller.account.id, { id, ifMatch: null });
    return visit.seeOther(visit.listBefore('/console/reports'), 'report-deleted');
  }
}
