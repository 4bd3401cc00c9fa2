import { Injectable } from '@nestjs/common';
import { type Warnings } from '../http/input/warnings.js';
import { cursorsOf, sliceOf } from '../http/listing/listing.js';
import { type ListingParts } from '../http/listing/listing-view.js';
import { type ListWebsitesQuery } from './dto/list-websites.dto.js';
import { type UpdateWebsiteBody } from './dto/update-website.dto.js';
import { spelledAsDomain } from './domain.js';
import { hashPassword } from './password.js';
import { decidePrivacy } from './privacy.js';
import { WebsiteNotFound } from './website-not-found.js';
import { type Website } from './website.entity.js';
import { WebsitesRepository } from './websites.repository.js';

@Injectable()
export class WebsitesService {
  constructor(private readonly websites: WebsitesRepository) {}

  async list(accountId: number, query: ListWebsitesQuery): Promise<ListingParts<Website>> {
    const search = query.search === undefined ? null : spelledAsDomain(query.search);
    const scope = [accountId, 'websites', query.sort_by, query.sort, search];
    const slice = sliceOf(query, scope);
    const result = await this.websites.listOf(accountId, { sortBy: query.sort_by, search }, slice);
    return { slice, result, cursors: cursorsOf(slice, result, scope) };
  }

  /** @throws WebsiteNotFound */
  async show(accountId: number, id: number): Promise<Website> {
    const website = await this.websites.ofAccount(accountId, id);
    if (!website) throw new WebsiteNotFound();
    return website;
  }

  /** @param confirm is called with the website before the change, and may throw
   *  @throws WebsiteNotFound */
  async update(
    accountId: number,
    id: number,
    {
      body,
      warnings,
      confirm,
    }: { body: UpdateWebsiteBody; warnings: Warnings; confirm: (current: Website) => void },
  ): Promise<Website> {
    const isHashNeeded = body.password !== undefined && body.privacy === 2;
    const newHash = isHashNeeded ? await hashPassword(body.password ?? '') : null;
    const website = await this.websites.update(accountId, id, (current) => {
      confirm(current);
      const decision = decidePrivacy(
        { privacy: current.privacy, hasPassword: current.password_hash !== null },
        { privacy: body.privacy, hasPassword: body.password !== undefined },
      );
      warnings.add(...decision.warnings);
      const hashes = { keep: current.password_hash, replace: newHash, forget: null };
      return { privacy: decision.privacy, passwordHash: hashes[decision.password] };
    });
    if (!website) throw new WebsiteNotFound();
    return website;
  }

  /** @param confirm is called with the website before the change, and may throw
   *  @throws WebsiteNotFound */
  async renewShareUrl(accountId: number, id: number, confirm: (current: Website) => void): Promise<Website> {
    const website = await this.websites.renewShareToken(accountId, id, confirm);
    if (!website) throw new WebsiteNotFound();
    return website;
  }

  /** @param confirm is called with the website before it goes, and may throw
   *  @throws WebsiteNotFound */
  async delete(accountId: number, id: number, confirm: (current: Website) => void): Promise<void> {
    if (!(await this.websites.delete(accountId, id, confirm))) throw new WebsiteNotFound();
  }
}
