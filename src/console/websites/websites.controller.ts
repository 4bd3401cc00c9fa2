import { Get, Param, Post } from '@nestjs/common';
import { NeedsScope } from '../../auth/caller.js';
import { CrawlsService } from '../../crawls/crawls.service.js';
import { ValidationFailed } from '../../platform/errors/http-errors.js';
import { MonitorsService } from '../../monitors/monitors.service.js';
import { OncePerForm } from '../forms/once.js';
import { IdPipe } from '../../platform/http/rules/ids.js';
import { ListWebsitePagesQuery } from '../../reports/dto/list-website-pages.dto.js';
import { WebsitePagesService } from '../../reports/website-pages/website-pages.service.js';
import { ListWebsitesQuery } from '../../websites/dto/list-websites.dto.js';
import { UpdateWebsiteBody } from '../../websites/dto/update-website.dto.js';
import { WebsitesService } from '../../websites/websites.service.js';
import { ConsoleController } from '../console-controller.decorator.js';
import { FormOutdated } from '../console-errors.js';
import { type Form, FormOf, valueOf } from '../forms/form.decorator.js';
import { type ListQuery, ListQueryOf } from '../forms/list-query.decorator.js';
import { listedBy } from '../forms/listed.js';
import { type Refusal } from '../forms/refusal.js';
import { ifStill } from '../forms/version.js';
import { may } from '../pages/console-page.js';
import { changeOf, requirePasswordAsMeant, shownOf } from './sharing-form.js';
import { consoleWebsitePage, deleteWebsitePage, pathOf, renewShareUrlPage } from './website-page.js';
import { websitesPage } from './websites-page.js';
import { ScoreResults } from '../../sharing/score-results.js';
import { type ConsoleVisit, Visit } from '../sessions/console-visit.js';

const EVERYTHING = { query: new ListWebsitePagesQuery(), faults: [] };

@ConsoleController('websites')
export class ConsoleWebsitesController {
  constructor(
    private readonly websites: WebsitesService,
    private readonly pages: WebsitePagesService,
    private readonly crawls: CrawlsService,
    private readonly monitors: MonitorsService,
    private readonly results: ScoreResults,
  ) {}

  @Get()
  @NeedsScope('websites:read')
  async list(
    @Visit() visit: ConsoleVisit,
    @ListQueryOf(ListWebsitesQuery) list: ListQuery<ListWebsitesQuery>,
  ): Promise<string> {
    const { id } = visit.caller.account;
    const listed = await listedBy(list, (query) => this.websites.list(id, query));
    return websitesPage(visit, { ...listed, resultOf: this.results.of });
  }

  @Get(':id')
  @NeedsScope('websites:read')
  async show(
    @Visit() visit: ConsoleVisit,
    @Param('id', IdPipe) id: number,
    @ListQueryOf(ListWebsitePagesQuery) list: ListQuery<ListWebsitePagesQuery>,
  ): Promise<string> {
    return this.screenOf(visit, id, list);
  }

  @Post(':id/sharing')
  @NeedsScope('websites:write', 'websites:read')
  async share(
    @Visit() visit: ConsoleVisit,
    @Param('id', IdPipe) id: number,
    @FormOf(UpdateWebsiteBody) form: Form<UpdateWebsiteBody>,
  ): Promise<string> {
    const { caller, context } = visit;
    try {
      const change = valueOf(form);
      const current = await this.websites.show(caller.accountId, id);
      requirePasswordAsMeant(current, change);
      const ifMatch = ifStill(form.fields, await changeOf(current, change), shownOf);
      await this.websites.update(caller, { ...context, id, ifMatch }, change);
    } catch (error) {
      if (!(error instanceof ValidationFailed || error instanceof FormOutdated)) throw error;
      return this.screenOf(visit, id, EVERYTHING, visit.refusalOf(error, form.fields));
    }
    return visit.seeOther(pathOf({ id }), 'sharing');
  }

  @Get(':id/share-url')
  @NeedsScope('websites:write', 'websites:read')
  async confirmRenewal(@Visit() visit: ConsoleVisit, @Param('id', IdPipe) id: number): Promise<string> {
    return renewShareUrlPage(visit, await this.websites.show(visit.caller.account.id, id));
  }

  @Post(':id/share-url')
  @NeedsScope('websites:write', 'websites:read')
  @OncePerForm()
  async renewShareUrl(@Visit() visit: ConsoleVisit, @Param('id', IdPipe) id: number): Promise<string> {
    await this.websites.renewShareUrl(visit.caller, { ...visit.context, id, ifMatch: null });
    return visit.seeOther(pathOf({ id }), 'share-url');
  }

  @Get(':id/delete')
  @NeedsScope('websites:write', 'websites:read')
  async confirmDeletion(@Visit() visit: ConsoleVisit, @Param('id', IdPipe) id: number): Promise<string> {
    return deleteWebsitePage(visit, await this.websites.show(visit.caller.account.id, id));
  }

  @Post(':id/delete')
  @NeedsScope('websites:write', 'websites:read')
  async delete(@Visit() visit: ConsoleVisit, @Param('id', IdPipe) id: number): Promise<string> {
    await this.websites.delete(visit.caller, { id, ifMatch: null });
    return visit.seeOther(visit.listBefore('/console/websites'), 'website-deleted');
  }

  private async screenOf(
    visit: ConsoleVisit,
    id: number,
    list: ListQuery<ListWebsitePagesQuery>,
    refused: Refusal | null = null,
  ): Promise<string> {
    const accountId = visit.caller.account.id;
    const website = await this.websites.show(accountId, id);
    const [days, [crawl], listed, findings, monitors] = await Promise.all([
      this.websites.days(website),
      may(visit, 'crawls:read') ? this.crawls.lastOf(accountId, id, 1) : [],
      may(visit, 'reports:read') ? listedBy(list, (query) => this.pages.list(accountId, id, query)) : null,
      may(visit, 'reports:read') ? this.pages.findings(accountId, id) : null,
      may(visit, 'monitors:read') ? this.monitors.ofWebsite(accountId, website) : null,
    ]);
    const rows = listed?.listing.result.rows ?? [];
    const pages =
      rows.length > 0 ? rows : (await this.pages.list(accountId, id, EVERYTHING.query)).result.rows;
    return consoleWebsitePage(visit, {
      anyPage: pages[0] ?? null,
      ...{ ...list, ...listed, website, days, findings, monitors, refused },
      pages: listed?.listing ?? null,
      crawl: crawl ?? null,
      resultOf: this.results.of,
    });
  }
}
