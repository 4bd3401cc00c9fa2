import { Injectable } from '@nestjs/common';
import { AuditLogRepository } from '../account/audit-log/audit-log.repository.js';
import { changesBetween } from '../account/audit-log/changes.js';
import { type Actor } from '../auth/actor.js';
import { Database, type Transaction } from '../platform/database/database.js';
import { type Listing, listingOf } from '../platform/http/listing/listing.js';
import { Idempotency } from '../platform/http/idempotency/idempotency.js';
import { type Change, type RecordToChange } from '../platform/http/handler-parameters.js';
import { requireOrder } from '../platform/http/rules/dates.js';
import { JobQueue } from '../platform/queue/job-queue.js';
import { DeleteWebsiteReportsJob } from './delete-website-reports.job.js';
import { type ListWebsitesQuery } from './dto/list-websites.dto.js';
import { type UpdateWebsiteBody } from './dto/update-website.dto.js';
import { type WebsiteHistoryQuery } from './dto/website-history.dto.js';
import { hashPassword } from './password.js';
import { decidePrivacy } from './privacy.js';
import { newShareToken } from './share-token.js';
import { WebsiteDeletions } from './website-deletions.js';
import { type WebsiteDay } from './website-day.entity.js';
import { WebsiteHistoryRepository } from './website-history.repository.js';
import { type HistoryRowView } from './website-history.view.js';
import { WebsiteNotFound } from './website-not-found.js';
import { type Website } from './website.entity.js';
import { type ScoreChange, WebsitesRepository } from './websites.repository.js';

/** Days for which it is news that a score fell. */
const FALLEN_DAYS = 30;
/** Smaller ones are no news, in points. */
const MIN_CHANGE = 1;
/** Days of websites that are looked at for falls. */
const MAX_DAYS = 20_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** A website whose score is lower than before. */
export interface FallenWebsite extends ScoreChange {
  readonly domain: string;
  /** In points, to a tenth, as scores are. */
  readonly fall: number;
}

@Injectable()
export class WebsitesService {
  constructor(
    private readonly database: Database,
    private readonly websites: WebsitesRepository,
    private readonly histories: WebsiteHistoryRepository,
    private readonly auditLog: AuditLogRepository,
    private readonly queue: JobQueue,
    private readonly idempotency: Idempotency,
    private readonly deletions: WebsiteDeletions,
  ) {}

  async list(accountId: number, query: ListWebsitesQuery): Promise<Listing<Website>> {
    return listingOf(query, accountId, (slice) => this.websites.listOf(accountId, query, slice));
  }

  /** The newest website whose share page is open. */
  async newestShared(accountId: number): Promise<Website | null> {
    return this.websites.newestShared(accountId);
  }

  /** @throws WebsiteNotFound */
  async show(accountId: number, id: number): Promise<Website> {
    const website = await this.websites.find(accountId, id);
    if (!website) throw new WebsiteNotFound();
    return website;
  }

  /** Those of some websites that exist, by domain. */
  async some(accountId: number, ids: readonly number[]): Promise<Website[]> {
    const found = await this.websites.findAll(accountId, ids);
    return found.toSorted((one, other) => (one.domain < other.domain ? -1 : 1));
  }

  /** Scores of a website over time.
   *  @throws WebsiteNotFound, ValidationFailed */
  async history(accountId: number, id: number, query: WebsiteHistoryQuery): Promise<HistoryRowView[]> {
    requireOrder(query);
    await this.show(accountId, id);
    return this.histories.of(accountId, id, query);
  }

  /** The days of a website with reports, oldest first: half a year of them at most. */
  async days(website: Website): Promise<WebsiteDay[]> {
    return this.websites.daysOf(website);
  }

