import { type Html, html } from '../../platform/pages/html.js';
import { type ListReportsQuery } from '../../reports/dto/list-reports.dto.js';
import { type Report } from '../../reports/report.entity.js';
import {
  addressOf,
  filterForm,
  foundText,
  isFiltered,
  ORDER,
  pagination,
  parametersOf,
  PER_PAGE,
  RESULT,
  rowsOrNotice,
} from '../../presentation/list-parts.js';
import { type Listed } from '../forms/listed.js';
import { type ConsoleVisit } from '../sessions/console-visit.js';
import { consolePage, may } from '../pages/console-page.js';
import { reportRows } from '../pages/report-rows.js';

const PATH = '/console/reports';
const EXPORT_PATH = '/console/reports/reports.csv';
const SORTS = [
  ['id', 'Date'],
  ['score', 'Score'],
  ['url', 'URL'],
] as const;

/** All reports, to be searched, filtered and sorted. */
export function reportsPage(
  visit: ConsoleVisit,
  { query, faults, listing }: Listed<ListReportsQuery, Report>,
): string {
  const list = { path: PATH, listing, query };
  const choices = [RESULT, { name: 'sort_by', label: 'Sort by', options: SORTS }, ORDER, PER_PAGE];
  const { rows } = listing.result;
  return consolePage(visit, {
    title: 'Reports',
    list,
    faults,
    main: html`${filterForm(list, { label: 'URL contains', choices })}${foundText(list, 'report')}${rowsOrNotice(
      list,
      reportRows(rows),
      html`<p class="notice">${isFiltered(query) ? 'No reports match. Enter a shorter text or show all.' : html`Nothing is here yet.${may(visit, 'reports:write') && html` <a href="/console">Audit a page</a>.`}`}</p>
`,
    )}${pagination(list)}${rows.length > 0 && exportsOf(query)}`,
  });
}

/** Links to what is listed, and to what of it is of the last month, as files. */
function exportsOf(query: ListReportsQuery): Html {
  const now = new Date();
  const month = (back: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back));
  const shown = { ...parametersOf(query), per_page: undefined };
  const lastMonth = { ...shown, created_after: month(1), created_before: month(0) };
  return html`<p>Export as CSV: <a href="${addressOf(EXPORT_PATH, shown)}">all of these</a> · <a href="${addressOf(EXPORT_PATH, lastMonth)}">the last month</a></p>
`;
}
