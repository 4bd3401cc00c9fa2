import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, LessThan, type Repository } from 'typeorm';
import { Database, type Transaction } from '../platform/database/database.js';
import { entityColumns, readSlice } from '../platform/database/list-sql.js';
import { type Slice, type SliceOf } from '../platform/database/slice.js';
import { Crawl, type CrawlStatus } from './crawl.entity.js';

export type NewCrawl = Pick<
  Crawl,
  | 'accountId'
  | 'websiteId'
  | 'url'
  | 'host'
  | 'maxPages'
  | 'maxDepth'
  | 'sources'
  | 'include'
  | 'exclude'
  | 'render'
  | 'delayMs'
  | 'keyId'
  | 'monitorId'
>;

/** Names a crawl. */
export type CrawlId = Pick<Crawl, 'accountId' | 'id'>;

const OPEN: readonly CrawlStatus[] = ['queued', 'running'];
const IS_OPEN = In(OPEN);

/** SQL of ours, because each row asks the index of the website's crawls: all crawls in order of their urls would be sorted
 *  once for each part. */
const EXPIRED = `SELECT account_id AS "accountId", id, (
      finished_at < now() - make_interval(days => $1) AND (
        SELECT count(*) FROM (
          SELECT FROM crawls newer
            WHERE newer.account_id = c.account_id AND newer.website_id = c.website_id AND newer.id > c.id
              AND newer.url = c.url AND newer.finished_at IS NOT NULL
              AND (newer.status = 'completed' OR c.status <> 'completed')
            LIMIT $2
        ) AS kept
      ) >= $2
    ) AS "isExpired"
  FROM (
    SELECT * FROM crawls WHERE (account_id, id) > ($4, $5) AND finished_at IS NOT NULL ORDER BY account_id, id LIMIT $3
  ) AS c ORDER BY account_id, id`;

@Injectable()
export class CrawlsRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(Crawl) private readonly crawls: Repository<Crawl>,
  ) {}

  /** @param websiteId undefined: of all websites */
  async listOf(accountId: number, websiteId: number | undefined, slice: Slice): Promise<SliceOf<Crawl>> {
    const conditions = ['account_id = $1', ...(websiteId === undefined ? [] : ['website_id = $2'])];
    const parameters = [accountId, ...(websiteId === undefined ? [] : [websiteId])];
    const columns = entityColumns(this.crawls);
    const list = { columns, from: 'crawls r', conditions, parameters, order: 'r.id', total: null };
    return readSlice<Crawl>(this.database, list, slice);
  }

  async find(accountId: number, id: number): Promise<Crawl | null> {
    return this.crawls.findOneBy({ accountId, id });
  }

  /** The newest completed crawl of the same website before a crawl. */
  async previousTo({ accountId, websiteId, id }: Crawl): Promise<Crawl | null> {
    return this.crawls.findOne({
      where: { accountId, websiteId, id: LessThan(id), status: 'completed' },
      order: { id: 'DESC' },
    });
  }

  /** The last crawls of a website, newest first. */
  async lastOf(accountId: number, websiteId: number, count: number): Promise<Crawl[]> {
    return this.crawls.find({ where: { accountId, websiteId }, order: { id: 'DESC' }, take: count });
  }

  /** The next ended crawls after one, and which of them ended so many days ago and are not the last ones of their url. */
  async endedAfter(
    { accountId, id }: CrawlId,
    { days, keep, limit }: { readonly days: number; readonly keep: number; readonly limit: number },
  ): Promise<(CrawlId & { readonly isExpired: boolean })[]> {
    return this.database.query(EXPIRED, [days, keep, limit, accountId, id]);
  }

  /** With its robots.txt. */
  async findWithRules(
    { accountId, id }: CrawlId,
    tx: Transaction = this.crawls.manager,
  ): Promise<Crawl | null> {
    return tx
      .createQueryBuilder(Crawl, 'crawl')
      .addSelect('crawl.robotsTxt')
      .where({ accountId, id })
      .getOne();
  }

  async lock(tx: Transaction, { accountId, id }: CrawlId): Promise<Crawl | null> {
    return tx.findOne(Crawl, { where: { accountId, id }, lock: { mode: 'for_no_key_update' } });
  }

  /** @returns null: it has ended */
  async lockOpen(tx: Transaction, id: CrawlId): Promise<Crawl | null> {
    const crawl = await this.lock(tx, id);
    return crawl && OPEN.includes(crawl.status) ? crawl : null;
  }

  async countOpen(tx: Transaction, accountId: number): Promise<number> {
    return tx.countBy(Crawl, { accountId, status: IS_OPEN });
  }

  async insert(tx: Transaction, crawl: NewCrawl): Promise<Crawl> {
    const { identifiers } = await tx.insert(Crawl, { ...crawl, paceMs: crawl.delayMs });
    return tx.findOneByOrFail(Crawl, identifiers[0] as CrawlId);
  }

  async update(tx: Transaction, { accountId, id }: CrawlId, changes: Partial<Crawl>): Promise<void> {
    await tx.update(Crawl, { accountId, id }, { ...changes, updatedAt: () => 'now()' });
  }

  /** Counts what has been found and visited, which is no change of the crawl.
   *  @param loadedAtPace as it is now; the others are added */
  async count(
    tx: Transaction,
    { accountId, id }: CrawlId,
    {
      found = 0,
      dropped = 0,
      visited = 0,
      loadedAtPace,
    }: Partial<Pick<Crawl, 'found' | 'dropped' | 'visited' | 'loadedAtPace'>>,
  ): Promise<void> {
    const more = (column: string, count: number) => () => `${column} + ${String(count)}`;
    const counts = {
      found: more('found', found),
      // Pages may link to the same ones.
      dropped: () => `greatest(dropped, ${String(dropped)})`,
      visited: more('visited', visited),
      ...(loadedAtPace !== undefined && { loadedAtPace }),
    };
    await tx.update(Crawl, { accountId, id }, counts);
  }

  async delete(tx: Transaction, { accountId, id }: CrawlId): Promise<void> {
    await tx.delete(Crawl, { accountId, id });
  }

  /** Those of some crawls that are not over. */
  async openAmong(crawls: readonly CrawlId[]): Promise<CrawlId[]> {
    if (crawls.length === 0) return [];
    return this.crawls.find({
      select: { accountId: true, id: true },
      where: crawls.map(({ accountId, id }) => ({ accountId, id, status: IS_OPEN })),
    });
  }

  /** Those of some monitors whose crawl is not over. */
  async monitorsOfOpen(accountId: number, monitorIds: readonly number[]): Promise<Set<number>> {
    const crawls = await this.crawls.find({
      select: { accountId: true, id: true, monitorId: true },
      where: { accountId, monitorId: In(monitorIds), status: IS_OPEN },
    });
    return new Set(crawls.flatMap(({ monitorId }) => monitorId ?? []));
  }

  /** Id of a monitor's crawl that is not over; null: there is none. */
  async openOfMonitor(tx: Transaction, accountId: number, monitorId: number): Promise<number | null> {
    const where = { accountId, monitorId, status: IS_OPEN };
    const crawl = await tx.findOne(Crawl, { select: { accountId: true, id: true }, where });
    return crawl?.id ?? null;
  }

  /** Crawls that are not over: of a host, or all. */
  async open(host?: string, tx: Transaction = this.crawls.manager): Promise<CrawlId[]> {
    return tx.find(Crawl, {
      select: { accountId: true, id: true },
      where: { status: IS_OPEN, ...(host !== undefined && { host }) },
    });
  }
}
