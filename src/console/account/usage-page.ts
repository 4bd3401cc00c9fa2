import { type DaySpan } from '../../account/usage/day-span.js';
import { type UsageQuery } from '../../account/usage/dto/usage.dto.js';
import { type UsageRowView } from '../../account/usage/usage.view.js';
import { type ApiKey } from '../../auth/api-key.entity.js';
import { type Html, html } from '../../platform/pages/html.js';
import { choice } from '../../presentation/list-parts.js';
import { dayText } from '../../presentation/wording.js';
import { type ListQuery } from '../forms/list-query.decorator.js';
import { type ConsoleVisit } from '../sessions/console-visit.js';
import { consolePage } from '../pages/console-page.js';
import { labelled } from '../pages/form-parts.js';

const PATH = '/console/usage';
const LABELS = { from: 'First day', to: 'Last day', by: 'By' };
const GROUPS = [
  ['day', 'Day'],
  ['key', 'Key'],
] as const;

/** Rows of days; more are summed by month. */
const MAX_DAYS = 180;

export interface UsagePage extends ListQuery<UsageQuery> {
  /** The days that are shown. */
  readonly span: DaySpan;
  readonly rows: readonly UsageRowView[];
  /** Those of the rows that are not deleted. */
  readonly keys: readonly ApiKey[];
}

/** What the account used, by day or by key. */
export function usagePage(visit: ConsoleVisit, { query, faults, span, rows, keys }: UsagePage): string {
  const { by, from, to } = query;
  const { heading, lines } = by === 'day' ? byTime(rows) : { heading: 'Key', lines: byKey(rows, keys) };
  return consolePage(visit, {
    title: 'Usage',
    faults: faults.map((fault) => labelled(fault, LABELS)),
    main: html`<form class="filter" method="get" action="${PATH}">
<div><label for="from">${LABELS.from}</label><input id="from" name="from" type="date" value="${from ?? ''}"></div>
<div><label for="to">${LABELS.to}</label><input id="to" name="to" type="date" value="${to ?? ''}"></div>
${choice({ name: 'by', label: LABELS.by, options: GROUPS }, by)}<div><button>Show</button></div>
</form>
<p class="quiet">${dayText(new Date(span.from))} to ${dayText(new Date(span.to))}, in UTC.</p>
${lines.length === 0 ? NOTHING_USED : tableOf(heading, lines)}`,
  });
}

const NOTHING_USED = html`<p class="notice">No key was used in these days.</p>
`;

function tableOf(heading: string, lines: readonly Line[]): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Usage"><table class="numbers">
<thead><tr><th scope="col">${heading}</th><th scope="col">Reports</th><th scope="col">Reports of crawls</th><th scope="col">Rendered</th><th scope="col">Events sent</th></tr></thead>
<tbody>
${lines.map(
  ({ name, counts }) =>
    // Without end tags: there may be 180 rows.
    html`<tr><th scope="row">${name}${counts.map((count) => html`<td>${count.toLocaleString('en')}`)}
`,
)}</tbody></table></div>
`;
}

/** What was used in some time, or by a key. */
interface Line {
  readonly name: Html | string;
  /** Reports, reports of crawls, rendered ones, events. */
  readonly counts: readonly number[];
}

function byKey(rows: readonly UsageRowView[], keys: readonly ApiKey[]): Line[] {
  const nameOf = keyNames(keys);
  return rows.map((row) => ({ name: nameOf(row.key_id ?? null), counts: countsOf(row) }));
}

/** The latest first; by month if there are many days. */
function byTime(rows: readonly UsageRowView[]): { readonly heading: string; readonly lines: Line[] } {
  const isLong = rows.length > MAX_DAYS;
  const counts = new Map<string, number[]>();
  for (const row of rows.toReversed()) {
    const name = row.day?.slice(0, isLong ? 'YYYY-MM'.length : undefined) ?? '';
    const sums = counts.get(name);
    counts.set(name, sums ? countsOf(row).map((count, n) => count + (sums[n] ?? 0)) : countsOf(row));
  }
  const lines = [...counts].map(([name, sums]) => ({ name, counts: sums }));
  return { heading: isLong ? 'Month' : 'Day', lines };
}

function countsOf({ reports, crawled_pages: crawled, renders, deliveries }: UsageRowView): number[] {
  return [reports, crawled, renders, deliveries];
}

/** A key that was rotated has the name of its successor: the end of the key tells them apart. */
function keyNames(keys: readonly ApiKey[]): (id: number | null) => Html | string {
  const byId = new Map(keys.map((key) => [key.id, key]));
  return (id) => {
    if (id === null) return 'no key';
    const key = byId.get(id);
    return key ? html`${key.name} <code>…${key.lastFour}</code>` : `deleted key ${String(id)}`;
  };
}
