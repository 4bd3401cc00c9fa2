import { type ListMonitorsQuery } from '../../monitors/dto/list-monitors.dto.js';
import { MONITOR_STATES } from '../../monitors/judgment/monitor-state.js';
import { type Monitor } from '../../monitors/monitor.entity.js';
import { type Html, html } from '../../platform/pages/html.js';
import { type Listing } from '../../platform/http/listing/listing.js';
import {
  filterForm,
  foundText,
  isFiltered,
  pagination,
  rowsOrNotice,
} from '../../presentation/list-parts.js';
import { scrapedAddress } from '../../presentation/scraped.js';
import { timeHtml } from '../../presentation/wording.js';
import { type ListQuery } from '../forms/list-query.decorator.js';
import { SCHEDULES, scheduleText } from './monitor-form.js';
import { type ConsoleVisit } from '../sessions/console-visit.js';
import { consolePage, may, postForm } from '../pages/console-page.js';
import { addressField, selectField } from '../pages/form-parts.js';

const PATH = '/console/monitors';
const STATUSES = {
  ok: ['good', 'OK'],
  breached: ['bad', 'Breached'],
  unknown: ['none', 'Unknown'],
} as const;
const STATE = {
  name: 'state',
  label: 'State',
  options: [['', 'All'], ...MONITOR_STATES.map((state) => [state, STATUSES[state][1]] as const)],
} as const;
const KINDS = [
  ['page', 'The page'],
  ['crawl', 'The whole website'],
] as const;

export interface MonitorsPage extends ListQuery<ListMonitorsQuery> {
  readonly listing: Listing<Monitor>;
}

/** All monitors, and the form for a new one. */
export function monitorsPage(visit: ConsoleVisit, page: MonitorsPage): string {
  const { query, faults, listing } = page;
  const list = { path: PATH, listing, query };
  const { rows } = listing.result;
  return consolePage(visit, {
    title: 'Monitors',
    list,
    faults,
    main: html`${(isFiltered(query) || rows.length > 0) && filterForm(list, { choices: [STATE] })}${foundText(list, 'monitor')}${rowsOrNotice(
      list,
      html`${monitorRows(rows)}${pagination(list)}`,
      isFiltered(query)
        ? html`<p class="notice">No monitors are in this state.</p>
`
        : html`<p class="notice">A monitor audits a page, or a whole website, on a schedule, and says when it gets worse.</p>
`,
    )}${may(visit, 'monitors:write') && newMonitorForm(visit)}`,
  });
}

/** Monitors as a list of links. */
export function monitorRows(monitors: readonly Monitor[]): Html {
  return html`<ol class="reports">
${monitors.map(
  (monitor) =>
    html`<li>${statusPill(monitor.state.status)} <a href="${PATH}/${monitor.id}">${monitor.name ?? scrapedAddress(monitor.url, 200)}</a> <span class="quiet">${scheduleText(monitor.schedule)}${monitor.kind === 'crawl' && ', whole website'}, ${monitor.nextRunAt ? 'next run ' : ''}${nextRunOf(monitor)}</span></li>
`,
)}</ol>
`;
}

/** When it runs next; a run that can't begin yet is tried again and again. */
export function nextRunOf({ nextRunAt, lateSince }: Monitor): Html {
  return html`${nextRunAt ? timeHtml(nextRunAt) : 'paused'}${lateSince && html`, late since ${timeHtml(lateSince)}`}`;
}

export function statusPill(status: keyof typeof STATUSES): Html {
  const [style, words] = STATUSES[status];
  return html`<span class="pill ${style}">${words}</span>`;
}

function newMonitorForm(visit: ConsoleVisit): Html {
  return html`<h2>New monitor</h2>
${postForm(
  visit,
  { action: PATH, style: 'panel' },
  html`${addressField({ name: 'url', label: 'Address', refused: null })}${selectField({
    ...{ name: 'kind', label: 'What to audit', refused: null },
    options: KINDS,
  })}${selectField({ name: 'schedule', label: 'How often', options: SCHEDULES, refused: null })}<p class="quiet">It is breached if the score drops by 10 (of a website, its mean by 5), or if the page does not load.</p>
<button>Create</button>
`,
)}<p>With budgets and a schedule of your own: <a href="${PATH}/new">monitor a page</a>, or <a href="${PATH}/new?kind=crawl">a whole website</a>.</p>
`;
}
