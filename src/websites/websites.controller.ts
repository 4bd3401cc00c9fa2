import { Body, Controller, Delete, Get, Patch, Post, Put, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../auth/actor.js';
import { type Caller, CurrentCaller, NeedsScope } from '../auth/caller.js';
import { type Change, ChangeOf, RecordId } from '../platform/http/handler-parameters.js';
import { Idempotent } from '../platform/http/idempotency/idempotent.decorator.js';
import { GetListing } from '../platform/http/listing/export/export-format.js';
import {
  ApiDeleted,
  ApiFields,
  ApiIfNoneMatch,
  ApiListing,
  ApiNoFields,
  ApiRecord,
  ApiRows,
} from '../platform/http/openapi/operations.js';
import { ApiDescribedTag } from '../platform/http/openapi/tags.js';
import { ListWebsitesQuery } from './dto/list-websites.dto.js';
import { UpdateWebsiteBody } from './dto/update-website.dto.js';
import { WebsiteHistoryQuery } from './dto/website-history.dto.js';
import { MAX_INTERVALS } from './website-history.repository.js';
import { HistoryRowView } from './website-history.view.js';
import { type Website } from './website.entity.js';
import { websiteView, WebsiteView } from './website.view.js';
import { WebsitesService } from './websites.service.js';

const WEBSITE = { schema: WebsiteView, view: websiteView };
const HISTORY = { schema: HistoryRowView, maxItems: MAX_INTERVALS };

@ApiDescribedTag({ name: 'Websites', description: 'Domains with reports.', place: 2 })
@Controller('api/v1/websites')
export class WebsitesController {
  constructor(private readonly websites: WebsitesService) {}

  @GetListing()
  @NeedsScope('websites:read')
  @ApiListing(WEBSITE, { summary: 'List websites', operationId: 'listWebsites' })
  list(@CurrentCaller() caller: Caller, @Query() query: ListWebsitesQuery) {
    return this.websites.list(caller.account.id, query);
  }

  @Get(':id')
  @NeedsScope('websites:read')
  @ApiIfNoneMatch()
  @ApiRecord(WEBSITE, { summary: 'Show a website', operationId: 'showWebsite' })
  show(@CurrentCaller() caller: Caller, @RecordId('website') id: number) {
    return this.websites.show(caller.account.id, id);
  }

  @Get(':id/history')
  @NeedsScope('websites:read')
  @ApiRows(HISTORY, {
    summary: 'Show the scores of a website over time',
    description:
      'One row for each day, week or month in which pages were audited, oldest first. A report counts on the day on which ' +
      'its page was audited, also after RETENTION_DAYS; one that is deleted by a request does not. from and to limit ' +
      'the days: the first and the last week or month may be counted in part. ' +
      `If there are more than ${String(MAX_INTERVALS)} rows, the newest ones are returned.`,
    operationId: 'showWebsiteHistory',
  })
  history(
    @CurrentCaller() caller: Caller,
    @RecordId('website') id: number,
    @Query() query: WebsiteHistoryQuery,
  ) {
    return this.websites.history(caller.account.id, id, query);
  }

  @Put(':id')
  @NeedsScope('websites:write')
  @ApiFields(UpdateWebsiteBody, { privacy: 1 })
  @ApiRecord(WEBSITE, { summary: 'Update a website (same as PATCH)', operationId: 'replaceWebsite' })
  put(
    @CurrentActor() actor: Actor,
    @ChangeOf('website', WEBSITE) change: Change<Website>,
    @Body() body: UpdateWebsiteBody,
  ) {
    return this.websites.update(actor, change, body);
  }

  @Patch(':id')
  @NeedsScope('websites:write')
  @ApiFields(UpdateWebsiteBody, { privacy: 1 })
  @ApiRecord(WEBSITE, {
    summary: 'Update a website',
    description: 'Changes only the fields that are sent.',
    operationId: 'updateWebsite',
  })
  patch(
    @CurrentActor() actor: Actor,
    @ChangeOf('website', WEBSITE) change: Change<Website>,
    @Body() body: UpdateWebsiteBody,
  ) {
    return this.websites.update(actor, change, body);
  }

  @Post(':id/share-url')
  @NeedsScope('websites:write')
  @ApiNoFields()
  @ApiRecord(WEBSITE, {
    summary: 'Create a new share URL',
    description: 'The old share_url and badge_url stop working immediately, and visitors must unlock again.',
    operationId: 'renewShareUrl',
  })
  @Idempotent()
  renewShareUrl(@CurrentActor() actor: Actor, @ChangeOf('website', WEBSITE) change: Change<Website>) {
    return this.websites.renewShareUrl(actor, change);
  }

  @Delete(':id')
  @NeedsScope('websites:write')
  @ApiDeleted('website', { summary: 'Delete a website with its reports', operationId: 'deleteWebsite' })
  delete(@CurrentActor() actor: Actor, @ChangeOf('website', WEBSITE) change: Change<Website>): Promise<void> {
    return this.websites.delete(actor, change);
  }
}
