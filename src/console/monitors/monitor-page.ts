import { counted } from '../../basics/quantities.js';
import { type Budget } from '../../monitors/budgets.js';
import { type BudgetState, budgetStates, type Value } from '../../monitors/judgment/monitor-state.js';
import { type Monitor } from '../../monitors/monitor.entity.js';
import { type Html, html, NOTHING } from '../../platform/pages/html.js';
import { scrapedAddress } from '../../presentation/scraped.js';
import { OUTCOME_WORDS, timeHtml } from '../../presentation/wording.js';
import { RENDER_WORDS } from '../pages/render-field.js';
import { DEVICE_WORDS, scheduleText } from './monitor-form.js';
import { type Refusal } from '../forms/refusal.js';
import { type ConsoleVisit } from '../sessions/console-visit.js';
import { confirmPage, deletionAddress } from '../pages/confirm-page.js';
import { consolePage, may, postButton } from '../pages/console-page.js';
import { faultAbove } from '../pages/form-parts.js';
import { budgetText, numberText } from './metric-names.js';
import { nextRunOf, statusPill } from './monitors-page.js';

const PATH = '/console/monitors';

/** A monitor: how it and each of its budgets stands, and what it audited last.
 *  @param refused why it was not run */
export function monitorPage(visit: ConsoleVisit, monitor: Monitor, refused: Refusal | null): string {
  const { id, name, url, state, timezone, kind, confirm, render, device, lastReportId, lastCrawlId } =
    monitor;
  const lastRun = runPath(visit, { reportId: lastReportId, crawlId: lastCrawlId });
  return consolePage(visit, {
    title: `Monitor ${name ?? String(id)}`,
    faults: [faultAbove(refused, [])],
    heading: html`<p class="crumbs"><a href="${PATH}">Monitors</a> / ${name ?? `Monitor ${String(id)}`}</p>
<h1>${name ?? scrapedAddress(url, 400)}</h1>
<p>${statusPill(state.status)}${state.since !== null && html` since ${timeHtml(new Date(state.since))}`}</p>
`,
    main: html`${actionsOf(visit, monitor)}<dl class="facts">
<dt>Address</dt><dd>${scrapedAddress(url, 400)}</dd>
<dt>Audits</dt><dd>${kind === 'crawl' ? `the whole website, up to ${counted(monitor.maxPages ?? 0, 'page')}` : 'the page'}</dd>
<dt>In a browser</dt><dd>${RENDER_WORDS[render].toLowerCase()}${render !== 'never' && `, that of ${DEVICE_WORDS[device]}`}</dd>
<dt>Schedule</dt><dd>${scheduleText(monitor.schedule)}, ${timezone}</dd>
<dt>Next run</dt><dd>${nextRunOf(monitor)}</dd>
<dt>Breaches are told</dt><dd>${confirm ? 'once a second audit confirms them' : 'at once'}</dd>
</dl>
${lastRun !== null && html`<p><a href="${lastRun}">Last ${kind === 'crawl' ? 'crawl' : 'report'}</a></p>`}${budgetList(visit, monitor)}`,
  });
}

/** Path of a monitor's screen. */
export function pathOf({ id }: Pick<Monitor, 'id'>): string {
  return `${PATH}/${String(id)}`;
}

function actionsOf(visit: ConsoleVisit, monitor: Monitor): Html {
  if (!may(visit, 'monitors:write')) return NOTHING;
  const path = pathOf(monitor);
  const button = (action: string, words: string) =>
    postButton(visit, { action: `${path}/${action}`, words, isOnce: true });
  return html`<div class="actions">${button('run', 'Run now')}${monitor.enabled ? button('pause', 'Pause') : button('resume', 'Resume')}<a href="${path}/edit">Edit</a><a href="${deletionAddress(visit, path)}">Delete this monitor</a></div>
`;
}

/** Path of what a run made; null: it made nothing, or the key may not see it. */
export function runPath(
  visit: ConsoleVisit,
  { reportId, crawlId }: { readonly reportId?: number | null; readonly crawlId?: number | null },
): string | null {
  if (typeof reportId === 'number')
    return may(visit, 'reports:read') ? `/console/reports/${String(reportId)}` : null;
  return typeof crawlId === 'number' && may(visit, 'crawls:read')
    ? `/console/crawls/${String(crawlId)}`
    : null;
}

function budgetList(visit: ConsoleVisit, { budgets, state }: Monitor): Html {
  if (budgets.length === 0)
    return html`<p class="notice">It has no budgets, so nothing is watched.</p>
`;
  const rows = budgetStates(state, budgets).map(({ budget, known }) => {
    const score = state.runs.at(-1)?.[budget.metric];
    const status = known?.breach ? 'breached' : known ? 'ok' : 'unknown';
    const standing = known?.breach
      ? breachHtml(visit, budget, known.breach)
      : known && standingOf(budget, known, score);
    return html`<li>${statusPill(status)} <span>${budgetText(budget)}${standing && html`<br><span class="about">${standing}</span>`}</span></li>
`;
  });
  return html`<section aria-labelledby="budgets">
<h2 id="budgets">Budgets</h2>
<ul class="reports">
${rows}</ul>
</section>
`;
}

/** What was measured last, as a link to it, and since when it is so. */
function breachHtml(
  visit: ConsoleVisit,
  { metric }: Budget,
  breach: NonNullable<BudgetState['breach']>,
): Html {
  const path = runPath(visit, breach);
  const { value, since } = breach;
  const text = valueText(metric, value);
  return html`${path === null ? text : html`<a href="${path}">${text}</a>`}${since !== undefined && html`, since ${timeHtml(new Date(since))}`}`;
}

/** @param score of the last run; undefined: its metric is no score, or nothing was measured
 *  @returns null: there is nothing to say */
function standingOf(
  { metric, consecutive }: Budget,
  { streak, awaited }: BudgetState,
  score: number | undefined,
): Html | null {
  const parts = [
    ...(score === undefined ? [] : [numberText(metric, score)]),
    ...(streak > 0 ? [`missed by ${String(streak)} of ${counted(consecutive, 'run')}`] : []),
    ...(awaited ? ['a second audit is to confirm it'] : []),
  ];
  return parts.length === 0 ? null : html`${parts.join(', ')}`;
}

function valueText(metric: string, value: Value): string {
  if (typeof value === 'boolean') return value ? 'It loads' : 'It does not load';
  return typeof value === 'number' ? numberText(metric, value) : OUTCOME_WORDS[value];
}

export function deleteMonitorPage(visit: ConsoleVisit, monitor: Monitor): string {
  return confirmPage(visit, {
    title: `Delete monitor ${String(monitor.id)}?`,
    consequence: html`${scrapedAddress(monitor.url, 400)} is no longer audited by it. Its reports and crawls stay.`,
    path: pathOf(monitor),
  });
}
