import { nearest } from '../../basics/nearest.js';
import { limitFault, type LimitFault, MAX_CONSECUTIVE, METRICS } from '../../monitors/budgets.js';
import { type MonitorKind } from '../../monitors/monitor-kind.js';
import { type Refusal } from '../forms/refusal.js';
import { budgetOf, type BudgetRow, type RowField } from './budget-rows.js';
import { metricNames } from './metric-names.js';

/** What is wrong with a row, by its field. */
export interface RowFault {
  readonly field: RowField;
  readonly sentence: string;
}

const LIMIT_SENTENCES: Readonly<Record<LimitFault, RowFault>> = {
  none_expected: { field: 'limit', sentence: 'A page loads or does not: choose "no limit".' },
  not_one: { field: 'limit', sentence: 'Choose a limit.' },
  no_outcome: {
    field: 'limit',
    sentence: 'A check passes, warns or fails: choose "must pass" or "may warn, not fail".',
  },
  no_max: { field: 'limit', sentence: 'For a number of pages, choose "at most".' },
  no_drop: { field: 'limit', sentence: 'Only scores can drop: choose "at least" or "at most".' },
  no_score: { field: 'value', sentence: 'Write a number from 0 to 100.' },
  no_number: { field: 'value', sentence: 'Write a number that is not negative.' },
};
const RUNS: RowFault = {
  field: 'runs',
  sentence: `Write a whole number from 1 to ${String(MAX_CONSECUTIVE)}.`,
};

/** What the API found wrong with budgets, in the words of the form.
 *  @returns the faults of single rows by their places, and those of all budgets together */
export function budgetFaults(
  kind: MonitorKind,
  rows: readonly BudgetRow[],
  refused: Refusal | null,
): { readonly ofRows: ReadonlyMap<number, RowFault>; readonly ofAll: Refusal | null } {
  // The rules of a list are one text.
  const sentences = (refused?.errors.budgets ?? []).flatMap((text) => text.split(/ (?=budgets\[\d)/));
  const ofRows = new Map<number, RowFault>();
  const others: string[] = [];
  for (const sentence of sentences) {
    const at = Number(/^budgets\[(\d+)\] /.exec(sentence)?.[1]);
    const row = rows[at];
    if (row) ofRows.set(at, rowFault(kind, row) ?? { field: 'metric', sentence });
    else others.push(sentence);
  }
  const isOfAll = refused && others.length > 0;
  return { ofRows, ofAll: isOfAll ? { ...refused, errors: { budgets: others } } : null };
}

function rowFault(kind: MonitorKind, row: BudgetRow): RowFault | null {
  const budget = budgetOf(row, kind);
  const runs = budget.consecutive ?? 1;
  if (typeof runs !== 'number' || !Number.isInteger(runs) || runs < 1 || runs > MAX_CONSECUTIVE) return RUNS;
  if (!METRICS[kind].includes(budget.metric))
    return { field: 'metric', sentence: unknownName(kind, row.metric) };
  const fault = limitFault(budget);
  return fault && LIMIT_SENTENCES[fault];
}

function unknownName(kind: MonitorKind, name: string): string {
  const meant = nearest(name, metricNames(kind), 0.4);
  return meant === null ? 'Choose one of the suggested names.' : `Did you mean "${meant}"?`;
}
