import { Injectable } from '@nestjs/common';
import { type Transaction } from '../platform/database/database.js';
import { Events } from '../webhooks/events/events.service.js';
import { crawlCompletedView, type CrawlEnding } from './crawl-event.view.js';
import { type Crawl } from './crawl.entity.js';

/** Publishes the events of crawls. */
@Injectable()
export class CrawlEvents {
  constructor(private readonly events: Events) {}

  async completed(tx: Transaction, crawl: Crawl, ending: CrawlEnding): Promise<void> {
    const { accountId, id, websiteId } = crawl;
    const data = crawlCompletedView(crawl, ending, this.events.linkTo(`crawls/${String(id)}`));
    await this.events.publish(tx, { accountId, type: 'crawl.completed', websiteId }, () => [data]);
  }
}
