import { Get, Param, Post } from '@nestjs/common';
import { NeedsScope } from '../../auth/caller.js';
import { type CreateMonitorBody, URL_TEXT } from '../../monitors/dto/create-monitor.dto.js';
import { type UpdateMonitorBody } from '../../monitors/dto/update-monitor.dto.js';
import { ListMonitorsQuery } from '../../monitors/dto/list-monitors.dto.js';
import { MONITOR_KINDS, type MonitorKind } from '../../monitors/monitor-kind.js';
import { MonitorRuns } from '../../monitors/runs/monitor-runs.service.js';
import { MonitorsService } from '../../monitors/monitors.service.js';
import { OncePerForm } from '../forms/once.js';
import { IdPipe } from '../../platform/http/rules/ids.js';
import { OneOf } from '../../platform/http/rules/choices.js';
import { OptionalText } from '../../platform/http/rules/text.js';
import { ConsoleController } from '../console-controller.decorator.js';
import { type Form, FormOf, valueOf } from '../forms/form.decorator.js';
import { type ListQuery, ListQueryOf } from '../forms/list-query.decorator.js';
import { listedBy } from '../forms/listed.js';
import { textOf } from '../forms/refusal.js';
import { ifStill } from '../forms/version.js';
import { EDITED_MONITOR, kindOf, NEW_MONITOR, shownOf } from './monitor-form.js';
import { editMonitorPage, newMonitorPage } from './monitor-form-page.js';
import { deleteMonitorPage, monitorPage, pathOf, runPath } from './monitor-page.js';
import { monitorsPage } from './monitors-page.js';
import { type ConsoleVisit, Visit } from '../sessions/console-visit.js';

const PATH = '/console/monitors';

class NewMonitorQuery {
  @OneOf(MONITOR_KINDS, { description: 'What it audits.' }) kind: MonitorKind = 'page';

  @OptionalText(URL_TEXT) url?: string;
}

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
    const { id } = visit.caller.account;
    return monitorsPage(visit, await listedBy(list, (query) => this.monitors.list(id, query)));
  }

  @Get('new')
  @NeedsScope('monitors:write', 'monitors:read')
  create(
    @Visit() visit: ConsoleVisit,
    @ListQueryOf(NewMonitorQuery) { query }: ListQuery<NewMonitorQuery>,
  ): string {
    return newMonitorPage(visit, { kind: query.kind, url: query.url ?? '' }, null);
  }

  @Post()
  @NeedsScope('monitors:write', 'monitors:read')
  async store(
    @Visit() visit: ConsoleVisit,
    @FormOf(NEW_MONITOR) form: Form<CreateMonitorBody>,
  ): Promise<string> {
    try {
      const monitor = await this.monitors.create(visit.caller, valueOf(form));
      return visit.seeOther(pathOf(monitor), 'monitor-created');
    } catch (error) {
      const refused = visit.refusalOf(error, form.fields);
      return newMonitorPage(visit, { kind: kindOf(form.fields), url: textOf(form.fields, 'url') }, refused);
    }
  }

  @Get(':id')
  @NeedsScope('monitors:read')
  async show(@Visit() visit: ConsoleVisit, @Param('id', IdPipe) id: number): Promise<string> {
    return monitorPage(visit, await this.monitors.show(visit.caller.account.id, id), null);
  }

  @Get(':id/edit')
  @NeedsScope('monitors:write', 'monitors:read')
  async edit(@Visit() visit: ConsoleVisit, @Param('id', IdPipe) id: number): Promise<string> {
    return editMonitorPage(visit, await this.monitors.show(visit.caller.account.id, id), null);
  }

  @Post(':id/edit')
  @NeedsScope('monitors:write', 'monitors:read')
  async save(
    @Visit() visit: ConsoleVisit,
    @Param('id', IdPipe) id: number,
    @FormOf(EDITED_MONITOR) form: Form<UpdateMonitorBody>,
  ): Promise<string> {
    const monitor = await this.monitors.show(visit.caller.accountId, id);
    try {
      const change = valueOf(form);
      const ifMatch = ifStill(form.fields, change, shownOf);
      await this.monitors.update(visit.caller, { id, ifMatch }, change);
      return visit.seeOther(pathOf({ id }), 'monitor-saved');
    } catch (error) {
      return editMonitorPage(visit, monitor, visit.refusalOf(error, form.fields));
    }
  }

  @Post(':id/pause')
  @NeedsScope('monitors:write', 'monitors:read')
  async pause(@Visit() visit: ConsoleVisit, @Param('id', IdPipe) id: number): Promise<string> {
    await this.monitors.update(visit.caller, { id, ifMatch: null }, { enabled: false });
    return visit.seeOther(pathOf({ id }), 'monitor-paused');
  }

  @Post(':id/resume')
  @NeedsScope('monitors:write', 'monitors:read')
  async resume(@Visit() visit: ConsoleVisit, @Param('id', IdPipe) id: number): Promise<string> {
    try {
      await this.monitors.update(visit.caller, { id, ifMatch: null }, { enabled: true });
      return visit.seeOther(pathOf({ id }), 'monitor-resumed');
    } catch (error) {
      const refused = visit.refusalOf(error);
      return monitorPage(visit, await this.monitors.show(visit.caller.accountId, id), refused);
    }
  }

  @Post(':id/run')
  @NeedsScope('monitors:write', 'monitors:read')
  @OncePerForm()
  async run(@Visit() visit: ConsoleVisit, @Param('id', IdPipe) id: number): Promise<string> {
    try {
      const { record } = await this.runs.run(visit.caller, id, visit.context);
      const path = runPath(visit, 'crawl' in record ? { crawlId: record.crawl.id } : { reportId: record.id });
      return path === null ? visit.seeOther(pathOf({ id }), 'monitor-run') : visit.seeOther(path);
    } catch (error) {
      const refused = visit.refusalOf(error);
      return monitorPage(visit, await this.monitors.show(visit.caller.accountId, id), refused);
    }
  }

  @Get(':id/delete')
  @NeedsScope('monitors:write', 'monitors:read')
  async confirmDeletion(@Visit() visit: ConsoleVisit, @Param('id', IdPipe) id: number): Promise<string> {
    return deleteMonitorPage(visit, await this.monitors.show(visit.caller.account.id, id));
  }

  @Post(':id/delete')
  @NeedsScope('monitors:write', 'monitors:read')
  async delete(@Visit() visit: ConsoleVisit, @Param('id', IdPipe) id: number): Promise<string> {
    await this.monitors.delete(visit.caller, { id, ifMatch: null });
    return visit.seeOther(visit.listBefore(PATH), 'monitor-deleted');
  }
}
