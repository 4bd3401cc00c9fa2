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
import { choice, DIRECTIONS, filterForm, foundText, pagination, RESULTS } from './list-parts.js';
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
  const { share, result, days, listing, query } = page;
  const path = pathOf(share.website);
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
    main: html`${scoreOverTime(days)}${page.crawl && lastCrawl(path, page.crawl)}${pagesCount === 0 ? empty() : pageList({ path, reportsPath: `${path}/reports` }, listing, query)}${badgeOf(share)}`,
  });
}

function lastDay(days: readonly WebsiteDay[]): Html | null {
  const last = days.findLast(({ completedCount }) => completedCount > 0);
  return last ? html`<p class="quiet">Last report on ${dayText(new Date(last.day))}</p>\n` : null;
}

/** @param days oldest first */
export function scoreOverTime(days: readonly WebsiteDay[]): Html {
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

/** The pages of a website, to be searched and sorted.
 *  @param path of the page that shows them; reports are below `reportsPath` */
export function pageList(
  { path, reportsPath }: { readonly path: string; readonly reportsPath: string },
  listing: Listing<ListedPage>,
  query: ListWebsitePagesQuery,
): Html {
  const { search, result, sort_by, sort, per_page } = query;
  const isFiltered = search !== undefined || result !== undefined;
  const list = {
    path: `${path}#pages`,
    listing,
    parameters: { search, result, sort_by, sort, per_page },
  };
  const choices = [
    choice({ name: 'result', label: 'Result' }, RESULTS, result ?? ''),
    choice({ name: 'sort_by', label: 'Sort by' }, SORTS, sort_by),
    choice({ name: 'sort', label: 'Order' }, DIRECTIONS, sort),
  ];
  const { rows } = listing.result;
  return html`<section aria-labelledby="pages">
<h2 id="pages">Pages</h2>
${filterForm(list.path, { label: 'URL contains', search, choices })}${foundText(list, { noun: 'page', isFiltered })}${
    rows.length === 0
      ? html`<p class="notice">${isFiltered ? 'No pages match. Enter a shorter text or show all.' : 'This page of the list is empty.'}</p>`
      : html`<ol class="reports">
${rows.map((page) => rowOf(reportsPath, page))}</ol>`
  }
${pagination(list)}</section>
`;
}

function rowOf(reportsPath: string, page: ListedPage): Html {
  const { id, url, generatedAt } = page;
  return html`<li>${scorePill({ ...page, status: 'completed' })} <a href="${reportsPath}/${id}">${scrapedAddress(url, 200)}</a> <span class="quiet">${changeOf(page)}${timeHtml(generatedAt)}</span></li>
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
