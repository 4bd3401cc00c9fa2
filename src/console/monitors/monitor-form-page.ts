import { type RenderMode } from '../../engine/grading/render-mode.js';
import { type Device } from '../../engine/rendering/device.js';
import { DEFAULT_BUDGETS, MAX_BUDGETS, MAX_CONSECUTIVE } from '../../monitors/budgets.js';
import { DEFAULT_CRAWLED_PAGES, MAX_CRAWLED_PAGES, type MonitorKind } from '../../monitors/monitor-kind.js';
import { type Monitor } from '../../monitors/monitor.entity.js';
import { type Html, html, NOTHING } from '../../platform/pages/html.js';
import { scrapedAddress } from '../../presentation/scraped.js';
import {
  type BudgetRow,
  EMPTY_ROW,
  LIMIT_CHOICES,
  rowField,
  type RowField,
  rowOf,
  typedRows,
} from './budget-rows.js';
import { DEVICE_WORDS, OTHER_SCHEDULE, SCHEDULES, shownOf } from './monitor-form.js';
import { budgetFaults, type RowFault } from './budget-faults.js';
import { type Refusal, textOf } from '../forms/refusal.js';
import { versionFor } from '../forms/version.js';
import { type ConsoleVisit } from '../sessions/console-visit.js';
import { consolePage, postForm } from '../pages/console-page.js';
import { addressOf } from '../../presentation/list-parts.js';
import { addressField, faultAbove, faultOf, optionsOf, selectField, textField } from '../pages/form-parts.js';
import { renderField } from '../pages/render-field.js';
import { metricNames } from './metric-names.js';

const PATH = '/console/monitors';
const FIELDS = [
  ...['url', 'name', 'max_pages', 'confirm', 'render', 'device'],
  ...['schedule', 'other_schedule', 'timezone', 'budgets'],
];
const EMPTY_ROWS = 3;
const CONFIRMATIONS = [
  ['true', 'Once a second audit confirms it'],
  ['false', 'At once'],
] as const;
/** Suggestions: any other one is written. */
const TIME_ZONES = [
  'UTC',
  'America/Chicago',
  'America/Los_Angeles',
  'America/New_York',
  'America/Sao_Paulo',
  'Asia/Dubai',
  'Asia/Kolkata',
  'Asia/Shanghai',
  'Asia/Tokyo',
  'Australia/Sydney',
  'Europe/Berlin',
  'Europe/London',
  'Europe/Madrid',
  'Europe/Paris',
];

/** What a form for a monitor begins with. */
interface MonitorStart {
  readonly url: string;
  readonly name: string;
  readonly kind: MonitorKind;
  readonly schedule: string;
  readonly timezone: string;
  readonly maxPages: number;
  readonly confirm: boolean;
  /** null: by the setting. */
  readonly render: RenderMode | null;
  readonly device: Device;
  readonly rows: readonly BudgetRow[];
}

/** The form for a new monitor. */
export function newMonitorPage(
  visit: ConsoleVisit,
  { kind, url }: Pick<Monitor, 'kind' | 'url'>,
  given: Refusal | null,
): string {
  const refused = given && besideOther(given);
  const start = {
    ...{ url, name: '', kind, schedule: '@daily', timezone: 'UTC', confirm: true },
    ...{ render: null, device: 'mobile' as const },
    maxPages: DEFAULT_CRAWLED_PAGES,
    rows: DEFAULT_BUDGETS[kind].map(rowOf),
  };
  const title = kind === 'crawl' ? 'New monitor of a whole website' : 'New monitor of a page';
  const other =
    kind === 'crawl'
      ? html`<a href="${addressOf(`${PATH}/new`, { url })}">Monitor one page instead</a>`
      : html`<a href="${addressOf(`${PATH}/new`, { kind: 'crawl', url })}">Monitor a whole website instead</a>`;
  return consolePage(visit, {
    title,
    faults: [faultAbove(refused, FIELDS)],
    heading: html`<p class="crumbs"><a href="${PATH}">Monitors</a> / New monitor</p>
<h1>${title}</h1>
<p>${other}</p>
`,
    main: monitorForm(visit, { action: PATH, start, button: 'Create', refused }),
  });
}

