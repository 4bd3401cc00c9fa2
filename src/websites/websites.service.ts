import { Injectable } from '@nestjs/common';
import { type Actor } from '../auth/actor.js';
import { type Warnings } from '../http/input/warnings.js';
import { type Listing, listingOf } from '../http/listing/listing.js';
import { type RunOnce } from '../http/idempotency/run-once.js';
import { type Precondition } from '../http/record/if-match.decorator.js';
import { requireOrder } from '../http/rules/date-filter.js';
import { type ListWebsitesQuery } from './dto/list-websites.dto.js';
import { type UpdateWebsiteBody } from './dto/update-website.dto.js';
import { type WebsiteHistoryQuery } from './dto/website-history.dto.js';
import { hashPassword } from './password.js';
import { decidePrivacy } from './privacy.js';
import { newShareToken } from './share-token.js';
import { WebsiteHistoryRepository } from './website-history.repository.js';
import { type HistoryRowView } from './website-history.view.js';
import { WebsiteNotFound } from './website-not-found.js';
import { type Website } from './website.entity.js';
import { WebsitesRepository } from './websites.repository.js';

@Injectable()
export class WebsitesService {
  constructor(
    private readonly websites: WebsitesRepository,
    private readonly histories: WebsiteHistoryRepository,
  ) {}

  async list(accountId: number, query: ListWebsitesQuery): Promise<Listing<Website>> {
    return listingOf(query, accountId, (slice) => this.websites.listOf(accountId, query, slice));
  }

  /** @throws WebsiteNotFound */
  async show(accountId: number, id: number): Promise<Website> {
    const website = await this.websites.find(accountId, id);
    if (!website) throw new WebsiteNotFound();
    return website;
  }

  /** Scores of a website over time.
   *  @throws WebsiteNotFound, ValidationFailed */
  async history(accountId: number, id: number, query: WebsiteHistoryQuery): Promise<HistoryRowView[]> {
    requireOrder(query);
    await this.show(accountId, id);
    return this.histories.of(accountId, id, query);
  }

  /** @throws WebsiteNotFound, PreconditionFailed */
  async update(
    actor: Actor,
    id: number,
    {
      body,
      ifMatch,
      warnings,
    }: { body: UpdateWebsiteBody; ifMatch: Precondition<Website>; warnings: Warnings },
  ): Promise<Website> {
    const isHashNeeded = body.password !== undefined && body.privacy === 2;
    const newHash = isHashNeeded ? await hashPassword(body.password ?? '') : null;
    const decide = (current: Website) => {
      ifMatch?.(current);
      const decision = decidePrivacy(
        { privacy: current.privacy, hasPassword: current.passwordHash !== null },
        { privacy: body.privacy, hasPassword: body.password !== undefined },
      );
      warnings.add(...decision.warnings);
      const hashes = { keep: current.passwordHash, replace: newHash, forget: null };
      return { privacy: decision.privacy, passwordHash: hashes[decision.password] };
    };
    const website = await this.websites.update(actor, id, { action: 'website.updated', decide });
    if (!website) throw new WebsiteNotFound();
    return website;
  }

  /** @throws WebsiteNotFound, PreconditionFailed */
  async renewShareUrl(
    actor: Actor,
    id: number,
    { ifMatch, runOnce }: { ifMatch: Precondition<Website>; runOnce: RunOnce },
  ): Promise<Website> {
    return runOnce({ id }, async (claim) => {
      if (claim?.recordId) return this.show(actor.accountId, id);
      const website = await this.websites.update(actor, id, {
        action: 'website.share_url_renewed',
        decide: (current) => {
          ifMatch?.(current);
          return { shareToken: newShareToken() };
        },
        take: async (manager, websiteId) => claim?.take(manager, websiteId),
      });
      if (!website) throw new WebsiteNotFound();
      return website;
    });
  }

  /** @throws WebsiteNotFound, PreconditionFailed */
  async delete(actor: Actor, id: number, ifMatch: Precondition<Website>): Promise<void> {
    if (!(await this.websites.delete(actor, id, (current) => ifMatch?.(current))))
      throw new WebsiteNotFound();
  }
}
