import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, MoreThan, Not, type Repository } from 'typeorm';
import { Database, type Statements, type Transaction } from '../../platform/database/database.js';
import { readSlice } from '../../platform/database/list-sql.js';
import { type Slice, type SliceOf } from '../../platform/database/slice.js';
import { type CrawlSummary, type SkipReason } from '../crawl.entity.js';
import { CrawlPage } from './crawl-page.entity.js';
import { type CrawlId } from '../crawls.repository.js';

/** A crawl may know 100,000 pages that it does not visit: one statement for all of them could take longer than one may. */
const CHANGED_AT_ONCE = 5000;

/** What a crawl knows of an address that it has found before. */
export type KnownPage = Pick<
  CrawlPage,
  'id' | 'urlHash' | 'state' | 'skippedFor' | 'depth' | 'sitemap' | 'foundOn'
>;

/** An address to visit, or not to. */
export interface FoundPage extends Pick<
  CrawlPage,
  'url' | 'urlHash' | 'shape' | 'depth' | 'sitemap' | 'foundOn'
> {
  /** null: it is to be visited. */
  readonly skippedFor: SkipReason | null;
}

/** A page of the list, which has a report. */
export interface ListedPage {
  readonly reportId: number;
  readonly depth: number | null;
  readonly sitemap: string | null;
  readonly foundOn: string | null;
}

const KNOWN = `SELECT id, url_hash AS "urlHash", state, skipped_for AS "skippedFor", depth,
    sitemap, found_on AS "foundOn"
  FROM crawl_pages WHERE account_id = $1 AND crawl_id = $2 AND url_hash = ANY($3)`;

const ADD = `INSERT INTO crawl_pages
    (account_id, crawl_id, url, url_hash, shape, depth, sitemap, found_on, state, skipped_for)
  SELECT $1, $2, u.url, u.url_hash, u.shape, u.depth, u.sitemap, u.found_on,
      CASE WHEN u.skipped_for IS NULL THEN 'waiting' ELSE 'skipped' END, u.skipped_for
    FROM unnest($3::text[], $4::bytea[], $5::bytea[], $6::integer[], $7::text[], $8::bigint[], $9::text[])
      AS u (url, url_hash, shape, depth, sitemap, found_on, skipped_for)
  ON CONFLICT (account_id, crawl_id, url_hash) DO UPDATE SET depth = excluded.depth, sitemap = excluded.sitemap,
    found_on = excluded.found_on,
    state = CASE WHEN crawl_pages.state = 'skipped' THEN excluded.state ELSE crawl_pages.state END,
    skipped_for = CASE WHEN crawl_pages.state = 'skipped' THEN excluded.skipped_for END`;

const SHAPES = `SELECT shape, count(*)::integer AS count FROM crawl_pages
  WHERE account_id = $1 AND crawl_id = $2 AND shape = ANY($3) AND state <> 'skipped' AND sitemap IS NULL
  GROUP BY shape`;

/** Addresses with a state. One that redirects and its target may have the same report: they are one page. */
function pagesIn(state: 'completed' | 'failed'): string {
  return `count(DISTINCT coalesce(report_id, -id)) FILTER (WHERE state = '${state}')::integer AS ${state}`;
}

/** The report of a page that redirects is that of its target, or of another website. */
const IS_CHECKED = `state = 'completed' AND target_hash IS NULL`;

const SUMMARY = `SELECT crawl_id AS "crawlId",
    count(*) FILTER (WHERE state IN ('waiting', 'queued'))::integer AS queued,
    ${pagesIn('completed')},
    ${pagesIn('failed')},
    count(*) FILTER (WHERE skipped_for = 'robots')::integer AS robots,
    count(*) FILTER (WHERE skipped_for = 'nofollow')::integer AS nofollow,
    count(*) FILTER (WHERE skipped_for = 'file')::integer AS file,
    count(*) FILTER (WHERE skipped_for = 'trap')::integer AS trap,
    count(*) FILTER (WHERE skipped_for = 'excluded')::integer AS excluded,
    count(*) FILTER (WHERE skipped_for = 'depth')::integer AS depth,
    count(*) FILTER (WHERE skipped_for = 'limit')::integer AS limit,
    count(*) FILTER (WHERE ${IS_CHECKED})::integer AS checked,
    round(avg(score) FILTER (WHERE ${IS_CHECKED}), 2)::double precision AS mean,
    percentile_disc(0.1) WITHIN GROUP (ORDER BY score) FILTER (WHERE ${IS_CHECKED}) AS p10
  FROM crawl_pages WHERE account_id = $1 AND crawl_id = ANY($2) GROUP BY crawl_id`;

/** How the address was found that redirects to a page, and was loaded with it; by a link of the page itself does not count. */
function ofRedirecting(column: 'sitemap' | 'found_on'): string {
  const isLink = column === 'found_on';
  return `(SELECT a.${column} FROM crawl_pages a WHERE a.account_id = $1 AND a.crawl_id = $2
    AND a.report_id = r.report_id AND a.target_hash = r.url_hash
    AND a.${column} IS NOT NULL ${isLink ? 'AND a.found_on <> r.id' : ''} ORDER BY a.id LIMIT 1)`;
}

type SummaryRow = Record<SkipReason | 'crawlId' | 'queued' | 'completed' | 'failed', number> &
  CrawlSummary['score'] &
  Pick<CrawlSummary, 'checked'>;

