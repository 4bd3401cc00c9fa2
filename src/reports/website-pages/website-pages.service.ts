import { Injectable } from '@nestjs/common';
import { type Listing, listingOf } from '../../platform/http/listing/listing.js';
import { WebsiteNotFound } from '../../websites/website-not-found.js';
import { WebsitesRepository } from '../../websites/websites.repository.js';
import { ListWebsitePagesQuery } from '../dto/list-website-pages.dto.js';
import { type ListedPage, WebsitePagesRepository } from './website-pages.repository.js';

@Injectable()
export class WebsitePagesService {
  constructor(
    private readonly websites: WebsitesRepository,
    private readonly pages: WebsitePagesRepository,
  ) {}

  /** @throws WebsiteNotFound, ValidationFailed */
  async list(
    accountId: number,
    websiteId: number,
    query: ListWebsitePagesQuery,
  ): Promise<Listing<ListedPage>> {
    if (!(await this.websites.find(accountId, websiteId))) throw new WebsiteNotFound();
    // Binds cursors to the website.
    const ofWebsite = Object.assign(new ListWebsitePagesQuery(), query, { websiteId });
    return listingOf(ofWebsite, accountId, (slice) =>
      this.pages.listOf(accountId, websiteId, { query, slice }),
    );
  }
}
