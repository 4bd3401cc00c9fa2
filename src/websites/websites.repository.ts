import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, MoreThan, type Repository } from 'typeorm';
import { Database, type Transaction } from '../platform/database/database.js';
import { entityColumns, type ListSql, readSlice } from '../platform/database/list-sql.js';
import { SEARCH_TOTAL_CAP, type Slice, type SliceOf } from '../platform/database/slice.js';
import { foldCase } from '../basics/fold-case.js';
import { DeletedWebsite } from './deleted-website.entity.js';
import { spelledAsDomain } from './domain.js';
import { type ListWebsitesQuery } from './dto/list-websites.dto.js';
import { newShareToken } from './share-token.js';
import { WebsiteDay } from './website-day.entity.js';
import { type Privacy, Website } from './website.entity.js';

/** How a website's score changed. */
export interface ScoreChange {
  readonly websiteId: number;
  /** Of the change: `2026-11-20`. */
  readonly day: string;
  /** On the newest day with reports. */
  readonly score: number;
  /** Before the change. */
  readonly before: number;
}

const PLOTTED_DAYS = 180;

@Injectable()
export class WebsitesRepository {
  constructor(
    private readonly database: Database,
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

  /** The newest website whose share page is open. */
  async newestShared(accountId: number): Promise<Website | null> {
    return this.websites.findOne({ where: { accountId, privacy: 0 }, order: { id: 'DESC' } });
  }

  /** The newest days with reports, oldest first: those that a plot shows. */
  async daysOf({ accountId, id }: Website): Promise<WebsiteDay[]> {
    const where = { accountId, websiteId: id, pagesCount: MoreThan(0) };
    return (await this.days.find({ where, order: { day: 'DESC' }, take: PLOTTED_DAYS })).reverse();
  }

  /** The last change of each website's score, of the newest days of all websites.
   *  @param least smaller changes are none, in points
   *  @param days how many days of websites are read */
  async lastChanges(
    accountId: number,
    { since, least, days }: { since: string; least: number; days: number },
  ): Promise<ScoreChange[]> {
    const scoreOf = (day: string) => `round(${day}.page_score_sum::numeric / ${day}.pages_count, 1)`;
    const newest = this.days
      .createQueryBuilder('d')
      .select('d.website_id', 'website_id')
      .addSelect('d.day', 'day')
      .addSelect(scoreOf('d'), 'score')
      .where('d.account_id = :accountId AND d.pages_count > 0 AND d.day >= :since', { accountId, since })
      .orderBy('d.day', 'DESC')
      .limit(days);
    const earlier = this.days
      .createQueryBuilder('b')
      .select(scoreOf('b'))
      .where(
        'b.account_id = :accountId AND b.website_id = n.website_id AND b.day < n.day AND b.pages_count > 0',
      )
      .orderBy('b.day', 'DESC')
      .limit(1);
    const compared = this.days.manager
      .createQueryBuilder()
      .select('n.*')
      .addSelect(
        `coalesce(lag(n.score) OVER (PARTITION BY n.website_id ORDER BY n.day), (${earlier.getQuery()}))`,
        'before',
      )
      .addSelect('first_value(n.score) OVER (PARTITION BY n.website_id ORDER BY n.day DESC)', 'latest')
      .from(`(${newest.getQuery()})`, 'n');
    return this.days.manager
      .createQueryBuilder()
      .select('c.website_id', 'websiteId')
      .addSelect('c.day::text', 'day')
      .addSelect('c.latest::float', 'score')
      .addSelect('c.before::float', 'before')
      .distinctOn(['c.website_id'])
      .from(`(${compared.getQuery()})`, 'c')
      .where('abs(c.score - c.before) >= :least', { least })
      .setParameters(newest.getParameters())
      .orderBy('c.website_id')
      .addOrderBy('c.day', 'DESC')
      .getRawMany<ScoreChange>();
  }

  async findAll(accountId: number, ids: readonly number[]): Promise<Website[]> {
    return this.websites.findBy({ accountId, id: In([...ids]) });
  }

  /** Those of the ids that are the account's websites. */
  async idsAmong(accountId: number, ids: readonly number[]): Promise<number[]> {
    const found = await this.websites.find({ select: { id: true }, where: { accountId, id: In([...ids]) } });
    return found.map(({ id }) => id);
  }

  async idOf(tx: Transaction, accountId: number, domain: string): Promise<number | null> {
    const website = await tx.findOne(Website, { select: { id: true }, where: { accountId, domain } });
    return website?.id ?? null;
  }

  /** The websites of domains, by domain, created where there is none. Locks them until the end of the transaction, existing
   *  ones first, in one order, and before the account, whose counts a trigger updates when the statement ends. */
  async forDomains(
    tx: Transaction,
    accountId: number,
    websites: readonly { domain: string; privacy: Privacy }[],
  ): Promise<Map<string, Pick<Website, 'id' | 'shareToken'>>> {
    const byDomain = new Map(websites.map((website) => [website.domain, website]));
    const existing = await tx.find(Website, {
      select: { id: true, domain: true, shareToken: true },
      where: { accountId, domain: In([...byDomain.keys()]) },
      order: { domain: 'ASC' },
      lock: { mode: 'for_no_key_update' },
    });
    for (const { domain } of existing) byDomain.delete(domain);
    const created = await this.create(tx, accountId, [...byDomain.values()]);
    return new Map(
      [...existing, ...created].map(({ id, domain, shareToken }) => [domain, { id, shareToken }]),
    );
  }

  async lock(tx: Transaction, accountId: number, id: number): Promise<Website | null> {
    return tx.findOne(Website, { where: { accountId, id }, lock: { mode: 'pessimistic_write' } });
  }

  async update(
    tx: Transaction,
    { accountId, id }: Website,
    changes: Partial<Pick<Website, 'privacy' | 'passwordHash' | 'shareToken'>>,
  ): Promise<Website> {
    await tx.update(Website, { accountId, id }, { ...changes, updatedAt: () => 'now()' });
    return tx.findOneByOrFail(Website, { accountId, id });
  }

  /** Deletes a website; its reports are hidden. */
  async delete(tx: Transaction, { accountId, id }: Website): Promise<void> {
    await tx.delete(Website, { accountId, id });
    await tx.insert(DeletedWebsite, { accountId, websiteId: id });
  }

  /** Creates websites, or finds those that another transaction has created meanwhile. */
  private async create(
    tx: Transaction,
    accountId: number,
    websites: readonly { domain: string; privacy: Privacy }[],
  ): Promise<Pick<Website, 'id' | 'domain' | 'shareToken'>[]> {
    if (websites.length === 0) return [];
    const sorted = websites.toSorted((one, other) => (one.domain < other.domain ? -1 : 1));
    const inserted = await tx
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
  const kept = { text: 'SELECT websites_count FROM accounts WHERE id = $1', parameters: [accountId] };
  const total = conditions.length > 1 ? null : kept;
  const totalCap = search === undefined ? undefined : SEARCH_TOTAL_CAP;
  return { from: 'websites r', conditions, parameters, order: orders[sort_by], total, totalCap };
}
