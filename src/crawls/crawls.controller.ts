import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
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
import { GetListing } from '../platform/http/listing/export/export-format.js';
import {
  ApiAccepted,
  ApiDeleted,
  ApiIfNoneMatch,
  ApiJson,
  ApiListing,
  ApiNoFields,
  ApiProblem,
  ApiRecord,
} from '../platform/http/openapi/operations.js';
import { ApiDescribedTag } from '../platform/http/openapi/tags.js';
import { crawlPageView, CrawlPageView } from './pages/crawl-page.view.js';
import { crawlView, CrawlView, type SummedCrawl, versionOf } from './crawl.view.js';
import { CrawlsService } from './crawls.service.js';
import { CRAWL_LIMIT_BYTES, CreateCrawlBody } from './dto/create-crawl.dto.js';
import { BodyLimit } from '../platform/http/input/body-limit.decorator.js';
import { ListCrawlPagesQuery, ListCrawlsQuery } from './dto/list-crawls.dto.js';

const CRAWL = { schema: CrawlView, view: crawlView, version: versionOf };
const PAGE = { schema: CrawlPageView, view: crawlPageView };

@ApiDescribedTag({ name: 'Crawls', description: 'Audits of whole websites.', place: 25 })
@Controller('api/v1/crawls')
export class CrawlsController {
  constructor(private readonly crawls: CrawlsService) {}

  @GetListing()
  @NeedsScope('crawls:read')
  @ApiListing(CRAWL, { summary: 'List crawls', operationId: 'listCrawls' })
  list(@CurrentCaller() { account }: Caller, @Query() query: ListCrawlsQuery) {
    return this.crawls.list(account.id, query);
  }

  @Get(':id')
  @NeedsScope('crawls:read')
  @ApiIfNoneMatch()
  @ApiRecord(CRAWL, { summary: 'Show a crawl', operationId: 'showCrawl' })
  show(@CurrentCaller() { account }: Caller, @RecordId('crawl') id: number) {
    return this.crawls.show(account.id, id);
  }

  @Post()
  @NeedsScope('crawls:write')
  @BodyLimit(CRAWL_LIMIT_BYTES)
  @ApiJson(CreateCrawlBody)
  @ApiProblem('conflict')
  @ApiAccepted(CRAWL, {
    summary: 'Crawl a website',
    description:
      'Audits the pages of a website, found by its sitemaps and links, each once, and says what they have in common. ' +
      'robots.txt and nofollow are obeyed. Every page gets an ordinary report.',
    operationId: 'storeCrawl',
  })
  @Idempotent()
  store(@CurrentActor() actor: Actor, @Body() body: CreateCrawlBody, @Context() context: RequestContext) {
    return this.crawls.store(actor, body, context);
  }

  @Post(':id/cancel')
  @NeedsScope('crawls:write')
  @ApiNoFields()
  @ApiRecord(CRAWL, {
    summary: 'Cancel a crawl',
    description: 'What it has found stays. Nothing happens if it is over.',
    operationId: 'cancelCrawl',
  })
  cancel(@CurrentActor() actor: Actor, @ChangeOf('crawl', CRAWL) change: Change<SummedCrawl>) {
    return this.crawls.cancel(actor, change);
  }

  @Delete(':id')
  @NeedsScope('crawls:write')
  @ApiDeleted('crawl', {
    summary: 'Delete a crawl',
    description: 'The reports of its pages stay.',
    operationId: 'deleteCrawl',
  })
  delete(@CurrentActor() actor: Actor, @ChangeOf('crawl', CRAWL) change: Change<SummedCrawl>): Promise<void> {
    return this.crawls.delete(actor, change);
  }

  @GetListing(':id/pages')
  @NeedsScope('crawls:read')
  @ApiListing(PAGE, { summary: 'List the reports of a crawl', operationId: 'listCrawlPages' })
  listPages(
    @CurrentCaller() { account }: Caller,
    @RecordId('crawl') id: number,
    @Query() query: ListCrawlPagesQuery,
  ) {
    return this.crawls.listPages(account.id, id, query);
  }
}
