import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, MoreThan, type Repository } from 'typeorm';
import { AuditLogRepository } from '../audit-log/audit-log.repository.js';
import { changesBetween } from '../audit-log/changes.js';
import { type Actor } from '../auth/actor.js';
import { Database } from '../database/database.js';
import { entityColumns, type ListSql, readSlice } from '../database/listing.js';
import { type Slice, type SliceOf } from '../database/slice.js';
import { foldCase } from '../fold-case.js';
import { JobQueue } from '../queue/job-queue.repository.js';
import { DeleteWebsiteReportsJob } from './delete-website-reports.job.js';
import { DeletedWebsite } from './deleted-website.entity.js';
import { spelledAsDomain } from './domain.js';
import { type ListWebsitesQuery } from './dto/list-websites.dto.js';
import { newShareToken } from './share-token.js';
import { WebsiteDay } from './website-day.entity.js';
import { type Privacy, Website } from './website.entity.js';

@Injectable()
export class WebsitesRepository {
  constructor(
    private readonly database: Database,
    private readonly queue: JobQueue,
    private readonly auditLog: AuditLogRepository,
    @InjectRepository(Website) private readonly websites: Repository<Website>,
    @InjectRepository(WebsiteDay) private readonly days: Repository<WebsiteDay>,
  ) {}

  async listOf(accountId: number, query: ListWebsitesQuery, slice: Slice): Promise<SliceOf<Website>> {
    const columns = entityColumns(this.websites);
    return readSlice<Website>(this.database, { ...websitesSql(accountId, query), columns }, slice);
  }

  async find(accountId: number, id: number): Promise<Website | null> {
    return this.websites.findOneBy({ accountId, id });
  }

  /** The website with this share address, whatever its privacy. */
  async findShared(shareToken: string): Promise<Website | null> {
    return this.websites.findOneBy({ shareToken });
  }

  /** The newest days with reports, oldest first. */
  async daysOf({ accountId, id }: Website, limit: number): Promise<WebsiteDay[]> {
    const where = { accountId, websiteId: id, pagesCount: MoreThan(0) };
    return (await this.days.find({ where, order: { day: 'DESC' }, take: limit })).reverse();
  }

  /** Those of the ids that are the account's websites. */
  async idsAmong(accountId: number, ids: readonly number[]): Promise<number[]> {
    const found = await this.websites.find({ select: { id: true }, where: { accountId, id: In([...ids]) } });
    return found.map(({ id }) => id);
  }

  /** The websites of domains, by domain, created where there is none. Locks them until the end of the transaction, existing
   *  ones first, in one order, and before the account, whose counts a trigger updates when the statement ends. */
  async forDomains(
    manager: EntityManager,
    accountId: number,
    websites: readonly { domain: string; privacy: Privacy }[],
  ): Promise<Map<string, Pick<Website, 'id' | 'shareToken'>>> {
    const byDomain = new Map(websites.map((website) => [website.domain, website]));
    const existing = await manager.find(Website, {
      select: { id: true, domain: true, shareToken: true },
      where: { accountId, domain: In([...byDomain.keys()]) },
      order: { domain: 'ASC' },
      lock: { mode: 'for_no_key_update' },
    });
    for (const { domain } of existing) byDomain.delete(domain);
    const created = await this.create(manager, accountId, [...byDomain.values()]);
    return new Map(
      [...existing, ...created].map(({ id, domain, shareToken }) => [domain, { id, shareToken }]),
    );
  }

