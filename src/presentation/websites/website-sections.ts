import { type Html, html, NOTHING } from '../../platform/pages/html.js';
import { type Listing } from '../../platform/http/listing/listing.js';
import { type WebsiteDay } from '../../websites/website-day.entity.js';
import { type ListWebsitePagesQuery } from '../../reports/dto/list-website-pages.dto.js';
import { type ListedPage } from '../../reports/website-pages/website-pages.repository.js';
import { scrapedAddress } from '../scraped.js';
import { dayText, signed, timeHtml } from '../wording.js';
import { filterForm, foundText, ORDER, pagination, RESULT, rowsOrNotice } from '../list-parts.js';
import { scorePlot } from '../plot.js';
import { scorePill } from '../score.js';

/** @param days oldest first */
export function scoreOverTime(days: readonly WebsiteDay[]): Html {
  if (days.length < 2) return NOTHING;
  const points = days.map((day) => ({ time: new Date(day.day), score: scoreOf(day) }));
  return html`<section aria-labelledby="over-time">
<h2 id="over-time">Score over time</h2>
${scorePlot(points, 'Score at the end of each day')}
<details class="screen"><summary>Show as a table</summary>
<div class="scroll" tabindex="0" role="region" aria-label="Scores at the end of each day"><table class="numbers">
<thead><tr><th scope="col">Day</th><th scope="col">Score</th><th scope="col">Reports</th></tr></thead>
<tbody>
${days.toReversed().map(
  (day) =>
    // Without end tags: there may be 180 rows.
    html`<tr><th scope="row">${dayText(new Date(day.day))}<td>${scoreOf(day).toFixed(1)}<td>${day.completedCount}
`,
)}</tbody></table></div></details>
</section>
`;
}

/** Average of the latest score of each page at the end of the day. */
function scoreOf({ pageScoreSum, pagesCount }: WebsiteDay): number {
  return (pageScoreSum ?? 0) / (pagesCount ?? 1);
}

/** The pages of a website, to be searched and sorted.
 *  @param path of the page that shows them; reports are below `reportsPath` */
export function pageList(
  { path, reportsPath }: { readonly path: string; readonly reportsPath: string },
  listing: Listing<ListedPage>,
  query: ListWebsitePagesQuery,
): Html {
  const list = { path: `${path}#pages`, listing, query };
  const choices = [RESULT, { name: 'sort_by', label: 'Sort by', options: SORTS }, ORDER];
  const { rows } = listing.result;
  return html`<section aria-labelledby="pages">
<h2 id="pages">Pages</h2>
${filterForm(list, { label: 'URL contains', choices })}${foundText(list, 'page')}${rowsOrNotice(
    list,
    html`<ol class="reports">
${rows.map((page) => rowOf(reportsPath, page))}</ol>
`,
    html`<p class="notice">No pages match. Enter a shorter text or show all.</p>
`,
  )}${pagination(list)}</section>
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
