import { ApiProperty } from '@nestjs/swagger';
import { EnumField, IdField, LinksField, StringField } from '../platform/http/openapi/fields.js';
import { ApiEvent } from '../webhooks/events/api-event.decorator.js';
import { shortUrl } from '../basics/url.js';
import { type Crawl, type CrawlSummary } from './crawl.entity.js';
import { CrawledPagesView, CrawlScoreView } from './crawl.view.js';

const ENDED = ['completed', 'failed'] as const;

/** How a crawl has ended by itself. */
export interface CrawlEnding {
  readonly status: (typeof ENDED)[number];
  readonly errorDetail: string | null;
  readonly summary: CrawlSummary;
}

@ApiEvent('crawl.completed', { summary: 'A crawl has ended by itself' })
export class CrawlCompletedView {
  @IdField({ example: 7 }) crawl_id!: number;

  @IdField() website_id!: number;

  @StringField(500, {
    description: 'Where it started, exactly as it was sent; if it is longer, its beginning and "…".',
    example: 'https://example.com/',
  })
  url!: string;

  @EnumField(ENDED, { description: 'A crawl that is cancelled has no event.', example: 'completed' })
  status!: (typeof ENDED)[number];

  @StringField(1000, { nullable: true, description: 'Why it failed, or was completed early.', example: null })
  error!: string | null;

  @ApiProperty({ type: () => CrawledPagesView }) pages!: CrawledPagesView;

  @ApiProperty({ type: () => CrawlScoreView }) score!: CrawlScoreView;

  @LinksField({ crawl: 'crawls/7' }) links!: { crawl: string };
}

/** @param link to the crawl */
export function crawlCompletedView(
  { id, websiteId, url }: Crawl,
  { status, errorDetail, summary: { pages, score } }: CrawlEnding,
  link: string,
): CrawlCompletedView {
  return {
    crawl_id: id,
    website_id: websiteId,
    url: shortUrl(url),
    status,
    error: errorDetail,
    pages,
    score,
    links: { crawl: link },
  };
}
