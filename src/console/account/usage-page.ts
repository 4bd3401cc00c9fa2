import { type UsageQuery } from '../../account/usage/dto/usage.dto.js';
import { type UsageRowView } from '../../account/usage/usage.view.js';
import { html } from '../../platform/pages/html.js';
import { choice } from '../../presentation/list-parts.js';
import { type ListQuery } from '../forms/list-query.decorator.js';
import { type ConsoleVisit } from '../sessions/console-visit.js';
import { consolePage } from '../pages/console-page.js';

const PATH = '/console/usage';
const GROUPS = [
  ['day', 'Day'],
  ['key', 'Key'],
] as const;

/** What the account used, by day or by key. */
export function usagePage(
  visit: ConsoleVisit,
  { query, faults }: ListQuery<UsageQuery>,
  rows: readonly UsageRowView[],
): string {
  const { by, from, to } = query;
  const isByDay = by === 'day';
  return consolePage(visit, {
    title: 'Usage',
    faults,
    main: html`<form class="filter" method="get" action="${PATH}">
<div><label for="from">First day</label><input id="from" name="from" type="date" value="${from ?? ''}"></div>
<div><label for="to">Last day</label><input id="to" name="to" type="date" value="${to ?? ''}"></div>
${choice({ name: 'by', label: 'By' }, GROUPS, by)}<div><button>Show</button></div>
</form>
<div class="scroll" tabindex="0" role="region" aria-label="Usage"><table>
<thead><tr><th scope="col">${isByDay ? 'Day' : 'Key'}</th><th scope="col" class="number">Reports</th><th scope="col" class="number">of crawls</th><th scope="col" class="number">Rendered</th><th scope="col" class="number">Events sent</th></tr></thead>
<tbody>
${(isByDay ? rows.toReversed() : rows).map(
  ({ day, key_id: keyId, reports, crawled_pages: crawled, renders, deliveries }) =>
    html`<tr><th scope="row">${day ?? (typeof keyId === 'number' ? String(keyId) : 'no key')}</th>${[reports, crawled, renders, deliveries].map((count) => html`<td class="number">${count.toLocaleString('en')}</td>`)}</tr>
`,
)}</tbody></table></div>
`,
  });
}
