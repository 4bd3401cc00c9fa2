import {
  Body,
  Controller,
  Delete,
  Get,
  Inject,
  Param,
  Patch,
  Post,
  Put,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Request, type Response } from 'express';
import { NeedsScope } from '../auth/bearer.guard.js';
import { type Caller, CurrentCaller } from '../auth/caller.js';
import { CONFIG, type Config } from '../config/config.js';
import { baseUrlOf } from '../http/base-url.js';
import { answerRecord, requireMatch } from '../http/etag.js';
import { NoParameters } from '../http/input/no-parameters.dto.js';
import { RequestWarnings } from '../http/input/request-warnings.decorator.js';
import { type Warnings } from '../http/input/warnings.js';
import { answerListing, type ListingAnswer } from '../http/listing/listing-view.js';
import {
  AnswersDeleted,
  AnswersListing,
  AnswersRecord,
  HeedsIfMatch,
  HeedsIfNoneMatch,
  OfOneRecord,
  TakesFields,
  TakesNoFields,
} from '../http/openapi/answers.js';
import { type DeletedView } from '../http/openapi/listing.view.js';
import { IdPipe } from '../http/rules/id.pipe.js';
import { ListWebsitesQuery } from './dto/list-websites.dto.js';
import { UpdateWebsiteBody } from './dto/update-website.dto.js';
import { type Website } from './website.entity.js';
import { websiteView, WebsiteView } from './website.view.js';
import { WebsitesService } from './websites.service.js';

const PATH = 'api/v1/websites';

@ApiTags('Websites')
@Controller(PATH)
export class WebsitesController {
  constructor(
    private readonly websites: WebsitesService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @NeedsScope('websites:read')
  @AnswersListing(WebsiteView, { summary: 'List websites', operationId: 'listWebsites' })
  async list(
    @CurrentCaller() caller: Caller,
    @Query() query: ListWebsitesQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ListingAnswer<WebsiteView>> {
    const base = baseUrlOf(request, this.config);
    const listing = await this.websites.list(caller.account.id, query);
    return answerListing(listing, (website) => websiteView(website, base), {
      request,
      response,
      url: `${base}/${PATH}`,
    });
  }

  @Get(':id')
  @NeedsScope('websites:read')
  @OfOneRecord('website')
  @HeedsIfNoneMatch()
  @AnswersRecord(WebsiteView, { summary: 'Show a website', operationId: 'showWebsite' })
  async show(
    @CurrentCaller() caller: Caller,
    @Param('id', IdPipe) id: number,
    @Query() _query: NoParameters,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ data: WebsiteView }> {
    return this.answer(await this.websites.show(caller.account.id, id), request, response);
  }

  @Put(':id')
  @NeedsScope('websites:write')
  @OfOneRecord('website')
  @HeedsIfMatch()
  @TakesFields(UpdateWebsiteBody, { privacy: 1 })
  @AnswersRecord(WebsiteView, {
    summary: 'Update a website (the same as PATCH)',
    operationId: 'replaceWebsite',
  })
  async put(
    @CurrentCaller() caller: Caller,
    @Param('id', IdPipe) id: number,
    @Query() _query: NoParameters,
    @Body() body: UpdateWebsiteBody,
    @RequestWarnings() warnings: Warnings,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ data: WebsiteView }> {
    const confirm = this.confirmation(request);
    const website = await this.websites.update(caller.account.id, id, { body, warnings, confirm });
    return this.answer(website, request, response);
  }

  @Patch(':id')
  @NeedsScope('websites:write')
  @OfOneRecord('website')
  @HeedsIfMatch()
  @TakesFields(UpdateWebsiteBody, { privacy: 1 })
  @AnswersRecord(WebsiteView, {
    summary: 'Update a website',
    description: 'Fields that are not sent stay as they are.',
    operationId: 'updateWebsite',
  })
  patch(
    @CurrentCaller() caller: Caller,
    @Param('id', IdPipe) id: number,
    @Query() query: NoParameters,
    @Body() body: UpdateWebsiteBody,
    @RequestWarnings() warnings: Warnings,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ data: WebsiteView }> {
    return this.put(caller, id, query, body, warnings, request, response);
  }

  @Post(':id/share-url')
  @NeedsScope('websites:write')
  @OfOneRecord('website')
  @HeedsIfMatch()
  @AnswersRecord(WebsiteView, {
    status: 200,
    summary: 'Make a new share address',
    description: 'The old share_url and badge_url, and every unlocked visit, end at once.',
    operationId: 'renewShareUrl',
  })
  @TakesNoFields()
  async renewShareUrl(
    @CurrentCaller() caller: Caller,
    @Param('id', IdPipe) id: number,
    @Query() _query: NoParameters,
    @Body() _body: NoParameters,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ data: WebsiteView }> {
    const website = await this.websites.renewShareUrl(caller.account.id, id, this.confirmation(request));
    return this.answer(website, request, response);
  }

  @Delete(':id')
  @NeedsScope('websites:write')
  @OfOneRecord('website')
  @HeedsIfMatch()
  @AnswersDeleted({ summary: 'Delete a website with its reports', operationId: 'deleteWebsite' })
  async delete(
    @CurrentCaller() caller: Caller,
    @Param('id', IdPipe) id: number,
    @Query() _query: NoParameters,
    @Req() request: Request,
  ): Promise<DeletedView> {
    await this.websites.delete(caller.account.id, id, this.confirmation(request));
    return { id, object: 'website', deleted: true };
  }

  private answer(website: Website, request: Request, response: Response): { data: WebsiteView } {
    return answerRecord(websiteView(website, baseUrlOf(request, this.config)), { request, response });
  }

  private confirmation(request: Request): (current: Website) => void {
    return (current) => {
      requireMatch(request.headers['if-match'], websiteView(current, baseUrlOf(request, this.config)));
    };
  }
}