/** The form that changes a monitor. */
export function editMonitorPage(visit: ConsoleVisit, monitor: Monitor, given: Refusal | null): string {
  const refused = given && besideOther(given);
  const { id, name, url, kind, schedule, timezone, confirm, render, device } = monitor;
  const path = `${PATH}/${String(id)}`;
  const start = {
    ...{ url, name: name ?? '', kind, schedule, timezone, confirm, render, device },
    maxPages: monitor.maxPages ?? DEFAULT_CRAWLED_PAGES,
    rows: monitor.budgets.map(rowOf),
  };
  return consolePage(visit, {
    title: `Edit monitor ${name ?? String(id)}`,
    faults: [faultAbove(refused, FIELDS)],
    heading: html`<p class="crumbs"><a href="${PATH}">Monitors</a> / <a href="${path}">${name ?? `Monitor ${String(id)}`}</a> / Edit</p>
<h1>Edit ${name ?? scrapedAddress(url, 400)}</h1>
`,
    main: html`${monitorForm(visit, {
      ...{ action: `${path}/edit`, start, button: 'Save', refused },
      version: versionFor(shownOf(monitor), refused),
    })}<p><a href="${path}">Leave it as it is</a></p>
`,
  });
}

interface MonitorForm {
  readonly action: string;
  readonly start: MonitorStart;
  readonly button: string;
  readonly refused: Refusal | null;
  /** Of the monitor that it changes. */
  readonly version?: string;
}

function monitorForm(visit: ConsoleVisit, form: MonitorForm): Html {
  const { action, start, button, refused, version } = form;
  const { url, name, kind, maxPages, confirm } = start;
  const pages = textField({
    ...{ name: 'max_pages', label: 'Maximum number of pages', type: 'number', refused },
    value: String(maxPages),
    attributes: html` required min="1" max="${MAX_CRAWLED_PAGES}"`,
  });
  const confirmation = selectField({
    ...{ name: 'confirm', label: 'When a budget is breached, tell', refused },
    options: CONFIRMATIONS,
    value: String(confirm),
  });
  return postForm(
    visit,
    { action, style: 'panel wide', ...(version !== undefined && { version }) },
    html`<input type="hidden" name="kind" value="${kind}">
${addressField({ name: 'url', label: kind === 'crawl' ? 'Address to start from' : 'Address', value: url, refused })}<div class="pair"><div>${textField(
      {
        ...{ name: 'name', label: 'Name', value: name, refused },
        attributes: html` maxlength="255"`,
        hint: 'Lists show it in place of the address.',
      },
    )}</div><div>${kind === 'crawl' ? pages : confirmation}</div></div>
${renderingFields(start, refused)}${scheduleFields(start, refused)}${budgetFields(start, refused)}<button>${button}</button>
`,
  );
}

/** Crawls emulate a phone only. */
function renderingFields({ kind, render, device }: MonitorStart, refused: Refusal | null): Html {
  const rendering = renderField(render, refused);
  if (kind === 'crawl') return rendering;
  const devices = selectField({
    ...{ name: 'device', label: 'The browser is that of', refused },
    options: Object.entries(DEVICE_WORDS),
    value: device,
  });
  return html`<div class="pair"><div>${rendering}</div><div>${devices}</div></div>
`;
}

