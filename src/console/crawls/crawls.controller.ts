import { Get, Param, Post, Req, Res, type StreamableFile, UseInterceptors } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { NeedsScope } from '../../auth/caller.js';
import { CrawlFindings } from '../../crawls/findings/crawl-findings.service.js';
import { type FoundPage, foundPageView, FoundPageView } from '../../crawls/findings/site-finding.view.js';
import { type Listing } from '../../platform/http/listing/listing.js';
import { CrawlsService } from '../../crawls/crawls.service.js';
import { ListCrawlPagesQuery, ListCrawlsQuery } from '../../crawls/dto/list-crawls.dto.js';
import { IdPipe } from '../../platform/http/rules/ids.js';
import { MAX_EXAMPLES } from '../../presentation/crawls/crawl-sections.js';
import { fractionOf, isOpen, progressText } from '../../presentation/crawls/crawl-progress.js';
import { WebsitesService } from '../../websites/websites.service.js';
import { ConsoleController } from '../console-controller.decorator.js';
import { type ListQuery, ListQueryOf } from '../forms/list-query.decorator.js';
import { listedBy } from '../forms/listed.js';
import { consoleCrawlPage, cancelCrawlPage, deleteCrawlPage, pathOf } from './crawl-page.js';
import { may } from '../pages/console-page.js';
import { exported } from '../pages/exported.js';
import { crawlsPage } from './crawls-page.js';
import { ProgressStreams } from '../progress/progress-streams.service.js';
import { ScoreResults } from '../../sharing/score-results.js';
import { type ConsoleVisit, Visit } from '../sessions/console-visit.js';

const PATH = '/console/crawls';
/** Crawls that a crawl's screen links to. */
const MAX_CRAWLS = 20;

const EXPORT = exported({ schema: FoundPageView, view: foundPageView });

@ConsoleController('crawls')
export class ConsoleCrawlsController {
  constructor(
    private readonly crawls: CrawlsService,
    private readonly found: CrawlFindings,
    private readonly websites: WebsitesService,
    private readonly results: ScoreResults,
    private readonly streams: ProgressStreams,
  ) {}

  @Get()
  @NeedsScope('crawls:read')
  async list(
    @Visit() visit: ConsoleVisit,
    @ListQueryOf(ListCrawlsQuery) list: ListQuery<ListCrawlsQuery>,
  ): Promise<string> {
    const { id } = visit.caller.account;
    const listed = await listedBy(list, (query) => this.crawls.list(id, query));
    return crawlsPage(visit, { ...listed, resultOf: this.results.of });
  }

  @Get(':id')
  @NeedsScope('crawls:read')
  async show(
    @Visit() visit: ConsoleVisit,
    @Param('id', IdPipe) id: number,
    @ListQueryOf(ListCrawlPagesQuery) list: ListQuery<ListCrawlPagesQuery>,
  ): Promise<string> {
    const accountId = visit.caller.account.id;
    const shown = await this.crawls.show(accountId, id);
    const { websiteId } = shown.crawl;
    const [website, findings, crawls, listed] = await Promise.all([
      this.websites.show(accountId, websiteId),
      this.found.of(shown, MAX_EXAMPLES),
      this.crawls.lastOf(accountId, websiteId, MAX_CRAWLS),
      may(visit, 'reports:read')
        ? listedBy(list, (query) => this.crawls.listPages(accountId, id, query))
        : null,
    ]);
    return consoleCrawlPage(visit, {
      ...{ ...list, ...listed, website, shown, findings, crawls },
      pages: listed?.listing ?? null,
      resultOf: this.results.of,
    });
  }

  /** Every page of every finding. */
  @Get(':id/findings.csv')
  @NeedsScope('crawls:read')
  @UseInterceptors(EXPORT)
  export(@Visit() { caller }: ConsoleVisit, @Param('id', IdPipe) id: number): Promise<Listing<FoundPage>> {
    return this.found.exportPages(caller.account.id, id);
  }

  /** How far the crawl is, until it is over. */
  @Get(':id/progress')
  @NeedsScope('crawls:read')
  progress(
    @Req() request: Request,
    @Param('id', IdPipe) id: number,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const read = async (accountId: number) => {
      const shown = await this.crawls.show(accountId, id);
      return { fraction: fractionOf(shown), text: progressText(shown), isDone: !isOpen(shown) };
    };
    return this.streams.of(request, response, { scope: 'crawls:read', read });
  }

  @Get(':id/cancel')
  @NeedsScope('crawls:write', 'crawls:read')
  async confirmCancellation(@Visit() visit: ConsoleVisit, @Param('id', IdPipe) id: number): Promise<string> {
    return cancelCrawlPage(visit, await this.crawls.show(visit.caller.account.id, id));
  }

  @Post(':id/cancel')
  @NeedsScope('crawls:write', 'crawls:read')
  async cancel(@Visit() visit: ConsoleVisit, @Param('id', IdPipe) id: number): Promise<string> {
    await this.crawls.cancel(visit.caller, { id, ifMatch: null });
    return visit.seeOther(pathOf({ id }));
  }

  @Get(':id/delete')
  @NeedsScope('crawls:write', 'crawls:read')
  async confirmDeletion(@Visit() visit: ConsoleVisit, @Param('id', IdPipe) id: number): Promise<string> {
    return deleteCrawlPage(visit, await this.crawls.show(visit.caller.account.id, id));
  }

  @Post(':id/delete')
  @NeedsScope('crawls:write', 'crawls:read')
  async delete(@Visit() visit: ConsoleVisit, @Param('id', IdPipe) id: number): Promise<string> {
    await this.crawls.delete(visit.caller, { id, ifMatch: null });
    return visit.seeOther(visit.listBefore(PATH), 'crawl-deleted');
  }
}
