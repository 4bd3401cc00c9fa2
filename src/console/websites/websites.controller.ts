import { Get, Param, Post, Res } from '@nestjs/common';
import { type Response } from 'express';
import { type Actor, CurrentActor } from '../../auth/actor.js';
import { NeedsScope } from '../../auth/caller.js';
import { CrawlsService } from '../../crawls/crawls.service.js';
import { ValidationFailed } from '../../platform/errors/http-errors.js';
import { MonitorsService } from '../../monitors/monitors.service.js';
import { Context, type RequestContext } from '../../platform/http/handler-parameters.js';
import { Idempotent } from '../../platform/http/idempotency/idempotent.decorator.js';
import { IdPipe } from '../../platform/http/rules/ids.js';
import { ListWebsitePagesQuery } from '../../reports/dto/list-website-pages.dto.js';
import { WebsitePagesService } from '../../reports/website-pages/website-pages.service.js';
import { ListWebsitesQuery } from '../../websites/dto/list-websites.dto.js';
import { UpdateWebsiteBody } from '../../websites/dto/update-website.dto.js';
import { WebsitesService } from '../../websites/websites.service.js';
import { html } from '../../platform/pages/html.js';
import { ConsoleController } from '../console-controller.decorator.js';
import { seeOther } from '../forms/answers.js';
import { type Form, FormOf, valueOf } from '../forms/form.decorator.js';
import { type ListQuery, ListQueryOf } from '../forms/list-query.decorator.js';
import { type Refusal, refusalOf, refusalOfWarnings } from '../forms/refusal.js';
import { confirmPage } from '../pages/confirm-page.js';
import { may } from '../pages/console-page.js';
import { consoleWebsitePage, pathOf } from './website-page.js';
import { websitesPage } from './websites-page.js';
import { ScoreResults } from '../score-results.js';
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
    const listing = await this.websites.list(visit.caller.account.id, list.query);
    return websitesPage(visit, { ...list, listing, resultOf: this.results.of });
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
    @CurrentActor() actor: Actor,
    @Visit() visit: ConsoleVisit,
    @Param('id', IdPipe) id: number,
    @FormOf(UpdateWebsiteBody) form: Form<UpdateWebsiteBody>,
    @Context() { warnings }: RequestContext,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    try {
      await this.websites.update(actor, id, { body: valueOf(form), ifMatch: null, warnings });
    } catch (error) {
      if (!(error instanceof ValidationFailed)) throw error;
      return this.screenOf(visit, id, EVERYTHING, refusalOf(response, error, form.fields));
    }
    if (warnings.list.length === 0) return seeOther(response, pathOf({ id }), 'sharing');
    response.status(200);
    return this.screenOf(visit, id, EVERYTHING, refusalOfWarnings(warnings.list, form.fields));
  }

  @Post(':id/share-url')
  @NeedsScope('websites:write', 'websites:read')
  @Idempotent()
  async renewShareUrl(
    @CurrentActor() actor: Actor,
    @Param('id', IdPipe) id: number,
    @Context() { repeatable }: RequestContext,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    await this.websites.renewShareUrl(actor, id, { ifMatch: null, request: repeatable });
    return seeOther(response, pathOf({ id }), 'share-url');
  }

  @Get(':id/delete')
  @NeedsScope('websites:write', 'websites:read')
  async confirmDeletion(@Visit() visit: ConsoleVisit, @Param('id', IdPipe) id: number): Promise<string> {
    const { domain, reportsCount } = await this.websites.show(visit.caller.account.id, id);
    return confirmPage(visit, {
      title: `Delete ${domain}?`,
      consequence: html`The website goes with all of its ${reportsCount.toLocaleString('en')} reports, their pictures and its share link.`,
      action: `${pathOf({ id })}/delete`,
      back: pathOf({ id }),
    });
  }

  @Post(':id/delete')
  @NeedsScope('websites:write', 'websites:read')
  async delete(
    @CurrentActor() actor: Actor,
    @Param('id', IdPipe) id: number,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    await this.websites.delete(actor, id, null);
    return seeOther(response, '/console/websites', 'website-deleted');
  }

  private async screenOf(
    visit: ConsoleVisit,
    id: number,
    list: ListQuery<ListWebsitePagesQuery>,
    refused: Refusal | null = null,
  ): Promise<string> {
    const accountId = visit.caller.account.id;
    const website = await this.websites.show(accountId, id);
    const [days, [crawl], pages, findings, monitors] = await Promise.all([
      this.websites.days(website),
      may(visit, 'crawls:read') ? this.crawls.lastOf(accountId, id, 1) : [],
      may(visit, 'reports:read') ? this.pages.list(accountId, id, list.query) : null,
      may(visit, 'reports:read') ? this.pages.findings(accountId, id) : null,
      may(visit, 'monitors:read') ? this.monitors.ofWebsite(accountId, website) : null,
    ]);
    return consoleWebsitePage(visit, {
      ...{ ...list, website, days, pages, findings, monitors, refused },
      crawl: crawl ?? null,
      resultOf: this.results.of,
    });
  }
}