function scheduleFields({ schedule, timezone }: MonitorStart, refused: Refusal | null): Html {
  const isOffered = SCHEDULES.some(([one]) => one === schedule);
  return html`<div class="pair"><div>${selectField({
    ...{ name: 'schedule', label: 'How often', refused },
    options: [...SCHEDULES, OTHER_SCHEDULE],
    value: isOffered ? schedule : '',
  })}</div><div>${textField({
    ...{ name: 'other_schedule', label: 'Another schedule', refused },
    value: isOffered ? '' : schedule,
    attributes: html` maxlength="100"`,
    hint: 'Such as "every 12h", or five cron fields: "0 6 * * MON-FRI" is 6:00 from Monday to Friday.',
  })}</div></div>
${textField({
  ...{ name: 'timezone', label: 'Time zone of the schedule', value: timezone, refused },
  attributes: html` required maxlength="100" list="timezones"`,
  hint: 'Such as Europe/Berlin.',
})}<datalist id="timezones">${TIME_ZONES.map((zone) => html`<option>${zone}`)}</datalist>
`;
}

/** A written schedule that is refused is corrected where it was written. */
function besideOther(refused: Refusal): Refusal {
  const { schedule, other_schedule: other, ...others } = refused.errors;
  if (!other && textOf(refused.typed, 'other_schedule').trim() === '') return refused;
  const faults = other ?? schedule?.map((sentence) => sentence.replace(/^schedule(?= )/, 'other_schedule'));
  return { ...refused, errors: { ...others, ...(faults && { other_schedule: faults }) } };
}

function budgetFields({ kind, rows: stored }: MonitorStart, refused: Refusal | null): Html {
  const rows = (refused && typedRows(refused.typed)) ?? stored;
  const empty = Math.max(0, Math.min(EMPTY_ROWS, MAX_BUDGETS - rows.length));
  const { ofRows, ofAll } = budgetFaults(kind, rows, refused);
  return html`<h2 id="budgets" class="small"${refused && html` tabindex="-1"`}>Budgets</h2>
<p class="quiet">The monitor is breached while one of these limits does not hold. Names are suggested as you type: ${kind === 'crawl' ? 'scores of all pages together, and numbers of pages with a problem' : 'scores from 0 to 100, Web Vitals, and all checks of a report'}. Runs is how many in a row have to miss the limit. Without a budget, nothing is watched. Up to ${MAX_BUDGETS}; saving makes room for more.</p>
${ofAll && faultOf(ofAll, 'budgets')}<datalist id="metrics">${metricNames(kind).map((name) => html`<option>${name}`)}</datalist>
${rows.map((row, at) => rowFields(kind, { row, at, isEmpty: false, fault: ofRows.get(at) ?? null }))}${Array.from(
    { length: empty },
    (_, place) => rowFields(kind, { row: EMPTY_ROW, at: rows.length + place, isEmpty: true, fault: null }),
  )}`;
}

interface ShownRow {
  readonly row: BudgetRow;
  readonly at: number;
  readonly isEmpty: boolean;
  readonly fault: RowFault | null;
}

function rowFields(kind: MonitorKind, { row, at, isEmpty, fault }: ShownRow): Html {
  const faultId = `fault-${String(at)}`;
  const field = (name: RowField) =>
    html` name="${rowField(at, name)}"${fault?.field === name && html` aria-describedby="${faultId}" aria-invalid="true"`}`;
  return html`<fieldset class="budget"><legend>${isEmpty ? 'Another budget' : `Budget ${String(at + 1)}`}</legend>
<label class="metric">What<input${field('metric')} list="metrics" maxlength="100" value="${row.metric}"></label>
<label>Limit<select${field('limit')}>${optionsOf(LIMIT_CHOICES[kind], row.limit)}</select></label>
<label>Value<input${field('value')} inputmode="decimal" maxlength="31" value="${row.value}"></label>
<label>Runs<input${field('runs')} type="number" min="1" max="${MAX_CONSECUTIVE}" value="${row.runs}"></label>
${isEmpty ? NOTHING : html`<label class="choice"><input type="checkbox"${field('remove')} value="1">Remove</label>`}${fault !== null && html`<p class="fault" id="${faultId}">${fault.sentence}</p>`}</fieldset>
`;
}
