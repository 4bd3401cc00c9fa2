import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type Repository } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { DeletedCrawl } from './deleted-crawl.entity.js';

/** Rows of each table per transaction. */
const BATCH = 5000;
const TABLES = ['crawl_links', 'crawl_answers', 'crawl_pages'] as const;

@Injectable()
export class DeletedCrawlsRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(DeletedCrawl) private readonly deleted: Repository<DeletedCrawl>,
  ) {}

  async all(): Promise<DeletedCrawl[]> {
    return this.deleted.find();
  }

  /** Deletes some of what belongs to a deleted crawl. By place: no other columns find a part of a table.
   *  @returns whether there may be more */
  async deleteSome({ accountId, crawlId }: DeletedCrawl): Promise<boolean> {
    for (const table of TABLES) {
      const rows = await this.database.query(
        `DELETE FROM ${table} WHERE ctid IN (
          SELECT ctid FROM ${table} WHERE account_id = $1 AND crawl_id = $2 LIMIT ${String(BATCH)}
        ) RETURNING 1`,
        [accountId, crawlId],
      );
      if (rows.length > 0) return true;
    }
    await this.deleted.delete({ accountId, crawlId });
    return false;
  }
}
