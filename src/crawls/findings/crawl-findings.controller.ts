import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller, NeedsScope } from '../../auth/caller.js';
import { RecordId } from '../../platform/http/handler-parameters.js';
import { GetExports, GetListing } from '../../platform/http/listing/export/export-format.js';
import { ApiListing, ApiRows } from '../../platform/http/openapi/operations.js';
import { ListFindingPagesQuery } from '../dto/list-crawls.dto.js';
import { CrawlFindings } from './crawl-findings.service.js';
import {
  FindingPageView,
  findingPageView,
  foundPageView,
  FoundPageView,
  SiteFindingView,
} from './site-finding.view.js';

const FOUND_PAGE = { schema: FoundPageView, view: foundPageView };
const FINDING_PAGE = { schema: FindingPageView, view: findingPageView };

@ApiTags('Crawls')
@Controller('api/v1/crawls')
export class CrawlFindingsController {
  constructor(private readonly findings: CrawlFindings) {}

  @Get(':id/findings')
  @NeedsScope('crawls:read')
  @ApiRows(
    { schema: SiteFindingView, maxItems: 200 },
    {
      summary: 'Show the findings of a crawl',
      description:
        'What its pages say together; also while it runs. First the findings of the site, worst first, then those of ' +
        'checks (check:<id>), by the weight of the check (high importance 10, medium 5, low 2, info 0) times the number of ' +
        'pages that fail it.',
      operationId: 'showCrawlFindings',
    },
  )
  show(@CurrentCaller() { account }: Caller, @RecordId('crawl') id: number) {
    return this.findings.show(account.id, id);
  }

  @GetExports(':id/findings')
  @NeedsScope('crawls:read')
  @ApiListing(FOUND_PAGE, {
    summary: 'Export the findings of a crawl',
    operationId: 'exportCrawlFindings',
  })
  exportPages(@CurrentCaller() { account }: Caller, @RecordId('crawl') id: number) {
    return this.findings.exportPages(account.id, id);
  }

  @GetListing(':id/findings/:finding')
  @NeedsScope('crawls:read')
  @ApiParam({
    name: 'finding',
    description: 'Id of the finding.',
    schema: { type: 'string', maxLength: 100, example: 'duplicate_titles' },
  })
  @ApiListing(FINDING_PAGE, { summary: 'List the pages of a finding', operationId: 'listCrawlFindingPages' })
  listPages(
    @CurrentCaller() { account }: Caller,
    @RecordId('crawl') id: number,
    @Param('finding') finding: string,
    @Query() query: ListFindingPagesQuery,
  ) {
    return this.findings.listPages(account.id, { id, finding }, query);
  }
}
