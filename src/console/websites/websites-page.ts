import { counted } from '../../basics/quantities.js';
import { type Result } from '../../engine/audit/score.js';
import { html } from '../../platform/pages/html.js';
import { type Listing } from '../../platform/http/listing/listing.js';
import {
  filterForm,
  foundText,
  isFiltered,
  ORDER,
  pagination,
  PER_PAGE,
  rowsOrNotice,
} from '../../presentation/list-parts.js';
import { scorePill } from '../../presentation/score.js';
import { type ListWebsitesQuery } from '../../websites/dto/list-websites.dto.js';
import { type Website } from '../../websites/website.entity.js';
import { type ListQuery } from '../forms/list-query.decorator.js';
import { type ConsoleVisit } from '../sessions/console-visit.js';
import { consolePage, may } from '../pages/console-page.js';

const PATH = '/console/websites';
const SORTS = [
  ['id', 'Date'],
  ['domain', 'Domain'],
  ['reports_avg_score', 'Average score of reports'],
  ['reports_count', 'Number of reports'],
] as const;
const PRIVACY_WORDS = ['public', 'private', 'with a password'] as const;

export interface WebsitesPage extends ListQuery<ListWebsitesQuery> {
  readonly listing: Listing<Website>;
  /** Result of a score. */
  readonly resultOf: (score: number) => Result;
}

/** All websites, to be searched and sorted. */
export function websitesPage(
  visit: ConsoleVisit,
  { query, faults, listing, resultOf }: WebsitesPage,
): string {
  const list = { path: PATH, listing, query };
  const choices = [{ name: 'sort_by', label: 'Sort by', options: SORTS }, ORDER, PER_PAGE];
  const { rows } = listing.result;
  return consolePage(visit, {
    title: 'Websites',
    list,
    faults,
    main: html`${filterForm(list, { label: 'Domain contains', choices })}${foundText(list, 'website')}${rowsOrNotice(
      list,
      html`<ol class="reports">
${rows.map((website) => {
  const { id, domain, privacy } = website;
  return html`<li>${pillOf(website, resultOf)} <a href="${PATH}/${id}">${domain}</a> <span class="quiet">${countOf(website, query)}, ${PRIVACY_WORDS[privacy]}${may(visit, 'websites:write') && html` · <a href="${PATH}/${id}/delete" aria-label="Delete ${domain}">Delete</a>`}</span></li>
`;
})}</ol>
`,
      html`<p class="notice">${isFiltered(query) ? 'No websites match. Enter a shorter text or show all.' : html`Websites appear here when one of their pages is audited.${may(visit, 'reports:write') && html` <a href="/console">Audit a page</a>.`}`}</p>
`,
    )}${pagination(list)}`,
  });
}

/** What the list is sorted by is shown. */
function countOf(
  { pagesCount, reportsCount, reportsAvgScore }: Website,
  { sort_by }: ListWebsitesQuery,
): string {
  const pages = counted(pagesCount, 'page');
  if (sort_by === 'reports_count') return `${pages}, ${counted(reportsCount, 'report')}`;
  if (sort_by !== 'reports_avg_score' || reportsAvgScore === null) return pages;
  return `${pages}, all reports ${String(reportsAvgScore)} on average`;
}

function pillOf({ score }: Website, resultOf: (score: number) => Result) {
  const whole = score === null ? null : Math.floor(score);
  return whole === null
    ? html`<span class="pill none">No score</span>`
    : scorePill({ score: whole, result: resultOf(whole), status: 'completed' });
}
