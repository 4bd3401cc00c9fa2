import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '../auth/actor.js';
import { type Caller, CurrentCaller, NeedsScope } from '../auth/caller.js';
import {
  type Change,
  ChangeOf,
  Context,
  RecordId,
  type RequestContext,
} from '../platform/http/handler-parameters.js';
import { Idempotent } from '../platform/http/idempotency/idempotent.decorator.js';
import {
  ApiDeleted,
  ApiIfNoneMatch,
  ApiJson,
  ApiListing,
  ApiProblem,
  ApiRecord,
  ApiStored,
} from '../platform/http/openapi/operations.js';
import { BudgetView } from './dto/budgets.js';
import { CreateMonitorBody } from './dto/create-monitor.dto.js';
import { ListMonitorsQuery } from './dto/list-monitors.dto.js';
import { UpdateMonitorBody } from './dto/update-monitor.dto.js';
import { type Monitor } from './monitor.entity.js';
import { monitorView, MonitorView } from './monitor.view.js';
import { MonitorsService } from './monitors.service.js';

const MONITOR = { schema: MonitorView, view: monitorView };

@ApiTags('Monitors')
@ApiExtraModels(BudgetView)
@Controller('api/v1/monitors')
export class MonitorsController {
  constructor(private readonly monitors: MonitorsService) {}

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
      'none of the old breaches. With a new url, the last report and crawl are null until the next run.',
    operationId: 'updateMonitor',
  })
  update(
    @CurrentActor() actor: Actor,
    @ChangeOf('monitor', MONITOR) change: Change<Monitor>,
    @Body() body: UpdateMonitorBody,
  ) {
    return this.monitors.update(actor, change, body);
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
