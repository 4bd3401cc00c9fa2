import { type Html, html, NOTHING } from '../../platform/pages/html.js';
import { type Result } from '../../engine/audit/score.js';
import { type Listing } from '../../platform/http/listing/listing.js';
import { type Report } from '../../reports/report.entity.js';
import { type WebsiteDay } from '../../websites/website-day.entity.js';
import { type ListSharedReportsQuery } from '../dto/list-shared-reports.dto.js';
import { scrapedAddress } from '../scraped.js';
import { counted } from '../../basics/quantities.js';
import { dayText, timeHtml, RESULT_WORDS } from '../wording.js';
import { pathOf, type Share, sharePage } from './share-page.js';
import { scorePlot } from './plot.js';
import { scorePill, scoreRing } from './score.js';

export interface WebsitePage {
  readonly share: Share;
  /** Result of the website's score. */
  readonly result: Result | null;
  /** Oldest first. */
  readonly days: readonly WebsiteDay[];
  readonly listing: Listing<Report>;
  readonly query: ListSharedReportsQuery;
}

/** A website: its numbers, its score over time, and a searchable list of its reports. */
export function websitePage(page: WebsitePage): string {
  const { share, result, days } = page;
  const { domain, score, pagesCount, reportsCount: count } = share.website;
  const reports = counted(count, 'report');
  const meaning = `average of the latest score of ${counted(pagesCount, 'page')}`;
  const summary =
    score === null || result === null
      ? `${reports} for ${domain}. Scores and findings appear here as soon as a page is audited.`
      : `${domain}: score ${String(score)} of 100 (${meaning}), ${result}. Score over time, and what to fix in each of ${reports}.`;
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
    main: html`${plotOf(days)}${count === 0 ? empty() : reportsOf(page)}${badgeOf(share)}`,
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
  return html`<p class="notice">There are no reports yet. They appear here as soon as a page of this website is audited.</p>
`;
}

function reportsOf({ share, listing, query }: WebsitePage): Html {
  const { rows, total, searched } = listing.result;
  const path = pathOf(share.website);
  const found =
    total === null ? '' : `${total.isCapped ? 'more than ' : ''}${counted(total.count, 'report')}`;
  const isFiltered = query.search !== undefined || query.result !== undefined;
  return html`<section aria-labelledby="reports">
<h2 id="reports">Reports</h2>
${filterForm(path, query)}
<p aria-live="polite">${isFiltered ? `Found ${found}.` : `${found}.`}${isFiltered && html` <a href="${path}#reports">Show all</a>`}</p>
${searched !== undefined && html`<p class="notice">Only the first ${searched.toLocaleString('en')} reports in this order were searched. Enter a longer text to search all reports.</p>`}
${
  rows.length === 0
    ? html`<p class="notice">${isFiltered ? 'No reports match. Enter a shorter text or show all.' : 'This page of the list is empty.'}</p>`
    : html`<ol class="reports">
${rows.map(
  (report) =>
    html`<li>${scorePill(report)} <a href="${path}/reports/${report.id}">${scrapedAddress(report.url, 200)}</a> <span class="quiet">${timeHtml(report.createdAt)}</span></li>
`,
)}</ol>`
}
${pagesOf(path, listing, query)}</section>
`;
}

const SORTS = [
  ['id', 'Date'],
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

function filterForm(path: string, { search, result, sort_by, sort }: ListSharedReportsQuery): Html {
  return html`<form class="filter" method="get" action="${path}#reports" role="search">
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

function pagesOf(
  path: string,
  { slice, result: { total }, cursors }: Listing<Report>,
  query: ListSharedReportsQuery,
): Html {
  if (!('page' in slice.from) || total === null) return NOTHING;
  const { page } = slice.from;
  const last = Math.max(1, Math.ceil(total.count / slice.perPage));
  if (last === 1 && page === 1) return NOTHING;
  const link = (to: number, text: string, rel = '') =>
    html`<a href="${path}?${queryOf(query, to)}#reports"${rel !== '' && html` rel="${rel}"`}>${text}</a> `;
  return html`<nav class="pages" aria-label="Pages of the list">
${page > 2 && link(1, 'First')}${page > 1 && link(Math.min(page - 1, last), 'Previous', 'prev')}<span aria-current="page">Page ${page} of ${last.toLocaleString('en')}</span>
${cursors.next !== null && link(page + 1, 'Next', 'next')}${page < last - 1 && link(last, 'Last')}</nav>
`;
}

function queryOf({ search, result, sort_by, sort, per_page }: ListSharedReportsQuery, page: number): string {
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
