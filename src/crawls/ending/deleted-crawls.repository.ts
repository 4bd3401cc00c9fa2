import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type Repository } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { DeletedCrawl } from './deleted-crawl.entity.js';

/** Rows of each table per transaction. */
const BATCH = 5000;
const TABLES = ['crawl_links', 'crawl_answers', 'crawl_pages'] as const;

type CrawlKey = Pick<DeletedCrawl, 'accountId' | 'crawlId'>;

@Injectable()
export class DeletedCrawlsRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(DeletedCrawl) private readonly deleted: Repository<DeletedCrawl>,
  ) {}

  async all(): Promise<DeletedCrawl[]> {
    return this.deleted.find();
  }

  /** Deletes some of what belongs to a deleted crawl.
   *  @returns whether there may be more */
  async deleteSome(crawl: DeletedCrawl): Promise<boolean> {
    for (const table of TABLES) if (await this.deleteSomeOf(table, crawl)) return true;
    await this.deleted.delete({ accountId: crawl.accountId, crawlId: crawl.crawlId });
    return false;
  }

  /** Deletes some rows of a crawl from one table. By place: no other columns find a part of a table.
   *  @returns whether there may be more */
  async deleteSomeOf(table: (typeof TABLES)[number], { accountId, crawlId }: CrawlKey): Promise<boolean> {
    const rows = await this.database.query(
      `DELETE FROM ${table} WHERE ctid IN (
        SELECT ctid FROM ${table} WHERE account_id = $1 AND crawl_id = $2 LIMIT ${String(BATCH)}
      ) RETURNING 1`,
      [accountId, crawlId],
    );
    return rows.length > 0;
  }
}
