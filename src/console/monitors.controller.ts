import { Get, Param, Post, Res } from '@nestjs/common';
import { type Response } from 'express';
import { type Actor, CurrentActor } from '../auth/actor.js';
import { NeedsScope } from '../auth/needed-scope.js';
import { CreateMonitorBody } from '../monitors/dto/create-monitor.dto.js';
import { ListMonitorsQuery } from '../monitors/dto/list-monitors.dto.js';
import { MonitorRuns } from '../monitors/monitor-runs.service.js';
import { MonitorsService } from '../monitors/monitors.service.js';
import { Idempotent } from '../platform/http/idempotency/idempotent.decorator.js';
import { Context, type RequestContext } from '../platform/http/request-context.js';
import { IdPipe } from '../platform/http/rules/id.pipe.js';
import { html } from '../platform/pages/html.js';
import { scrapedAddress } from '../sharing/scraped.js';
import { ConsoleController } from './console-controller.decorator.js';
import { seeOther } from './forms/answers.js';
import { type Form, FormOf, valueOf } from './forms/form.decorator.js';
import { type ListQuery, ListQueryOf } from './forms/list-query.decorator.js';
import { type Refusal, refusalOf } from './forms/refusal.js';
import { confirmPage } from './pages/confirm-page.js';
import { monitorPage, monitorsPage } from './pages/monitors-page.js';
import { type ConsoleVisit, Visit } from './sessions/console-visit.js';

const PATH = '/console/monitors';
const EVERYTHING = { query: new ListMonitorsQuery(), faults: [] };

@ConsoleController('monitors')
export class ConsoleMonitorsController {
  constructor(
    private readonly monitors: MonitorsService,
    private readonly runs: MonitorRuns,
  ) {}

  @Get()
  @NeedsScope('monitors:read')
  async list(
    @Visit() visit: ConsoleVisit,
    @ListQueryOf(ListMonitorsQuery) list: ListQuery<ListMonitorsQuery>,
  ): Promise<string> {
    return this.screenOf(visit, list, null);
  }

  @Post()
  @NeedsScope('monitors:write', 'monitors:read')
  @Idempotent()
  async store(
    @CurrentActor() actor: Actor,
    @Visit() visit: ConsoleVisit,
    @FormOf(CreateMonitorBody) form: Form<CreateMonitorBody>,
    @Context() { repeatable }: RequestContext,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    try {
      const { record } = await this.monitors.store(actor, valueOf(form), repeatable);
      return seeOther(response, `${PATH}/${String(record.id)}`, 'monitor-created');
    } catch (error) {
      return this.screenOf(visit, EVERYTHING, refusalOf(response, error, form.fields));
    }
  }

  @Get(':id')
  @NeedsScope('monitors:read')
  async show(@Visit() visit: ConsoleVisit, @Param('id', IdPipe) id: number): Promise<string> {
    return monitorPage(visit, await this.monitors.show(visit.caller.account.id, id));
  }

  @Post(':id/run')
  @NeedsScope('monitors:write', 'monitors:read')
  @Idempotent()
  async run(
    @CurrentActor() actor: Actor,
    @Param('id', IdPipe) id: number,
    @Context() context: RequestContext,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const { record } = await this.runs.run(actor, id, context);
    const where = 'crawl' in record ? `crawls/${String(record.crawl.id)}` : `reports/${String(record.id)}`;
    return seeOther(response, `/console/${where}`);
  }

  @Get(':id/delete')
  @NeedsScope('monitors:write', 'monitors:read')
  async confirmDeletion(@Visit() visit: ConsoleVisit, @Param('id', IdPipe) id: number): Promise<string> {
    const { url } = await this.monitors.show(visit.caller.account.id, id);
    return confirmPage(visit, {
      title: `Delete monitor ${String(id)}?`,
      consequence: html`${scrapedAddress(url, 400)} is no longer audited by it. Its reports and crawls stay.`,
      action: `${PATH}/${String(id)}/delete`,
      back: `${PATH}/${String(id)}`,
    });
  }

  @Post(':id/delete')
  @NeedsScope('monitors:write', 'monitors:read')
  async delete(
    @CurrentActor() actor: Actor,
    @Param('id', IdPipe) id: number,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    await this.monitors.delete(actor, id, null);
    return seeOther(response, PATH, 'monitor-deleted');
  }

  private async screenOf(
    visit: ConsoleVisit,
    list: ListQuery<ListMonitorsQuery>,
    refused: Refusal | null,
  ): Promise<string> {
    const listing = await this.monitors.list(visit.caller.account.id, list.query);
    return monitorsPage(visit, { ...list, listing, refused });
  }
}
