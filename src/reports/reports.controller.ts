import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { type Caller, CurrentCaller, NeedsScope } from '../auth/caller.js';
import {
  type Change,
  ChangeOf,
  Context,
  PreferredWait,
  RecordId,
  type RequestContext,
  type Wait,
} from '../platform/http/handler-parameters.js';
import { Idempotent } from '../platform/http/idempotency/idempotent.decorator.js';
import { GetListing } from '../platform/http/listing/export/export-format.js';
import {
  ApiDeleted,
  ApiFields,
  ApiIfNoneMatch,
  ApiListing,
  ApiProblem,
  ApiRecord,
  ApiStored,
} from '../platform/http/openapi/operations.js';
import { ApiDescribedTag } from '../platform/http/openapi/tags.js';
import { ListReportsQuery } from './dto/list-reports.dto.js';
import { StoreReportBody } from './dto/store-report.dto.js';
import { fullReportView, FullReportView, versionOf } from './views/full-report.view.js';
import { retryAfter } from './report-progress.js';
import { reportView, ReportView } from './views/report.view.js';
import { type FullReport } from './full-report.js';
import { ReportsService } from './reports.service.js';

const LISTED_REPORT = { schema: ReportView, view: reportView };
const REPORT = { schema: FullReportView, view: fullReportView, version: versionOf, retryAfter };

@ApiDescribedTag({ name: 'Reports', description: 'Audits of single pages.', place: 1 })
@Controller('api/v1/reports')
export class ReportsController {
  constructor(private readonly reports: ReportsService) {}

  @GetListing()
  @NeedsScope('reports:read')
  @ApiListing(LISTED_REPORT, { summary: 'List reports', operationId: 'listReports' })
  list(@CurrentCaller() caller: Caller, @Query() query: ListReportsQuery) {
    return this.reports.list(caller.account.id, query);
  }

  @Get(':id')
  @NeedsScope('reports:read')
  @ApiIfNoneMatch()
  @ApiRecord(REPORT, { summary: 'Show a report', operationId: 'showReport' })
  show(
    @CurrentCaller() caller: Caller,
    @RecordId('report') id: number,
    @PreferredWait({ byDefault: false }) wait: Wait,
  ) {
    return this.reports.show(caller.account.id, id, wait);
  }

  @Post()
  @NeedsScope('reports:write')
  @ApiFields(StoreReportBody, { url: 'https://example.com/' })
  @ApiProblem('not_found')
  @ApiStored(REPORT, {
    summary: 'Audit a page and store the report',
    description:
      'Loads the page, audits it and returns the report. A page that cannot be loaded gets a report, too: score 0, ' +
      'with the reason in error. An accepted report is never lost, even if the client disconnects.',
    operationId: 'storeReport',
    existing:
      'There is a report already: one that is young enough (see max_age), or the one that an interrupted request ' +
      'with the same Idempotency-Key stored.',
    accepted: 'Accepted. The report is not complete yet.',
  })
  @Idempotent()
  store(
    @CurrentCaller() caller: Caller,
    @Body() body: StoreReportBody,
    @PreferredWait({ byDefault: true }) wait: Wait,
    @Context() context: RequestContext,
  ) {
    return this.reports.store(caller, body, { ...context, wait });
  }

  @Delete(':id')
  @NeedsScope('reports:write')
  @ApiDeleted('report', { summary: 'Delete a report', operationId: 'deleteReport' })
  delete(
    @CurrentCaller() caller: Caller,
    @ChangeOf('report', REPORT) change: Change<FullReport>,
  ): Promise<void> {
    return this.reports.delete(caller.account.id, change);
  }
}
