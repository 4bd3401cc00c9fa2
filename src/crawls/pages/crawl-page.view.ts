import { IntegerField, StringField } from '../../platform/http/openapi/fields.js';
import { type ReportRow } from '../../reports/full-report.js';
import { reportView, ReportView } from '../../reports/views/report.view.js';
import { type ListedPage } from './crawl-pages.repository.js';

/** A page of a crawl with its report. */
export interface CrawledReport extends Pick<ListedPage, 'depth' | 'foundOn' | 'sitemap'> {
  readonly report: ReportRow;
}

/** A report of a crawl. */
export class CrawlPageView extends ReportView {
  @IntegerField(0, 100_000, {
    nullable: true,
    description: 'Least clicks from the start of the crawl; null: no page links there.',
    example: 2,
  })
  depth!: number | null;

  @StringField(9000, {
    nullable: true,
    description:
      'A page that links there, or else the sitemap that lists it; null: neither, as for the target of a redirect.',
    example: 'https://example.com/',
  })
  found_on!: string | null;
}

export function crawlPageView(page: CrawledReport): CrawlPageView {
  return { ...reportView(page.report), depth: page.depth, found_on: page.foundOn ?? page.sitemap };
}
