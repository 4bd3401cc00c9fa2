import { type Crawl } from '../../crawls/crawl.entity.js';
import { type SummedCrawl } from '../../crawls/crawl.view.js';
import { type ListCrawlPagesQuery } from '../../crawls/dto/list-crawls.dto.js';
import { type CrawledReport } from '../../crawls/pages/crawl-page.view.js';
import { type Listing } from '../../platform/http/listing/listing.js';
import { type Html, html, NOTHING } from '../../platform/pages/html.js';
import { type CrawlContent, crawlParts } from '../../presentation/crawls/crawl-sections.js';
import { isOpen, pagesText } from '../../presentation/crawls/crawl-progress.js';
import { isFirstPage, pagination, rowsOrNotice } from '../../presentation/list-parts.js';
import { scrapedAddress } from '../../presentation/scraped.js';
import { type Website } from '../../websites/website.entity.js';
import { type ListQuery } from '../forms/list-query.decorator.js';
import { type ConsoleVisit } from '../sessions/console-visit.js';
import { confirmPage, deletionAddress } from '../pages/confirm-page.js';
import { consolePage, type HiddenFields, may, postButton } from '../pages/console-page.js';
import { reportRows } from '../pages/report-rows.js';
import { settingsOf } from './crawl-settings.js';
import { pathOf as websitePathOf } from '../websites/website-page.js';

const PATH = '/console/crawls';

export interface ConsoleCrawlPage
  extends Omit<CrawlContent, 'domain' | 'websitePath' | 'crawlsPath'>, ListQuery<ListCrawlPagesQuery> {
  readonly website: Website;
  /** null: the key may not see reports. */
  readonly pages: Listing<CrawledReport> | null;
}

/** A crawl as its share page shows it, with its pages and what can be done. */
export function consoleCrawlPage(visit: ConsoleVisit, page: ConsoleCrawlPage): string {
  const { shown, faults, pages, query } = page;
  const { domain } = page.website;
  const websitePath = may(visit, 'websites:read') ? websitePathOf(page.website) : null;
  const { hero, main } = crawlParts({
    ...{ ...page, domain, websitePath, crawlsPath: PATH },
    listsPages: may(visit, 'reports:read'),
  });
  return consolePage(visit, {
    title: `Crawl ${String(shown.crawl.id)} of ${domain}`,
    list: pages && { listing: pages, query },
    faults,
    progress: isOpen(shown) ? `${pathOf(shown.crawl)}/progress` : null,
    heading: html`<p class="crumbs">${websitePath === null ? domain : html`<a href="${websitePath}">${domain}</a>`} / Crawl ${shown.crawl.id}</p>
${hero}`,
    main: html`${actionsOf(visit, shown)}${settingsOf(shown.crawl)}${main}${exportOf(page)}${pagesOf(page, websitePath)}`,
  });
}

/** Path of a crawl's screen. */
export function pathOf({ id }: Pick<Crawl, 'id'>): string {
  return `${PATH}/${String(id)}`;
}

function exportOf({ shown, findings }: ConsoleCrawlPage): Html {
  if (findings.length === 0) return NOTHING;
  return html`<p>Export as CSV: <a href="${pathOf(shown.crawl)}/findings.csv">all pages of these findings</a></p>
`;
}

function pagesOf({ pages, query, shown }: ConsoleCrawlPage, websitePath: string | null): Html {
  if (!pages || (pages.result.rows.length === 0 && isFirstPage(pages))) return NOTHING;
  const list = { path: `${pathOf(shown.crawl)}#pages`, listing: pages, query };
  return html`<section aria-labelledby="pages">
<h2 id="pages">Pages</h2>
${
  !isOpen(shown) &&
  html`<p>${pagesText(shown)}.</p>
`
}${
    websitePath !== null &&
    html`<p><a href="${websitePath}?sort_by=score&amp;sort=asc#pages">Pages of the website, worst first</a></p>
`
  }${rowsOrNotice(list, reportRows(pages.result.rows.map(({ report }) => report)), NOTHING)}${pagination(list)}</section>
`;
}

function actionsOf(visit: ConsoleVisit, shown: SummedCrawl): Html {
  if (!may(visit, 'crawls:write')) return NOTHING;
  const path = pathOf(shown.crawl);
  const button = isOpen(shown)
    ? html`<a href="${path}/cancel">Cancel this crawl</a>`
    : postButton(visit, {
        ...{ action: PATH, words: 'Crawl again', fields: fieldsOf(shown.crawl) },
        isOnce: true,
      });
  return html`<div class="actions">${button}<a href="${path}/again">Crawl with other settings</a><a href="${deletionAddress(visit, path)}">Delete this crawl</a></div>
`;
}

/** What makes another crawl like this one. */
function fieldsOf(crawl: Crawl): HiddenFields {
  const { url, maxPages, maxDepth, sources, include, exclude, render, delayMs } = crawl;
  return {
    ...{ url, sources, include, exclude, render },
    ...{ max_pages: maxPages, max_depth: maxDepth, delay_ms: delayMs },
  };
}

export function cancelCrawlPage(visit: ConsoleVisit, { crawl }: SummedCrawl): string {
  return confirmPage(visit, {
    title: `Cancel crawl ${String(crawl.id)}?`,
    consequence: html`No further page of ${scrapedAddress(crawl.url, 400)} is audited. What was found so far stays.`,
    path: pathOf(crawl),
    action: 'cancel',
    words: 'Cancel the crawl',
    keep: 'Let it run',
  });
}

export function deleteCrawlPage(visit: ConsoleVisit, { crawl }: SummedCrawl): string {
  return confirmPage(visit, {
    title: `Delete crawl ${String(crawl.id)}?`,
    consequence: html`The crawl of ${scrapedAddress(crawl.url, 400)} goes with its findings. The reports of its pages stay.`,
    path: pathOf(crawl),
  });
}
