import { type Html, html, NOTHING } from '../../platform/pages/html.js';
import { type Result } from '../../engine/audit/score.js';
import { type Listing } from '../../platform/http/listing/listing.js';
import { type WebsiteDay } from '../../websites/website-day.entity.js';
import { type ListWebsitePagesQuery } from '../../reports/dto/list-website-pages.dto.js';
import { type SummedCrawl } from '../../crawls/crawl.view.js';
import { type ListedPage } from '../../reports/website-pages/website-pages.repository.js';
import { scrapedAddress } from '../scraped.js';
import { counted } from '../../basics/quantities.js';
import { dayText, signed, timeHtml, RESULT_WORDS } from '../wording.js';
import { lastCrawl } from './crawl-progress.js';
import { pathOf, type Share, sharePage } from './share-page.js';
import { scorePlot } from './plot.js';
import { scorePill, scoreRing } from './score.js';

export interface WebsitePage {
  readonly share: Share;
  /** Result of the website's score. */
  readonly result: Result | null;
  /** Oldest first. */
  readonly days: readonly WebsiteDay[];
  readonly listing: Listing<ListedPage>;
  readonly query: ListWebsitePagesQuery;
  /** The last one; null: there is none. */
  readonly crawl: SummedCrawl | null;
}

/** A website: its numbers, its score over time, and a searchable list of its pages. */
export function websitePage(page: WebsitePage): string {
  const { share, result, days } = page;
  const { domain, score, pagesCount, reportsCount: count } = share.website;
  const reports = counted(count, 'report');
  const meaning = `average of the latest score of ${counted(pagesCount, 'page')}`;
  const summary =
    score === null || result === null
      ? `${reports} for ${domain}. Scores and findings appear here as soon as a page is audited.`
      : `${domain}: score ${String(score)} of 100 (${meaning}), ${result}. Score over time, and what to fix on each page.`;
  return sharePage(share, {
    path: '',
    title: `Reports for ${domain}${score === null ? '' : `, score ${String(score)}`}`,
    description: summary,
    heading: html`<div class="hero">
${score !== null && result !== null && scoreRing(Math.floor(score), RESULT_WORDS[result], result)}
<div><h1>${domain}</h1>
${
  score !== null &&
  html`<p>Score <strong>${score}</strong> of 100: ${meaning}</p>
`
}<p>${reports}</p>
${lastDay(days)}</div>
</div>
`,
    main: html`${plotOf(days)}${page.crawl && lastCrawl(share, page.crawl)}${pagesCount === 0 ? empty() : listOf(page)}${badgeOf(share)}`,
  });
}

function lastDay(days: readonly WebsiteDay[]): Html | null {
  const last = days.findLast(({ completedCount }) => completedCount > 0);
  return last ? html`<p class="quiet">Last report on ${dayText(new Date(last.day))}</p>\n` : null;
}

function plotOf(days: readonly WebsiteDay[]): Html {
  if (days.length < 2) return NOTHING;
  const points = days.map((day) => ({ time: new Date(day.day), score: scoreOf(day) }));
  return html`<section aria-labelledby="over-time">
<h2 id="over-time">Score over time</h2>
${scorePlot(points, 'Score at the end of each day')}
<details class="screen"><summary>Show as a table</summary>
<div class="scroll" tabindex="0" role="region" aria-label="Scores at the end of each day"><table>
<thead><tr><th scope="col">Day</th><th scope="col" class="number">Score</th><th scope="col" class="number">Reports</th></tr></thead>
<tbody>
${days.toReversed().map(
  (day) =>
    html`<tr><th scope="row">${dayText(new Date(day.day))}</th><td class="number">${scoreOf(day).toFixed(1)}</td><td class="number">${day.completedCount}</td></tr>
`,
)}</tbody></table></div></details>
</section>
`;
}

/** Average of the latest score of each page at the end of the day. */
function scoreOf({ pageScoreSum, pagesCount }: WebsiteDay): number {
  return (pageScoreSum ?? 0) / (pagesCount ?? 1);
}

function empty(): Html {
  return html`<p class="notice">No page of this website has been audited yet. Pages appear here as soon as they are.</p>
`;
}

