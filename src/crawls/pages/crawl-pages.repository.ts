import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Any, In, IsNull, MoreThan, type Repository } from 'typeorm';
import { Database, type Statements, type Transaction } from '../../platform/database/database.js';
import { readSlice } from '../../platform/database/list-sql.js';
import { type Slice, type SliceOf } from '../../platform/database/slice.js';
import { type CrawlSummary, type SkipReason } from '../crawl.entity.js';
import { CrawlPage } from './crawl-page.entity.js';
import { type CrawlId } from '../crawls.repository.js';
import { type Fingerprint } from '../findings/near-duplicates.js';
import { type LinkKind } from './crawl-link.entity.js';

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

/** A link to an address. */
export interface FoundLink {
  readonly urlHash: Buffer;
  readonly kind: LinkKind;
}

/** The audit of a page of a crawl. */
export interface CrawlAudit {
  readonly accountId: number;
  readonly crawlId: number;
  readonly pageId: number;
  readonly reportId: number;
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

const LINK = `INSERT INTO crawl_links (account_id, crawl_id, from_id, to_id, kind)
  SELECT $1, $2, $3, p.id, u.kind FROM unnest($4::bytea[], $5::text[]) AS u (url_hash, kind)
    JOIN crawl_pages p ON p.account_id = $1 AND p.crawl_id = $2 AND p.url_hash = u.url_hash AND p.id <> $3
  ON CONFLICT DO NOTHING`;

const QUEUE = `UPDATE crawl_pages p SET state = 'queued', report_id = u.report_id
  FROM unnest($3::bigint[], $4::bigint[]) AS u (id, report_id)
  WHERE p.account_id = $1 AND p.crawl_id = $2 AND p.id = u.id AND p.state = 'waiting'
  RETURNING 1`;

/** Puts queued pages back whose reports are neither in the queue nor ended for the crawl: they were deleted, or ended by a
 *  worker of an earlier version. */
const RECLAIM = `UPDATE crawl_pages p SET state = 'waiting', report_id = NULL, tries = p.tries + 1
  WHERE account_id = $1 AND crawl_id = $2 AND state = 'queued'
    AND NOT EXISTS (
      SELECT FROM pending_audits a WHERE a.account_id = p.account_id AND a.report_id = p.report_id
    )`;

/** Locks the audit of a page unless it was claimed, or is being claimed or deleted. */
const HOLD_AUDIT = `SELECT FROM pending_audits WHERE account_id = $1 AND report_id = $2 AND claimed_by IS NULL
  FOR UPDATE SKIP LOCKED`;

/** The report of a page that redirects is that of its target, or of another website. */
const IS_CHECKED = `state = 'completed' AND target_hash IS NULL`;

const SUMMARY = `SELECT crawl_id AS "crawlId",
    count(*) FILTER (WHERE state IN ('waiting', 'queued'))::integer AS queued,
    count(*) FILTER (WHERE state = 'completed')::integer AS completed,
    count(*) FILTER (WHERE state = 'failed')::integer AS failed,
    count(*) FILTER (WHERE skipped_for = 'robots')::integer AS robots,
    count(*) FILTER (WHERE skipped_for = 'nofollow')::integer AS nofollow,
    count(*) FILTER (WHERE skipped_for = 'file')::integer AS file,
    count(*) FILTER (WHERE skipped_for = 'trap')::integer AS trap,
    count(*) FILTER (WHERE skipped_for = 'excluded')::integer AS excluded,
    count(*) FILTER (WHERE skipped_for = 'depth')::integer AS depth,
    count(*) FILTER (WHERE skipped_for = 'limit')::integer AS limit,
    count(*) FILTER (WHERE ${IS_CHECKED})::integer AS checked,
    count(DISTINCT coalesce(report_id, -id)) FILTER (WHERE state IN ('completed', 'failed'))::integer AS audits,
    round(avg(score) FILTER (WHERE ${IS_CHECKED}), 2)::double precision AS mean,
    percentile_disc(0.1) WITHIN GROUP (ORDER BY score) FILTER (WHERE ${IS_CHECKED}) AS p10
  FROM crawl_pages WHERE account_id = $1 AND crawl_id = ANY($2) GROUP BY crawl_id`;

type SummaryRow = Record<SkipReason | 'crawlId' | 'queued' | 'completed' | 'failed', number> &
  CrawlSummary['score'] &
  Pick<CrawlSummary, 'checked' | 'audits'>;

const FINGERPRINTS = `SELECT min(id) AS id, simhash FROM crawl_pages
  WHERE account_id = $1 AND crawl_id = $2 AND state = 'completed' AND target_hash IS NULL AND is_indexable
    AND (canonical_hash IS NULL OR canonical_hash = url_hash) AND simhash IS NOT NULL
  GROUP BY content_hash, simhash ORDER BY 1`;

const NEAR = `UPDATE crawl_pages p SET near_id = u.near_id FROM unnest($3::bigint[], $4::bigint[]) AS u (id, near_id)
  WHERE p.account_id = $1 AND p.crawl_id = $2 AND p.id = u.id`;

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

  /** Stores to which pages a page links. Addresses that the crawl doesn't know are left out. */
  async link(
    tx: Transaction,
    { accountId, id }: CrawlId,
    from: number,
    links: readonly FoundLink[],
  ): Promise<void> {
    if (links.length === 0) return;
    const hashes = links.map(({ urlHash }) => urlHash);
    const kinds = links.map(({ kind }) => kind);
    await tx.query(LINK, [accountId, id, from, hashes, kinds]);
  }

