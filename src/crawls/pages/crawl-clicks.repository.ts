import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type Repository } from 'typeorm';
import { slicesOf } from '../../basics/slices.js';
import { Database } from '../../platform/database/database.js';
import { type CrawlId } from '../crawls.repository.js';
import { ClickDepths, type KnownDepth } from './click-depths.js';
import { CrawlPage } from './crawl-page.entity.js';

/** Pages that one statement reads or changes, and whose links one reads: a page can have those of all others. */
const PAGES = 5000;
const LINKED_PAGES = 200;

const KNOWN = `SELECT id, depth, target_hash AS "targetHash" FROM crawl_pages
  WHERE account_id = $1 AND crawl_id = $2 AND id > $3 ORDER BY id LIMIT ${String(PAGES)}`;

/** By a set of hashes: where PostgreSQL has no statistics of a new crawl yet, a join may read all of its pages for each. */
const TARGETS = `SELECT id, url_hash AS "urlHash" FROM crawl_pages
  WHERE account_id = $1 AND crawl_id = $2 AND url_hash = ANY($3::bytea[])`;

/** A text for each page: a row for each link would be millions. */
const LINKS = `SELECT to_id AS "toId", string_agg(from_id::text, ' ') AS "fromIds" FROM crawl_links
  WHERE account_id = $1 AND crawl_id = $2 AND kind = 'link' AND to_id = ANY($3::bigint[])
  GROUP BY to_id`;

const LOWER = `UPDATE crawl_pages p SET depth = n.depth FROM unnest($3::bigint[], $4::integer[]) AS n (id, depth)
  WHERE p.account_id = $1 AND p.crawl_id = $2 AND p.id = n.id AND (p.depth IS NULL OR p.depth > n.depth)`;

type KnownRow = Pick<CrawlPage, 'id' | 'depth' | 'targetHash'>;

/** How far the pages of a crawl are from its start. */
@Injectable()
export class CrawlClicksRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(CrawlPage) private readonly pages: Repository<CrawlPage>,
  ) {}

  /** Corrects the depths, which are the least clicks from the start: pages are not visited in their order, so those known
   *  before may be too high, or null. Depths are only lowered, so it may be broken off, and done again. They are counted
   *  here: in SQL, each click is a statement that reads all links, and pages that link to the next one only make thousands. */
  async correct(crawl: CrawlId, startHash: Buffer): Promise<void> {
    const { accountId, id } = crawl;
    await this.pages.update({ accountId, crawlId: id, urlHash: startHash }, { depth: 0 });
    const depths = new ClickDepths(await this.known(crawl));
    for (const pages of slicesOf(depths.improvable, LINKED_PAGES)) {
      const rows = await this.database.query<{ toId: number; fromIds: string }>(LINKS, [
        accountId,
        id,
        pages,
      ]);
      for (const { toId, fromIds } of rows)
        for (const fromId of fromIds.split(' ')) depths.addLink(Number(fromId), toId);
    }
    for (const pages of slicesOf(depths.lowered(), PAGES)) {
      const lowered = [pages.map((page) => page.id), pages.map(({ depth }) => depth)];
      await this.database.query(LOWER, [accountId, id, ...lowered]);
    }
  }

  private async known(crawl: CrawlId): Promise<KnownDepth[]> {
    const all: KnownDepth[] = [];
    for (let isMore = true; isMore;) {
      const after = all.at(-1)?.id ?? 0;
      const rows = await this.database.query<KnownRow>(KNOWN, [crawl.accountId, crawl.id, after]);
      const targets = await this.idsOf(
        crawl,
        rows.flatMap(({ targetHash }) => targetHash ?? []),
      );
      for (const { id, depth, targetHash } of rows)
        all.push({ id, depth, targetId: (targetHash && targets.get(targetHash.toString('hex'))) ?? null });
      isMore = rows.length > 0;
    }
    return all;
  }

  /** Ids of pages by the hashes of their addresses in hexadecimal. */
  private async idsOf(
    { accountId, id }: CrawlId,
    urlHashes: readonly Buffer[],
  ): Promise<Map<string, number>> {
    if (urlHashes.length === 0) return new Map();
    const rows = await this.database.query<Pick<CrawlPage, 'id' | 'urlHash'>>(TARGETS, [
      accountId,
      id,
      urlHashes,
    ]);
    return new Map(rows.map((page) => [page.urlHash.toString('hex'), page.id]));
  }
}
