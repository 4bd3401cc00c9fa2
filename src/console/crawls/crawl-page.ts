import { type ListCrawlPagesQuery } from '../../crawls/dto/list-crawls.dto.js';
import { type CrawledReport } from '../../crawls/pages/crawl-page.view.js';
import { type Listing } from '../../platform/http/listing/listing.js';
import { type Html, html, NOTHING } from '../../platform/pages/html.js';
import { type CrawlContent, crawlParts } from '../../presentation/crawls/crawl-sections.js';
import { isOpen, pagesText } from '../../presentation/crawls/crawl-progress.js';
import { pagination } from '../../presentation/list-parts.js';
import { type ListQuery } from '../forms/list-query.decorator.js';
import { type ConsoleVisit } from '../sessions/console-visit.js';
import { consolePage, may, postButton } from '../pages/console-page.js';
import { reportRows } from '../pages/report-rows.js';

export interface ConsoleCrawlPage extends CrawlContent, ListQuery<ListCrawlPagesQuery> {
  /** null: the key may not see reports. */
  readonly pages: Listing<CrawledReport> | null;
}

/** A crawl as its share page shows it, with its pages and what can be done. */
export function consoleCrawlPage(visit: ConsoleVisit, page: ConsoleCrawlPage): string {
  const { domain, websitePath, shown, faults } = page;
  const { hero, main } = crawlParts(page);
  return consolePage(visit, {
    title: `Crawl ${String(shown.crawl.id)} of ${domain}`,
    faults,
    progress: isOpen(shown) ? `${pathOf(page)}/progress` : null,
    heading: html`<p class="crumbs">${websitePath === null ? domain : html`<a href="${websitePath}">${domain}</a>`} / Crawl ${shown.crawl.id}</p>
${hero}`,
    main: html`${actionsOf(visit, page)}${main}${pagesOf(page)}`,
  });
}

function pathOf({ shown, crawlsPath }: ConsoleCrawlPage): string {
  return `${crawlsPath}/${String(shown.crawl.id)}`;
}

function pagesOf(page: ConsoleCrawlPage): Html {
  const { pages, query, shown } = page;
  if (!pages || pages.result.rows.length === 0) return NOTHING;
  const list = { path: `${pathOf(page)}#pages`, listing: pages, query };
  return html`<section aria-labelledby="pages">
<h2 id="pages">Pages</h2>
<p>${pagesText(shown)}.${page.websitePath !== null && html` <a href="${page.websitePath}?sort_by=score&amp;sort=asc#pages">Pages of the website, worst first</a>`}</p>
${reportRows(pages.result.rows.map(({ report }) => report))}${pagination(list)}</section>
`;
}

function actionsOf(visit: ConsoleVisit, page: ConsoleCrawlPage): Html {
  const { shown, crawlsPath } = page;
  if (!may(visit, 'crawls:write')) return NOTHING;
  const path = pathOf(page);
  const { url, maxPages } = shown.crawl;
  const button = isOpen(shown)
    ? postButton(visit, { action: `${path}/cancel`, words: 'Cancel' })
    : postButton(visit, { action: crawlsPath, words: 'Crawl again', fields: { url, max_pages: maxPages } });
  return html`<div class="actions">${button}<a href="${path}/delete">Delete this crawl</a></div>
`;
}
