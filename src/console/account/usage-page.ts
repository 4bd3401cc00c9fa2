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
  const isByDay = by === 'day';
  const nameOf = keyNames(keys);
  return consolePage(visit, {
    title: 'Usage',
    faults: faults.map((fault) => labelled(fault, LABELS)),
    main: html`<form class="filter" method="get" action="${PATH}">
<div><label for="from">${LABELS.from}</label><input id="from" name="from" type="date" value="${from ?? ''}"></div>
<div><label for="to">${LABELS.to}</label><input id="to" name="to" type="date" value="${to ?? ''}"></div>
${choice({ name: 'by', label: LABELS.by, options: GROUPS }, by)}<div><button>Show</button></div>
</form>
<p class="quiet">${dayText(new Date(span.from))} to ${dayText(new Date(span.to))}, in UTC.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Usage"><table>
<thead><tr><th scope="col">${isByDay ? 'Day' : 'Key'}</th><th scope="col" class="number">Reports</th><th scope="col" class="number">Reports of crawls</th><th scope="col" class="number">Rendered</th><th scope="col" class="number">Events sent</th></tr></thead>
<tbody>
${(isByDay ? rows.toReversed() : rows).map(
  ({ day, key_id: keyId, reports, crawled_pages: crawled, renders, deliveries }) =>
    html`<tr><th scope="row">${day ?? nameOf(keyId ?? null)}</th>${[reports, crawled, renders, deliveries].map((count) => html`<td class="number">${count.toLocaleString('en')}</td>`)}</tr>
`,
)}</tbody></table></div>
`,
  });
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
