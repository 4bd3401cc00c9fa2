import { type ListMonitorsQuery } from '../../monitors/dto/list-monitors.dto.js';
import { breachesOf } from '../../monitors/monitor-state.js';
import { type Monitor } from '../../monitors/monitor.entity.js';
import { type Html, html, NOTHING } from '../../platform/pages/html.js';
import { type Listing } from '../../platform/http/listing/listing.js';
import { foundText, pagination } from '../../sharing/pages/list-parts.js';
import { scrapedAddress } from '../../sharing/scraped.js';
import { timeHtml } from '../../sharing/wording.js';
import { type ListQuery } from '../forms/list-query.decorator.js';
import { type Refusal } from '../forms/refusal.js';
import { type ConsoleVisit } from '../sessions/console-visit.js';
import { consolePage, may, postForm } from './console-page.js';
import { addressField, faultAbove, selectField } from './form-parts.js';

const PATH = '/console/monitors';
const STATUSES = {
  ok: ['good', 'OK'],
  breached: ['bad', 'Breached'],
  unknown: ['none', 'Unknown'],
} as const;
const SCHEDULES = [
  ['@daily', 'Daily'],
  ['@hourly', 'Hourly'],
  ['@weekly', 'Weekly'],
  ['@monthly', 'Monthly'],
] as const;
const KINDS = [
  ['page', 'The page'],
  ['crawl', 'The whole website'],
] as const;

export interface MonitorsPage extends ListQuery<ListMonitorsQuery> {
  readonly listing: Listing<Monitor>;
  readonly refused: Refusal | null;
}

/** All monitors, and the form for a new one. */
export function monitorsPage(visit: ConsoleVisit, page: MonitorsPage): string {
  const { query, faults, listing, refused } = page;
  const list = { path: PATH, listing, parameters: { sort: query.sort, per_page: query.per_page } };
  const { rows } = listing.result;
  return consolePage(visit, {
    title: 'Monitors',
    faults: [...faults, faultAbove(refused, ['url', 'kind', 'schedule'])],
    main: html`${
      rows.length > 0
        ? html`${foundText(list, { noun: 'monitor', isFiltered: false })}${monitorRows(rows)}${pagination(list)}`
        : html`<p class="notice">A monitor audits a page, or a whole website, on a schedule, and says when it gets worse.</p>
`
    }${may(visit, 'monitors:write') && newMonitorForm(visit, refused)}`,
  });
}

/** Monitors as a list of links. */
export function monitorRows(monitors: readonly Monitor[]): Html {
  return html`<ol class="reports">
${monitors.map(
  (monitor) =>
    html`<li>${statusPill(monitor)} <a href="${PATH}/${monitor.id}">${monitor.name ?? scrapedAddress(monitor.url, 200)}</a> <span class="quiet">${monitor.nextRunAt ? html`next run ${timeHtml(monitor.nextRunAt)}` : 'paused'}</span></li>
`,
)}</ol>
`;
}

function statusPill({ state }: Monitor): Html {
  const [style, words] = STATUSES[state.status];
  return html`<span class="pill ${style}">${words}</span>`;
}

function newMonitorForm(visit: ConsoleVisit, refused: Refusal | null): Html {
  return html`<h2>New monitor</h2>
${postForm(
  visit,
  { action: PATH, style: 'panel' },
  html`${addressField({ name: 'url', label: 'Address', refused })}${selectField({
    ...{ name: 'kind', label: 'What to audit', refused },
    options: KINDS,
  })}${selectField({ name: 'schedule', label: 'How often', options: SCHEDULES, refused })}<p class="quiet">It is breached if the score drops by 10 (of a website, its mean by 5), or if the page does not load.</p>
<button>Create</button>
`,
)}`;
}

/** A monitor: how it stands, what is breached, and what it audited last. */
export function monitorPage(visit: ConsoleVisit, monitor: Monitor): string {
  const { id, name, url, state, schedule, timezone, kind, lastReportId, lastCrawlId } = monitor;
  const breaches = breachesOf(state, monitor.budgets);
  const lastRun = runPath(visit, lastReportId, lastCrawlId);
  return consolePage(visit, {
    title: `Monitor ${name ?? String(id)}`,
    heading: html`<p class="crumbs"><a href="${PATH}">Monitors</a> / ${name ?? `Monitor ${String(id)}`}</p>
<h1>${name ?? scrapedAddress(url, 400)}</h1>
<p>${statusPill(monitor)}${state.since !== null && html` since ${timeHtml(new Date(state.since))}`}</p>
`,
    main: html`${breaches.length > 0 && breachList(visit, breaches)}<dl class="facts">
<dt>Address</dt><dd>${scrapedAddress(url, 400)}</dd>
<dt>Audits</dt><dd>${kind === 'crawl' ? 'the whole website' : 'the page'}</dd>
<dt>Schedule</dt><dd>${schedule}, ${timezone}</dd>
<dt>Next run</dt><dd>${monitor.nextRunAt ? timeHtml(monitor.nextRunAt) : 'paused'}</dd>
</dl>
${lastRun !== null && html`<p><a href="${lastRun}">Last ${kind === 'crawl' ? 'crawl' : 'report'}</a></p>`}${actionsOf(visit, id)}`,
  });
}

function breachList(visit: ConsoleVisit, breaches: ReturnType<typeof breachesOf>): Html {
  return html`<div class="notice bad"><p><strong>What does not hold</strong></p><ul>
${breaches.map(({ metric, value, report_id: reportId, crawl_id: crawlId }) => {
  const path = runPath(visit, reportId, crawlId);
  return html`<li>${metric}: ${path === null ? String(value) : html`<a href="${path}">${String(value)}</a>`}</li>
`;
})}</ul></div>
`;
}

/** Path of what a run made; null: it made nothing, or the key may not see it. */
function runPath(visit: ConsoleVisit, reportId: number | null, crawlId: number | null): string | null {
  if (reportId !== null) return may(visit, 'reports:read') ? `/console/reports/${String(reportId)}` : null;
  return crawlId !== null && may(visit, 'crawls:read') ? `/console/crawls/${String(crawlId)}` : null;
}

function actionsOf(visit: ConsoleVisit, id: number): Html {
  if (!may(visit, 'monitors:write')) return NOTHING;
  const path = `${PATH}/${String(id)}`;
  const run = postForm(
    visit,
    { action: `${path}/run` },
    html`<button>Run now</button>
`,
  );
  return html`<div class="actions">${run}<a href="${path}/delete">Delete this monitor</a></div>
`;
}
