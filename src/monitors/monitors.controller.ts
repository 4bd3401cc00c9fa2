import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '../auth/actor.js';
import { NeedsScope } from '../auth/bearer.guard.js';
import { type Caller, CurrentCaller } from '../auth/caller.js';
import { Idempotent, Repeatable } from '../platform/http/idempotency/idempotent.decorator.js';
import { type RepeatableRequest } from '../platform/http/idempotency/repeatable-request.js';
import { type Listing } from '../platform/http/listing/listing.js';
import {
  ApiAccepted,
  ApiDeleted,
  ApiIfNoneMatch,
  ApiJson,
  ApiListing,
  ApiNoFields,
  ApiRecord,
  ApiStored,
} from '../platform/http/openapi/operations.js';
import { ApiProblem } from '../platform/http/openapi/responses.js';
import { Context, type RequestContext } from '../platform/http/request-context.js';
import { IfMatch, type Precondition } from '../platform/http/record/if-match.decorator.js';
import { type Stored } from '../platform/http/record/stored.js';
import { RecordId } from '../platform/http/record/record-id.decorator.js';
import { reportView, ReportView } from '../reports/views/report.view.js';
import { type FullReport } from '../reports/full-report.js';
import { BudgetView } from './dto/budgets.js';
import { CreateMonitorBody } from './dto/create-monitor.dto.js';
import { ListMonitorsQuery } from './dto/list-monitors.dto.js';
import { UpdateMonitorBody } from './dto/update-monitor.dto.js';
import { type Monitor } from './monitor.entity.js';
import { monitorView, MonitorView } from './monitor.view.js';
import { MonitorsService } from './monitors.service.js';

const MONITOR = { schema: MonitorView, view: monitorView };
const REPORT = { schema: ReportView, view: reportView, path: '/api/v1/reports' };

@ApiTags('Monitors')
@ApiExtraModels(BudgetView)
@Controller('api/v1/monitors')
export class MonitorsController {
  constructor(private readonly monitors: MonitorsService) {}

  @Get()
  @NeedsScope('monitors:read')
  @ApiListing(MONITOR, { summary: 'List monitors', operationId: 'listMonitors' })
  list(@CurrentCaller() { account }: Caller, @Query() query: ListMonitorsQuery): Promise<Listing<Monitor>> {
    return this.monitors.list(account.id, query);
  }

  @Get(':id')
  @NeedsScope('monitors:read')
  @ApiIfNoneMatch()
  @ApiRecord(MONITOR, { summary: 'Show a monitor', operationId: 'showMonitor' })
  show(@CurrentCaller() { account }: Caller, @RecordId('monitor') id: number): Promise<Monitor> {
    return this.monitors.show(account.id, id);
  }

  @Post()
  @NeedsScope('monitors:write')
  @ApiJson(CreateMonitorBody)
  @ApiProblem('conflict')
  @ApiStored(MONITOR, {
    summary: 'Create a monitor',
    description:
      'Audits a page on a schedule and holds each report against budgets. The first run is the next one of the ' +
      'schedule; POST /api/v1/monitors/{id}/run runs it now.',
    operationId: 'storeMonitor',
    existing: 'There was a monitor with the same url and schedule. The fields that were sent have changed.',
  })
  @Idempotent()
  store(
    @CurrentActor() actor: Actor,
    @Body() body: CreateMonitorBody,
    @Repeatable() request: RepeatableRequest,
  ): Promise<Stored<Monitor>> {
    return this.monitors.store(actor, body, request);
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
    @RecordId('monitor') id: number,
    @Body() body: UpdateMonitorBody,
    @IfMatch(MONITOR) ifMatch: Precondition<Monitor>,
  ): Promise<Monitor> {
    return this.monitors.update(actor, id, { body, ifMatch });
  }

  @Post(':id/run')
  @NeedsScope('monitors:write')
  @ApiNoFields()
  @ApiAccepted(REPORT, {
    summary: 'Run a monitor now',
    description: 'The report counts like one of the schedule, and against the limits of the key.',
    operationId: 'runMonitor',
  })
  @Idempotent()
  run(
    @CurrentActor() actor: Actor,
    @RecordId('monitor') id: number,
    @Context() context: RequestContext,
  ): Promise<Stored<FullReport>> {
    return this.monitors.run(actor, id, context);
  }

  @Delete(':id')
  @NeedsScope('monitors:write')
  @ApiDeleted('monitor', {
    summary: 'Delete a monitor',
    description: 'Its reports stay.',
    operationId: 'deleteMonitor',
  })
  delete(
    @CurrentActor() actor: Actor,
    @RecordId('monitor') id: number,
    @IfMatch(MONITOR) ifMatch: Precondition<Monitor>,
  ): Promise<void> {
    return this.monitors.delete(actor, id, ifMatch);
  }
}