/** The addresses of crawls. Sets of them are read and written as SQL: one statement for thousands of rows. */
@Injectable()
export class CrawlPagesRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(CrawlPage) private readonly pages: Repository<CrawlPage>,
  ) {}

  async known(
    tx: Transaction,
    { accountId, id }: CrawlId,
    urlHashes: readonly Buffer[],
  ): Promise<KnownPage[]> {
    return tx.query<KnownPage[]>(KNOWN, [accountId, id, urlHashes]);
  }

  /** How many pages of a shape are visited that no sitemap lists, by the shape in hexadecimal. */
  async countShapes(
    tx: Transaction,
    { accountId, id }: CrawlId,
    shapes: readonly Buffer[],
  ): Promise<Map<string, number>> {
    const rows = await tx.query<{ shape: Buffer; count: number }[]>(SHAPES, [accountId, id, shapes]);
    return new Map(rows.map(({ shape, count }) => [shape.toString('hex'), count]));
  }

  /** Adds addresses, and changes those that are known. A page that was visited stays visited. */
  async add(tx: Transaction, { accountId, id }: CrawlId, pages: readonly FoundPage[]): Promise<void> {
    const column = <K extends keyof FoundPage>(name: K) => pages.map((page) => page[name]);
    await tx.query(ADD, [
      ...[accountId, id, column('url'), column('urlHash'), column('shape'), column('depth')],
      ...[column('sitemap'), column('foundOn'), column('skippedFor')],
    ]);
  }

  /** The next pages to visit: the nearest to the start first.
   *  @param again only those that were visited in vain */
  async nextWaiting(
    { accountId, id }: CrawlId,
    limit: number,
    { again = false }: { again?: boolean } = {},
  ): Promise<CrawlPage[]> {
    if (limit <= 0) return [];
    return this.pages.find({
      where: { accountId, crawlId: id, state: 'waiting', ...(again && { tries: MoreThan(0) }) },
      order: { depth: { direction: 'ASC', nulls: 'LAST' }, id: 'ASC' },
      take: limit,
    });
  }

  /** The number of pages that were left out after they had been requested. */
  async countLeftOut(tx: Transaction, { accountId, id }: CrawlId): Promise<number> {
    return tx.countBy(CrawlPage, { accountId, crawlId: id, state: 'skipped', errorCode: Not(IsNull()) });
  }

  async find(tx: Transaction, { accountId, id }: CrawlId, pageId: number): Promise<CrawlPage | null> {
    return tx.findOneBy(CrawlPage, { accountId, crawlId: id, id: pageId });
  }

  async update(
    tx: Transaction,
    { accountId, crawlId, id }: CrawlPage,
    changes: Partial<CrawlPage>,
  ): Promise<void> {
    await tx.update(CrawlPage, { accountId, crawlId, id }, changes);
  }

  /** Has PostgreSQL look at the rows now, instead of within a minute. Until then it may read a finding of ten thousand pages
   *  by the wrong index, which takes 17 s instead of 50 ms. It leaves out what it is looking at already. */
  async analyze(): Promise<void> {
    await this.database.query('ANALYZE (SKIP_LOCKED) crawl_pages, crawl_links');
  }

  /** Skips some of the pages that are not visited any more.
   *  @returns whether there may be more */
  async skipSome(tx: Transaction, { accountId, id }: CrawlId): Promise<boolean> {
    const waiting = await tx.find(CrawlPage, {
      select: { id: true },
      where: { accountId, crawlId: id, state: 'waiting' },
      take: CHANGED_AT_ONCE,
    });
    const page = { accountId, crawlId: id, id: In(waiting.map((page) => page.id)) };
    await tx.update(CrawlPage, page, { state: 'skipped', skippedFor: 'limit' });
    return waiting.length === CHANGED_AT_ONCE;
  }

  /** Summaries of crawls, by their ids. */
  async summaries(
    statements: Statements,
    accountId: number,
    crawlIds: readonly number[],
  ): Promise<Map<number, CrawlSummary>> {
    if (crawlIds.length === 0) return new Map();
    const rows = (await statements.query(SUMMARY, [accountId, crawlIds])) as SummaryRow[];
    return new Map(
      rows.map(({ crawlId, queued, completed, failed, mean, p10, checked, ...skipped }) => [
        crawlId,
        { pages: { queued, completed, failed, skipped }, score: { mean, p10 }, checked },
      ]),
    );
  }

  async findByHash(tx: Transaction, { accountId, id }: CrawlId, urlHash: Buffer): Promise<CrawlPage | null> {
    return tx.findOneBy(CrawlPage, { accountId, crawlId: id, urlHash });
  }

  async listOf({ accountId, id }: CrawlId, slice: Slice): Promise<SliceOf<ListedPage>> {
    const list = {
      columns: `r.id, r.report_id AS "reportId", r.depth, coalesce(r.sitemap, ${ofRedirecting('sitemap')}) AS sitemap, (
        SELECT f.url FROM crawl_pages f WHERE f.account_id = $1 AND f.crawl_id = $2
          AND f.id = coalesce(r.found_on, ${ofRedirecting('found_on')})
      ) AS "foundOn"`,
      from: 'crawl_pages r',
      conditions: [
        'account_id = $1',
        'crawl_id = $2',
        `state IN ('completed', 'failed')`,
        'EXISTS (SELECT FROM reports q WHERE q.account_id = $1 AND q.id = r.report_id)',
        // The report of a page that redirects may be that of its target, too.
        `NOT EXISTS (SELECT FROM crawl_pages t WHERE t.account_id = $1 AND t.crawl_id = $2
          AND t.url_hash = r.target_hash AND t.report_id = r.report_id)`,
      ],
      parameters: [accountId, id],
    };
    return readSlice<ListedPage>(this.database, { ...list, order: 'r.id', total: null }, slice);
  }
}
