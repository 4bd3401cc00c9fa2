import { Injectable } from '@nestjs/common';
import { type Crawl } from '../crawl.entity.js';
import { CrawlPagesRepository } from './crawl-pages.repository.js';

/** Fewer rows are read as fast by any index. */
const FIRST_AT = 200;
const MAX_REMEMBERED = 1000;

/** Has PostgreSQL look at the rows of a crawl whenever they have doubled. Until it has, it expects one row of a new crawl,
 *  may choose any index that begins with its id, and reads all of its rows for each page: with 10 000 of them 10 ms a
 *  statement. It would look by itself within a minute. */
@Injectable()
export class CrawlStatistics {
  private readonly known = new Map<string, number>();

  constructor(private readonly pages: CrawlPagesRepository) {}

  async refresh({ accountId, id, found }: Pick<Crawl, 'accountId' | 'id' | 'found'>): Promise<void> {
    const key = `${String(accountId)}:${String(id)}`;
    if (found < Math.max(FIRST_AT, 2 * (this.known.get(key) ?? 0))) return;
    await this.pages.analyze();
    if (this.known.size >= MAX_REMEMBERED) this.known.clear();
    this.known.set(key, found);
  }
}
