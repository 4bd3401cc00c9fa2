import { Injectable } from '@nestjs/common';
import { type Warnings } from '../http/input/warnings.js';
import { type Listing, listingOf } from '../http/listing/listing.js';
import { type Precondition } from '../http/record/if-match.decorator.js';
import { type ListWebsitesQuery } from './dto/list-websites.dto.js';
import { type UpdateWebsiteBody } from './dto/update-website.dto.js';
import { hashPassword } from './password.js';
import { decidePrivacy } from './privacy.js';
import { newShareToken } from './share-token.js';
import { WebsiteNotFound } from './website-not-found.js';
import { type Website } from './website.entity.js';
import { WebsitesRepository } from './websites.repository.js';

@Injectable()
export class WebsitesService {
  constructor(private readonly websites: WebsitesRepository) {}

  async list(accountId: number, query: ListWebsitesQuery): Promise<Listing<Website>> {
    return listingOf(query, accountId, (slice) => this.websites.listOf(accountId, query, slice));
  }

  /** @throws WebsiteNotFound */
  async show(accountId: number, id: number): Promise<Website> {
    const website = await this.websites.find(accountId, id);
    if (!website) throw new WebsiteNotFound();
    return website;
  }

  /** @throws WebsiteNotFound, PreconditionFailed */
  async update(
    accountId: number,
    id: number,
    {
      body,
      ifMatch,
      warnings,
    }: { body: UpdateWebsiteBody; ifMatch: Precondition<Website>; warnings: Warnings },
  ): Promise<Website> {
    const isHashNeeded = body.password !== undefined && body.privacy === 2;
    const newHash = isHashNeeded ? await hashPassword(body.password ?? '') : null;
    const website = await this.websites.update(accountId, id, (current) => {
      ifMatch?.(current);
      const decision = decidePrivacy(
        { privacy: current.privacy, hasPassword: current.passwordHash !== null },
        { privacy: body.privacy, hasPassword: body.password !== undefined },
      );
      warnings.add(...decision.warnings);
      const hashes = { keep: current.passwordHash, replace: newHash, forget: null };
      return { privacy: decision.privacy, passwordHash: hashes[decision.password] };
    });
    if (!website) throw new WebsiteNotFound();
    return website;
  }

  /** @throws WebsiteNotFound, PreconditionFailed */
  async renewShareUrl(accountId: number, id: number, ifMatch: Precondition<Website>): Promise<Website> {
    const website = await this.websites.update(accountId, id, (current) => {
      ifMatch?.(current);
      return { shareToken: newShareToken() };
    });
    if (!website) throw new WebsiteNotFound();
    return website;
  }

  /** @throws WebsiteNotFound, PreconditionFailed */
  async delete(accountId: number, id: number, ifMatch: Precondition<Website>): Promise<void> {
    if (!(await this.websites.delete(accountId, id, (current) => ifMatch?.(current))))
      throw new WebsiteNotFound();
  }
}
