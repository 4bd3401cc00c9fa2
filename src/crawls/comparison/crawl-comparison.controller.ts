import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller, NeedsScope } from '../../auth/caller.js';
import { RecordId } from '../../platform/http/handler-parameters.js';
import { GetListing } from '../../platform/http/listing/export/export-format.js';
import { ApiIfNoneMatch, ApiListing, ApiProblem, ApiRecord } from '../../platform/http/openapi/operations.js';
import { CompareCrawlsQuery, ListChangedPagesQuery } from '../dto/compare-crawls.dto.js';
import {
  changedPageView,
  ChangedPageView,
  crawlComparisonView,
  CrawlComparisonView,
} from './crawl-comparison.view.js';
import { CrawlComparisons } from './crawl-comparisons.service.js';

const COMPARISON = { schema: CrawlComparisonView, view: crawlComparisonView };
const CHANGED_PAGE = { schema: ChangedPageView, view: changedPageView };
const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds until the crawl may be over; absent if it failed.' },
};

@ApiTags('Crawls')
@Controller('api/v1/crawls/:id/comparison')
export class CrawlComparisonController {
  constructor(private readonly comparisons: CrawlComparisons) {}

  @Get()
  @NeedsScope('crawls:read')
  @ApiIfNoneMatch()
  @ApiProblem('crawl_not_ended', RETRY_AFTER)
  @ApiRecord(COMPARISON, {
    summary: 'Compare two crawls of a website',
    description:
      'What changed from the older crawl to the newer one: scores, findings, and the pages that are new, gone, better or ' +
      'worse. Both must be over. Crawls with different settings are compared, too: differs_in names what beside the ' +
      'website may explain the changes.',
    operationId: 'compareCrawls',
  })
  compare(
    @CurrentCaller() { account }: Caller,
    @RecordId('crawl') id: number,
    @Query() query: CompareCrawlsQuery,
  ) {
    return this.comparisons.compare(account.id, id, query.with);
  }

  @GetListing('pages')
  @NeedsScope('crawls:read')
  @ApiProblem('crawl_not_ended', RETRY_AFTER)
  @ApiListing(CHANGED_PAGE, {
    summary: 'List the pages that changed between two crawls',
    operationId: 'listChangedPages',
  })
  listPages(
    @CurrentCaller() { account }: Caller,
    @RecordId('crawl') id: number,
    @Query() query: ListChangedPagesQuery,
  ) {
    return this.comparisons.listPages(account.id, id, query);
  }
}