  /** The websites whose score fell when it last changed by a point or more, within 30 days, the deepest fall first. */
  async fallen(accountId: number, count: number): Promise<FallenWebsite[]> {
    const since = new Date(Date.now() - FALLEN_DAYS * DAY_MS).toISOString().slice(0, 10);
    const options = { since, least: MIN_CHANGE, days: MAX_DAYS };
    const falls = (await this.websites.lastChanges(accountId, options))
      .map((change) => ({ ...change, fall: tenths(change.before - change.score) }))
      .filter(({ fall }) => fall >= MIN_CHANGE)
      .sort((one, other) => other.fall - one.fall)
      .slice(0, count);
    const websites = await this.websites.findAll(
      accountId,
      falls.map(({ websiteId }) => websiteId),
    );
    const domains = new Map(websites.map(({ id, domain }) => [id, domain]));
    return falls.flatMap((fall) => {
      const domain = domains.get(fall.websiteId);
      return domain === undefined ? [] : [{ ...fall, domain }];
    });
  }

  /** @throws WebsiteNotFound, PreconditionFailed */
  async update(
    actor: Actor,
    { id, ifMatch, warnings }: Change<Website>,
    body: UpdateWebsiteBody,
  ): Promise<Website> {
    const isHashNeeded = body.password !== undefined && body.privacy === 2;
    const newHash = isHashNeeded ? await hashPassword(actor.accountId, body.password ?? '') : null;
    return this.database.transaction(async (tx) => {
      const current = await this.locked(tx, actor.accountId, id);
      ifMatch?.(current);
      const decision = decidePrivacy(
        { privacy: current.privacy, hasPassword: current.passwordHash !== null },
        { privacy: body.privacy, hasPassword: body.password !== undefined },
      );
      warnings.add(...decision.warnings);
      const hashes = { keep: current.passwordHash, replace: newHash, forget: null };
      const changed = { privacy: decision.privacy, passwordHash: hashes[decision.password] };
      const { privacy, passwordHash } = changed;
      if (privacy === current.privacy && passwordHash === current.passwordHash) return current;
      const updated = await this.websites.update(tx, current, changed);
      const isReplaced = current.passwordHash !== null && newHash !== null;
      const changes = {
        ...changesBetween(loggedOf(current), loggedOf(updated)),
        ...(isReplaced && { password_replaced: [null, true] as const }),
      };
      await this.auditLog.add(tx, actor, { action: 'website.updated', id, changes });
      return updated;
    });
  }

  /** @throws WebsiteNotFound, PreconditionFailed */
  async renewShareUrl(actor: Actor, { id, ifMatch, repeatable }: Change<Website>): Promise<Website> {
    return this.idempotency.once(
      repeatable,
      { id },
      {
        again: () => this.show(actor.accountId, id),
        create: async (tx) => {
          const current = await this.locked(tx, actor.accountId, id);
          ifMatch?.(current);
          const updated = await this.websites.update(tx, current, { shareToken: newShareToken() });
          await this.auditLog.add(tx, actor, { action: 'website.share_url_renewed', id });
          return { id, result: updated };
        },
      },
    );
  }

  /** Deletes a website at once; its reports are hidden, and deleted by a job.
   *  @throws WebsiteNotFound, PreconditionFailed */
  async delete(actor: Actor, { id, ifMatch }: RecordToChange<Website>): Promise<void> {
    const { accountId } = actor;
    await this.database.transaction(async (tx) => {
      const current = await this.locked(tx, accountId, id);
      ifMatch?.(current);
      await this.websites.delete(tx, current);
      await this.deletions.publish(tx, { accountId, websiteId: id });
      await this.queue.add(DeleteWebsiteReportsJob, { payload: { accountId, websiteId: id }, tx });
      const changes = changesBetween(loggedOf(current), null);
      await this.auditLog.add(tx, actor, { action: 'website.deleted', id, changes });
    });
  }

  /** @throws WebsiteNotFound */
  private async locked(tx: Transaction, accountId: number, id: number): Promise<Website> {
    const website = await this.websites.lock(tx, accountId, id);
    if (!website) throw new WebsiteNotFound();
    return website;
  }
}

/** What the audit log shows of a website. */
function loggedOf({ domain, privacy, passwordHash }: Website): object {
  return { domain, privacy, password_set: passwordHash !== null };
}

function tenths(points: number): number {
  return Math.round(points * 10) / 10;
}
