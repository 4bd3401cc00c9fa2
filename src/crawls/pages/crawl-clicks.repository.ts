import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type Repository } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { type CrawlId } from '../crawls.repository.js';
import { CrawlPage } from './crawl-page.entity.js';

/** Pages whose links one statement reads: a crawl has up to millions, and a statement few seconds. */
const SLICE = 5000;

/** The last ids of slices of a crawl's pages. */
const SLICES = `SELECT max(id)::bigint AS last FROM (
    SELECT id, (row_number() OVER (ORDER BY id) - 1) / ${String(SLICE)} AS slice FROM crawl_pages
      WHERE account_id = $1 AND crawl_id = $2
  ) p GROUP BY slice ORDER BY slice`;

/** Lowers the depths of a slice to one click from the nearest page that links there. */
const LOWER_BY_LINKS = `UPDATE crawl_pages p SET depth = n.depth + 1
  FROM (
    SELECT l.to_id, min(f.depth) AS depth
      FROM crawl_links l JOIN crawl_pages f ON f.account_id = $1 AND f.crawl_id = $2 AND f.id = l.from_id
      WHERE l.account_id = $1 AND l.crawl_id = $2 AND l.to_id > $3 AND l.to_id <= $4 AND l.kind = 'link'
        AND f.depth IS NOT NULL
      GROUP BY l.to_id
  ) n
  WHERE p.account_id = $1 AND p.crawl_id = $2 AND p.id = n.to_id AND (p.depth IS NULL OR p.depth > n.depth + 1)
  RETURNING 1`;

/** A redirect is no click. */
const LOWER_BY_REDIRECTS = `UPDATE crawl_pages p SET depth = n.depth
  FROM (
    SELECT target_hash, min(depth) AS depth FROM crawl_pages
      WHERE account_id = $1 AND crawl_id = $2 AND depth IS NOT NULL AND target_hash IS NOT NULL
      GROUP BY target_hash
  ) n
  WHERE p.account_id = $1 AND p.crawl_id = $2 AND p.url_hash = n.target_hash AND (p.depth IS NULL OR p.depth > n.depth)
  RETURNING 1`;

/** How far the pages of a crawl are from its start. */
@Injectable()
export class CrawlClicksRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(CrawlPage) private readonly pages: Repository<CrawlPage>,
  ) {}

  /** Corrects the depths, which are the least clicks from the start: pages are not visited in their order, so those known
   *  before may be too high, or null. Each step only lowers them, so it may be broken off, and done again. */
  async correct({ accountId, id }: CrawlId, startHash: Buffer): Promise<void> {
    await this.pages.update({ accountId, crawlId: id, urlHash: startHash }, { depth: 0 });
    const slices = await this.database.query<{ last: number }>(SLICES, [accountId, id]);
    const isLowered = async (text: string, ...slice: number[]) =>
      (await this.database.query(text, [accountId, id, ...slice])).length > 0;
    for (let isMore = true; isMore;) {
      while (await isLowered(LOWER_BY_REDIRECTS));
      isMore = false;
      for (const [at, { last }] of slices.entries())
        if (await isLowered(LOWER_BY_LINKS, slices[at - 1]?.last ?? 0, last)) isMore = true;
    }
  }
}