  /** Changes a website as decided on its locked row.
   *  @param decide returns the changes, and may throw
   *  @returns null if the account has no such website */
  async update(
    actor: Actor,
    id: number,
    {
      action,
      decide,
      take,
    }: {
      action: `website.${string}`;
      decide: (current: Website) => Partial<Pick<Website, 'privacy' | 'passwordHash' | 'shareToken'>>;
      take?: (manager: EntityManager, id: number) => Promise<void>;
    },
  ): Promise<Website | null> {
    const { accountId } = actor;
    return this.database.transaction(async (manager) => {
      const current = await lock(manager, accountId, id);
      if (!current) return null;
      const changed = decide(current);
      await take?.(manager, id);
      if (Object.entries(changed).every(([name, value]) => current[name as keyof Website] === value))
        return current;
      await manager.update(Website, { accountId, id }, { ...changed, updatedAt: () => 'now()' });
      const { domain, privacy, passwordHash } = current;
      const after = { domain, privacy, passwordHash, ...changed };
      const changes = changesBetween(loggedOf(current), loggedOf(after));
      await this.auditLog.add(manager, actor, { action, id, changes });
      return manager.findOneByOrFail(Website, { accountId, id });
    });
  }

  /** Deletes a website at once; its reports are hidden and deleted by a job.
   *  @param confirm gets the locked row, and may throw
   *  @returns whether the account had such a website */
  async delete(actor: Actor, id: number, confirm: (current: Website) => void): Promise<boolean> {
    const { accountId } = actor;
    return this.database.transaction(async (manager) => {
      const current = await lock(manager, accountId, id);
      if (!current) return false;
      confirm(current);
      await manager.delete(Website, { accountId, id });
      await manager.insert(DeletedWebsite, { accountId, websiteId: id });
      await this.queue.add(DeleteWebsiteReportsJob, { payload: { accountId, websiteId: id }, manager });
      const changes = changesBetween(loggedOf(current), null);
      await this.auditLog.add(manager, actor, { action: 'website.deleted', id, changes });
      return true;
    });
  }

  /** Creates websites, or finds those that another transaction has created meanwhile. */
  private async create(
    manager: EntityManager,
    accountId: number,
    websites: readonly { domain: string; privacy: Privacy }[],
  ): Promise<Pick<Website, 'id' | 'domain' | 'shareToken'>[]> {
    if (websites.length === 0) return [];
    const sorted = websites.toSorted((one, other) => (one.domain < other.domain ? -1 : 1));
    const inserted = await manager
      .createQueryBuilder()
      .insert()
      .into(Website)
      .values(sorted.map((website) => ({ accountId, ...website, shareToken: newShareToken() })))
      .orUpdate(['updated_at'], ['account_id', 'domain'])
      .returning(['id', 'domain', 'shareToken'])
      .execute();
    const rows = inserted.raw as { id: number; domain: string; share_token: string }[];
    return rows.map(({ id, domain, share_token: shareToken }) => ({ id, domain, shareToken }));
  }
}

async function lock(manager: EntityManager, accountId: number, id: number): Promise<Website | null> {
  return manager.findOne(Website, { where: { accountId, id }, lock: { mode: 'pessimistic_write' } });
}

/** What the audit log shows of a website. */
function loggedOf({
  domain,
  privacy,
  passwordHash,
}: Pick<Website, 'domain' | 'privacy' | 'passwordHash'>): object {
  return { domain, privacy, password_set: passwordHash !== null };
}

/** An account's websites as SQL. Missing averages come last in both directions. */
export function websitesSql(accountId: number, query: ListWebsitesQuery): Omit<ListSql, 'columns'> {
  const { sort_by, sort, search, created_after, created_before } = query;
  const average = `coalesce(reports_avg_score, ${sort === 'asc' ? '101' : '-1'})`;
  const orders = { id: 'r.id', domain: 'domain', reports_count: 'reports_count', reports_avg_score: average };
  const conditions = ['account_id = $1'];
  const parameters: unknown[] = [accountId];
  const add = (condition: string, value: unknown) =>
    conditions.push(condition.replace('?', `$${String(parameters.push(value))}`));
  if (search !== undefined) add('strpos(domain, ?) > 0', foldCase(spelledAsDomain(search)));
  if (created_after) add('created_at >= ?', created_after);
  if (created_before) add('created_at < ?', created_before);
  const total = conditions.length > 1 ? null : 'SELECT websites_count FROM accounts WHERE id = $1';
  return { from: 'websites r', conditions, parameters, order: orders[sort_by], total };
}
