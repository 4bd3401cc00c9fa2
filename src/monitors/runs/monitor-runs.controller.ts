import { Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '../../auth/actor.js';
import { NeedsScope } from '../../auth/caller.js';
import { CrawlView } from '../../crawls/crawl.view.js';
import { Context, RecordId, type RequestContext } from '../../platform/http/handler-parameters.js';
import { Idempotent } from '../../platform/http/idempotency/idempotent.decorator.js';
import { ApiAccepted, ApiNoFields, ApiProblem } from '../../platform/http/openapi/operations.js';
import { type Representation } from '../../platform/http/record/record-body.js';
import { ReportView } from '../../reports/views/report.view.js';
import { type MonitorRun, monitorRunView, pathOfRun } from './monitor-run.view.js';
import { MonitorRuns } from './monitor-runs.service.js';

const RUN: Representation<MonitorRun, ReportView | CrawlView> = {
  schema: ReportView,
  view: monitorRunView,
  // Shown by itself, a report has more than this.
  version: null,
  path: pathOfRun,
};

@ApiTags('Monitors')
@Controller('api/v1/monitors')
export class MonitorRunsController {
  constructor(private readonly runs: MonitorRuns) {}

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
        'and against the limits of the key. A monitor has one crawl at a time: while its last one is queued or running, ' +
        'the request is refused (409).',
      operationId: 'runMonitor',
    },
    [CrawlView],
  )
  @Idempotent()
  run(@CurrentActor() actor: Actor, @RecordId('monitor') id: number, @Context() context: RequestContext) {
    return this.runs.run(actor, id, context);
  }
}