function listOf({ share, listing, query }: WebsitePage): Html {
  const { rows, total } = listing.result;
  const path = pathOf(share.website);
  const found = total === null ? '' : `${total.isCapped ? 'more than ' : ''}${counted(total.count, 'page')}`;
  const isFiltered = query.search !== undefined || query.result !== undefined;
  return html`<section aria-labelledby="pages">
<h2 id="pages">Pages</h2>
${filterForm(path, query)}
<p aria-live="polite">${isFiltered ? `Found ${found}.` : `${found}.`}${isFiltered && html` <a href="${path}#pages">Show all</a>`}</p>
${
  rows.length === 0
    ? html`<p class="notice">${isFiltered ? 'No pages match. Enter a shorter text or show all.' : 'This page of the list is empty.'}</p>`
    : html`<ol class="reports">
${rows.map((page) => rowOf(path, page))}</ol>`
}
${paginationOf(path, listing, query)}</section>
`;
}

function rowOf(path: string, page: ListedPage): Html {
  const { id, url, generatedAt } = page;
  return html`<li>${scorePill({ ...page, status: 'completed' })} <a href="${path}/reports/${id}">${scrapedAddress(url, 200)}</a> <span class="quiet">${changeOf(page)}${timeHtml(generatedAt)}</span></li>
`;
}

function changeOf({ score, previousScore }: ListedPage): string {
  if (previousScore === null) return '';
  return previousScore === score
    ? 'unchanged, '
    : `${signed(score - previousScore)} from ${String(previousScore)}, `;
}

const SORTS = [
  ['generated_at', 'Date'],
  ['score', 'Score'],
  ['url', 'URL'],
] as const;
const DIRECTIONS = [
  ['desc', 'Descending'],
  ['asc', 'Ascending'],
] as const;
const RESULTS = [
  ['', 'All'],
  ['good', 'Good'],
  ['decent', 'Decent'],
  ['bad', 'Bad'],
] as const;

function filterForm(path: string, { search, result, sort_by, sort }: ListWebsitePagesQuery): Html {
  return html`<form class="filter" method="get" action="${path}#pages" role="search">
<div class="wide"><label for="search">URL contains</label><input id="search" name="search" type="search" maxlength="255" value="${search ?? ''}"></div>
${choice('result', 'Result', RESULTS, result ?? '')}${choice('sort_by', 'Sort by', SORTS, sort_by)}${choice('sort', 'Order', DIRECTIONS, sort)}<div><button>Show</button></div>
</form>
`;
}

function choice(
  name: string,
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  chosen: string,
): Html {
  return html`<div><label for="${name}">${label}</label><select id="${name}" name="${name}">${options.map(
    ([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
  )}</select></div>
`;
}

function paginationOf(
  path: string,
  { slice, result: { total }, cursors }: Listing<ListedPage>,
  query: ListWebsitePagesQuery,
): Html {
  if (!('page' in slice.from) || total === null) return NOTHING;
  const { page } = slice.from;
  const last = Math.max(1, Math.ceil(total.count / slice.perPage));
  if (last === 1 && page === 1) return NOTHING;
  const link = (to: number, text: string, rel = '') =>
    html`<a href="${path}?${queryOf(query, to)}#pages"${rel !== '' && html` rel="${rel}"`}>${text}</a> `;
  return html`<nav class="pages" aria-label="Pagination">
${page > 2 && link(1, 'First')}${page > 1 && link(Math.min(page - 1, last), 'Previous', 'prev')}<span aria-current="page">Page ${page} of ${last.toLocaleString('en')}</span>
${cursors.next !== null && link(page + 1, 'Next', 'next')}${page < last - 1 && link(last, 'Last')}</nav>
`;
}

function queryOf({ search, result, sort_by, sort, per_page }: ListWebsitePagesQuery, page: number): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ search, result, sort_by, sort, per_page, page })) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return parameters.toString();
}

function badgeOf({ website, address }: Share): Html {
  if (website.privacy !== 0) return NOTHING;
  const markdown = `[![pagegrade](${address}/badge.svg)](${address})`;
  return html`<section class="screen" aria-labelledby="badge">
<h2 id="badge">Badge</h2>
<p>Show this score in a README or on your own page with <a href="${pathOf(website)}/badge.svg">this badge</a>:</p>
<pre tabindex="0"><code>${markdown}</code></pre>
</section>
`;
}
