import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '../auth/actor.js';
import { type Caller, CurrentCaller, NeedsScope } from '../auth/caller.js';
import { CrawlView } from '../crawls/crawl.view.js';
import {
  type Change,
  ChangeOf,
  Context,
  RecordId,
  type RequestContext,
} from '../platform/http/handler-parameters.js';
import { Idempotent } from '../platform/http/idempotency/idempotent.decorator.js';
import {
  ApiAccepted,
  ApiDeleted,
  ApiIfNoneMatch,
  ApiJson,
  ApiListing,
  ApiNoFields,
  ApiProblem,
  ApiRecord,
  ApiStored,
} from '../platform/http/openapi/operations.js';
import { type Representation } from '../platform/http/record/record-body.js';
import { ReportView } from '../reports/views/report.view.js';
import { BudgetView } from './dto/budgets.js';
import { CreateMonitorBody } from './dto/create-monitor.dto.js';
import { ListMonitorsQuery } from './dto/list-monitors.dto.js';
import { UpdateMonitorBody } from './dto/update-monitor.dto.js';
import { type Monitor } from './monitor.entity.js';
import { type MonitorRun, monitorRunView, pathOfRun } from './monitor-run.view.js';
import { MonitorRuns } from './monitor-runs.service.js';
import { monitorView, MonitorView } from './monitor.view.js';
import { MonitorsService } from './monitors.service.js';

const MONITOR = { schema: MonitorView, view: monitorView };
const RUN: Representation<MonitorRun, ReportView | CrawlView> = {
  schema: ReportView,
  view: monitorRunView,
  path: pathOfRun,
};

@ApiTags('Monitors')
@ApiExtraModels(BudgetView)
@Controller('api/v1/monitors')
export class MonitorsController {
  constructor(
    private readonly monitors: MonitorsService,
    private readonly runs: MonitorRuns,
  ) {}

  @Get()
  @NeedsScope('monitors:read')
  @ApiListing(MONITOR, { summary: 'List monitors', operationId: 'listMonitors' })
  list(@CurrentCaller() { account }: Caller, @Query() query: ListMonitorsQuery) {
    return this.monitors.list(account.id, query);
  }

  @Get(':id')
  @NeedsScope('monitors:read')
  @ApiIfNoneMatch()
  @ApiRecord(MONITOR, { summary: 'Show a monitor', operationId: 'showMonitor' })
  show(@CurrentCaller() { account }: Caller, @RecordId('monitor') id: number) {
    return this.monitors.show(account.id, id);
  }

  @Post()
  @NeedsScope('monitors:write')
  @ApiJson(CreateMonitorBody)
  @ApiProblem('conflict')
  @ApiStored(MONITOR, {
    summary: 'Create a monitor',
    description:
      'Audits a page, or crawls a website, on a schedule and holds each report or crawl against budgets. The first run is the next one of the ' +
      'schedule; POST /api/v1/monitors/{id}/run runs it now.',
    operationId: 'storeMonitor',
    existing:
      'There was a monitor with the same url, schedule and kind. The fields that were sent have changed.',
  })
  @Idempotent()
  store(
    @CurrentActor() actor: Actor,
    @Body() body: CreateMonitorBody,
    @Context() { repeatable }: RequestContext,
  ) {
    return this.monitors.store(actor, body, repeatable);
  }

  @Patch(':id')
  @NeedsScope('monitors:write')
  @ApiJson(UpdateMonitorBody)
  @ApiProblem('conflict')
  @ApiRecord(MONITOR, {
    summary: 'Update a monitor',
    description:
      'Changes only the fields that are sent. A new url, render or device makes the state unknown, and new budgets have ' +
      'none of the old breaches.',
    operationId: 'updateMonitor',
  })
  update(
    @CurrentActor() actor: Actor,
    @ChangeOf('monitor', MONITOR) change: Change<Monitor>,
    @Body() body: UpdateMonitorBody,
  ) {
    return this.monitors.update(actor, change, body);
  }

  @Post(':id/run')
  @NeedsScope('monitors:write')
  @ApiNoFields()
  @ApiProblem('conflict')
  @ApiAccepted(
    RUN,
    {
      summary: 'Run a monitor now',
      description:
        'Responds with the queued report, or the crawl of a monitor of kind crawl. It counts like one of the schedule, ' +
        'and against the limits of the key.',
      operationId: 'runMonitor',
    },
    [CrawlView],
  )
  @Idempotent()
  run(@CurrentActor() actor: Actor, @RecordId('monitor') id: number, @Context() context: RequestContext) {
    return this.runs.run(actor, id, context);
  }

  @Delete(':id')
  @NeedsScope('monitors:write')
  @ApiDeleted('monitor', {
    summary: 'Delete a monitor',
    description: 'Its reports and crawls stay.',
    operationId: 'deleteMonitor',
  })
  delete(@CurrentActor() actor: Actor, @ChangeOf('monitor', MONITOR) change: Change<Monitor>): Promise<void> {
    return this.monitors.delete(actor, change);
  }
}
