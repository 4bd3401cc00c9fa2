import { type Budget, type SentBudget } from '../../monitors/budgets.js';
import { type MonitorKind } from '../../monitors/monitor-kind.js';
import { type Fields } from '../../platform/http/input/input.js';
import { metricNamed, nameOfMetric } from './metric-names.js';
import { textOf } from '../forms/refusal.js';

/** A budget as a row of a form, all as text. */
export interface BudgetRow {
  /** Name of the metric, or the metric. */
  readonly metric: string;
  /** `min`, `max`, `max_drop`, or the worst outcome that is accepted; empty: none. */
  readonly limit: string;
  readonly value: string;
  /** How many runs in a row have to miss it. */
  readonly runs: string;
}

export type RowField = keyof BudgetRow | 'remove';

export const EMPTY_ROW: BudgetRow = { metric: '', limit: '', value: '', runs: '1' };
const OUTCOMES = ['pass', 'warn'];
const NUMBER_LIMITS = [
  ['', 'no limit'],
  ['min', 'at least'],
  ['max', 'at most'],
  ['max_drop', 'may drop by'],
] as const;

/** What people choose from as the limit of a row. */
export const LIMIT_CHOICES: Readonly<
  Record<MonitorKind, readonly (readonly [value: string, text: string])[]>
> = {
  page: [...NUMBER_LIMITS, ['pass', 'must pass'], ['warn', 'may warn, not fail']],
  crawl: NUMBER_LIMITS,
};

/** Name of a row's field.
 *  @param at place of the row, from 0 */
export function rowField(at: number, field: RowField): string {
  return `budget_${String(at)}_${field}`;
}

/** The rows of a form that are neither empty nor to be removed: those of the budgets, in their order; null: the form has
 *  no rows. */
export function typedRows(typed: Fields): BudgetRow[] | null {
  const places = Object.keys(typed)
    .flatMap((name) => /^budget_(\d{1,2})_metric$/.exec(name)?.[1] ?? [])
    .map(Number)
    .toSorted((one, other) => one - other);
  if (places.length === 0) return null;
  return places
    .filter((at) => textOf(typed, rowField(at, 'remove')) === '')
    .map((at) => {
      const text = (field: RowField) => textOf(typed, rowField(at, field)).trim();
      return { metric: text('metric'), limit: text('limit'), value: text('value'), runs: text('runs') };
    })
    .filter(({ metric, limit, value }) => metric + limit + value !== '');
}

export function rowOf({ metric, min, max, max_drop: drop, consecutive }: Budget): BudgetRow {
  const row = { ...EMPTY_ROW, metric: nameOfMetric(metric), runs: String(consecutive) };
  if (min !== undefined) return { ...row, limit: 'min', value: String(min) };
  if (drop !== undefined) return { ...row, limit: 'max_drop', value: String(drop) };
  if (typeof max === 'number') return { ...row, limit: 'max', value: String(max) };
  return { ...row, limit: max ?? '' };
}

/** The budget that a row means, for the API to judge. */
export function budgetOf({ metric, limit, value, runs }: BudgetRow, kind: MonitorKind): SentBudget {
  return {
    metric: metricNamed(kind, metric),
    ...(OUTCOMES.includes(limit) ? { max: limit } : limit !== '' && { [limit]: numberOf(value) }),
    ...(runs !== '' && { consecutive: numberOf(runs) }),
  };
}

/** What is no number, with or without the unit of its metric, stays text. */
function numberOf(text: string): number | string {
  const [, number] = /^(\d{1,15}(?:\.\d{1,15})?)(?: ?ms)?$/.exec(text) ?? [];
  return number === undefined ? text : Number(number);
}
