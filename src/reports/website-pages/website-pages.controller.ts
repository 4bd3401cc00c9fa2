import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller, NeedsScope } from '../../auth/caller.js';
import { RecordId } from '../../platform/http/handler-parameters.js';
import { GetListing } from '../../platform/http/listing/export/export-format.js';
import { ApiListing } from '../../platform/http/openapi/operations.js';
import { ListWebsitePagesQuery } from '../dto/list-website-pages.dto.js';
import { websitePageView, WebsitePageView } from './website-page.view.js';
import { WebsitePagesService } from './website-pages.service.js';

const PAGE = { schema: WebsitePageView, view: websitePageView };

@ApiTags('Websites')
@Controller('api/v1/websites')
export class WebsitePagesController {
  constructor(private readonly pages: WebsitePagesService) {}

  @GetListing(':id/pages')
  @NeedsScope('websites:read')
  @ApiListing(PAGE, { summary: 'List the pages of a website', operationId: 'listWebsitePages' })
  list(
    @CurrentCaller() { account }: Caller,
    @RecordId('website') id: number,
    @Query() query: ListWebsitePagesQuery,
  ) {
    return this.pages.listCounted(account.id, id, query);
  }
}