  /** Notes of pages that are known, but not that any page links to them, that this one does. */
  async noteFoundOn(
    tx: Transaction,
    { accountId, crawlId, id }: Pick<CrawlPage, 'accountId' | 'crawlId' | 'id'>,
    urlHashes: readonly Buffer[],
  ): Promise<void> {
    await tx.update(
      CrawlPage,
      { accountId, crawlId, foundOn: IsNull(), urlHash: Any(urlHashes) },
      { foundOn: id },
    );
  }

  /** Those of links whose pages were found on a page first: without them, no click would lead there. */
  async foundOn(
    tx: Transaction,
    { accountId, crawlId, id }: Pick<CrawlPage, 'accountId' | 'crawlId' | 'id'>,
    links: readonly FoundLink[],
  ): Promise<FoundLink[]> {
    if (links.length === 0) return [];
    const pages = await tx.find(CrawlPage, {
      select: { accountId: true, crawlId: true, id: true, urlHash: true },
      where: { accountId, crawlId, foundOn: id, urlHash: In(links.map(({ urlHash }) => urlHash)) },
    });
    const found = new Set(pages.map(({ urlHash }) => urlHash.toString('hex')));
    return links.filter(({ urlHash }) => found.has(urlHash.toString('hex')));
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

  async countQueued({ accountId, id }: CrawlId, tx?: Transaction): Promise<number> {
    return (tx?.getRepository(CrawlPage) ?? this.pages).countBy({ accountId, crawlId: id, state: 'queued' });
  }

  /** The number of pages that turned out to be files when they were loaded. */
  async countFiles(tx: Transaction, { accountId, id }: CrawlId): Promise<number> {
    const files = { state: 'skipped', skippedFor: 'file', errorCode: 'not_html' } as const;
    return tx.countBy(CrawlPage, { accountId, crawlId: id, ...files });
  }

  /** How often a page was tried before that waits for the report of an audit; null: it does not wait for it any more. */
  async triesOf({ accountId, crawlId, pageId, reportId }: CrawlAudit): Promise<number | null> {
    const where = { accountId, crawlId, id: pageId, state: 'queued', reportId } as const;
    const page = await this.pages.findOne({ select: { id: true, tries: true }, where });
    return page?.tries ?? null;
  }

  /** The crawl of the page that waits for a report; null if none does. */
  async crawlWaitingFor(tx: Transaction, accountId: number, reportId: number): Promise<number | null> {
    const page = await tx.findOneBy(CrawlPage, { accountId, reportId, state: 'queued' });
    return page?.crawlId ?? null;
  }

  /** Keeps the audit of a queued page from being claimed until the end of the transaction.
   *  @returns false: a worker has it */
  async holdAudit(tx: Transaction, { accountId, reportId }: CrawlPage): Promise<boolean> {
    return (await tx.query<unknown[]>(HOLD_AUDIT, [accountId, reportId])).length > 0;
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

  /** Has waiting pages wait for the audits of their reports, which have the same order.
   *  @returns how many: the others are not waiting any more */
  async queue(
    tx: Transaction,
    { accountId, id }: CrawlId,
    pageIds: readonly number[],
    reportIds: readonly number[],
  ): Promise<number> {
    const [queued] = await tx.query<[unknown[], number]>(QUEUE, [accountId, id, pageIds, reportIds]);
    return queued.length;
  }

  async reclaim({ accountId, id }: CrawlId): Promise<void> {
    await this.database.query(RECLAIM, [accountId, id]);
  }

  /** Ids of the reports of pages whose audits have not ended. */
  async queuedReports(tx: Transaction, { accountId, id }: CrawlId): Promise<number[]> {
    const rows = await tx.find(CrawlPage, {
      select: { accountId: true, crawlId: true, id: true, reportId: true },
      where: { accountId, crawlId: id, state: 'queued' },
    });
    return rows.flatMap(({ reportId }) => reportId ?? []);
  }

  /** Puts the pages that wait for their audits back. */
  async unqueue(tx: Transaction, { accountId, id }: CrawlId): Promise<void> {
    await tx.update(
      CrawlPage,
      { accountId, crawlId: id, state: 'queued' },
      { state: 'waiting', reportId: null },
    );
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
      rows.map(({ crawlId, queued, completed, failed, mean, p10, checked, audits, ...skipped }) => [
        crawlId,
        { pages: { queued, completed, failed, skipped }, score: { mean, p10 }, checked, audits },
      ]),
    );
  }

  /** Contents of pages that searches may show, by their first address; equal ones once. */
  async fingerprints({ accountId, id }: CrawlId): Promise<Fingerprint[]> {
    return this.database.query<Fingerprint>(FINGERPRINTS, [accountId, id]);
  }

  /** @param nearIds the first page of its group by the id of each */
  async storeNear(
    tx: Transaction,
    { accountId, id }: CrawlId,
    nearIds: ReadonlyMap<number, number>,
  ): Promise<void> {
    await tx.query(NEAR, [accountId, id, [...nearIds.keys()], [...nearIds.values()]]);
  }

  async findByHash(tx: Transaction, { accountId, id }: CrawlId, urlHash: Buffer): Promise<CrawlPage | null> {
    return tx.findOneBy(CrawlPage, { accountId, crawlId: id, urlHash });
  }

  async listOf({ accountId, id }: CrawlId, slice: Slice): Promise<SliceOf<ListedPage>> {
    const list = {
      columns: `r.id, r.report_id AS "reportId", r.depth, r.sitemap, (
        SELECT f.url FROM crawl_pages f WHERE f.account_id = $1 AND f.crawl_id = $2 AND f.id = r.found_on
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
