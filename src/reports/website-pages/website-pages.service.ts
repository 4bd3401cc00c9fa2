import { Injectable } from '@nestjs/common';
import { heaviestFirst } from '../../engine/audit/heaviest-first.js';
import { type Listing, listingOf } from '../../platform/http/listing/listing.js';
import { WebsiteNotFound } from '../../websites/website-not-found.js';
import { WebsitesRepository } from '../../websites/websites.repository.js';
import { ListWebsitePagesQuery } from '../dto/list-website-pages.dto.js';
import { type WebsiteFinding, WebsiteFindingsRepository } from './website-findings.repository.js';
import { type CountedPage, type ListedPage, WebsitePagesRepository } from './website-pages.repository.js';

/** Pages whose findings are counted together. */
export const MAX_FOUND_PAGES = 100;

@Injectable()
export class WebsitePagesService {
  constructor(
    private readonly websites: WebsitesRepository,
    private readonly pages: WebsitePagesRepository,
    private readonly found: WebsiteFindingsRepository,
  ) {}

  /** @throws WebsiteNotFound, ValidationFailed */
  async list(
    accountId: number,
    websiteId: number,
    query: ListWebsitePagesQuery,
  ): Promise<Listing<ListedPage>> {
    await this.requireWebsite(accountId, websiteId);
    return listingOf(query, [accountId, websiteId], (slice) =>
      this.pages.listOf(accountId, websiteId, { query, slice }),
    );
  }

  /** @throws WebsiteNotFound, ValidationFailed */
  async listCounted(
    accountId: number,
    websiteId: number,
    query: ListWebsitePagesQuery,
  ): Promise<Listing<CountedPage>> {
    await this.requireWebsite(accountId, websiteId);
    return listingOf(query, [accountId, websiteId], (slice) =>
      this.pages.countedOf(accountId, websiteId, { query, slice }),
    );
  }

  /** @throws WebsiteNotFound */
  private async requireWebsite(accountId: number, websiteId: number): Promise<void> {
    if (!(await this.websites.find(accountId, websiteId))) throw new WebsiteNotFound();
  }

  /** The checks that pages of a website fail in their latest reports, the worst first; of many pages, the
   *  {@link MAX_FOUND_PAGES} that were audited last. */
  async findings(accountId: number, websiteId: number): Promise<WebsiteFinding[]> {
    const findings = await this.found.of(accountId, websiteId, MAX_FOUND_PAGES);
    const byId = new Map(findings.map((finding) => [finding.id, finding]));
    const counts = new Map(findings.map(({ id, count }) => [id, count]));
    return heaviestFirst(counts).flatMap((id) => byId.get(id) ?? []);
  }
}
