import { Injectable, Logger } from '@nestjs/common';
import { messageOf } from '../../basics/message-of.js';
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
  private readonly logger = new Logger(CrawlStatistics.name);
  private readonly known = new Map<string, number>();

  constructor(private readonly pages: CrawlPagesRepository) {}

  async refresh({ accountId, id, found }: Pick<Crawl, 'accountId' | 'id' | 'found'>): Promise<void> {
    const key = `${String(accountId)}:${String(id)}`;
    if (found < Math.max(FIRST_AT, 2 * (this.known.get(key) ?? 0))) return;
    await this.take();
    if (this.known.size >= MAX_REMEMBERED) this.known.clear();
    this.known.set(key, found);
  }

  /** Crawls go on without: it may take longer than a statement may, and PostgreSQL will look by itself. */
  async take(): Promise<void> {
    await this.pages.analyze().catch((error: unknown) => {
      this.logger.warn({ msg: 'The tables of crawls could not be analyzed.', reason: messageOf(error) });
    });
  }
}
