import { ApiProperty } from '@nestjs/swagger';
import { IdField, LinksField, StringField } from '../platform/http/openapi/fields.js';
import { ApiEvent } from '../webhooks/api-event.decorator.js';
import { shortUrl } from '../webhooks/event-body.js';
import { type Crawl, type CrawlSummary } from './crawl.entity.js';
import { CrawledPagesView, CrawlScoreView } from './crawl.view.js';

@ApiEvent('crawl.completed', { summary: 'A crawl has ended by itself' })
export class CrawlCompletedView {
  @IdField({ example: 7 }) crawl_id!: number;

  @IdField() website_id!: number;

  @StringField(500, {
    description: 'Where it started, exactly as it was sent; if it is longer, its beginning and "…".',
    example: 'https://example.com/',
  })
  url!: string;

  @ApiProperty({ type: () => CrawledPagesView }) pages!: CrawledPagesView;

  @ApiProperty({ type: () => CrawlScoreView }) score!: CrawlScoreView;

  @LinksField({ crawl: 'crawls/7' }) links!: { crawl: string };
}

/** @param link to the crawl */
export function crawlCompletedView(
  { id, websiteId, url }: Crawl,
  { pages, score }: CrawlSummary,
  link: string,
): CrawlCompletedView {
  return { crawl_id: id, website_id: websiteId, url: shortUrl(url), pages, score, links: { crawl: link } };
}
