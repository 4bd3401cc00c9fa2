import { type Grade } from '../engine/grading/grade.js';
import { type Budget, budgetFaults, completedBudget } from '../monitors/budgets.js';
import { pageMeasurementsOf } from '../monitors/measurements.js';
import { judged } from '../monitors/monitor-state.js';
import { InvalidFile, parsedJson, readInputFile } from './input-file.js';

const NEEDS_RUNS = ['max_drop', 'consecutive'];

/** Reads budgets in the form of monitors, without what compares several runs.
 *  @throws InvalidFile */
export async function readBudgets(path: string): Promise<readonly Budget[]> {
  const list = parsedJson(await readInputFile(path), path);
  const budgets: unknown = Array.isArray(list) ? list.map(completedBudget) : list;
  const faults = Array.isArray(list) ? list.flatMap(faultsOfOneRun) : [];
  const [fault] = [...faults, ...budgetFaults(budgets)];
  if (fault !== undefined) throw new InvalidFile(`${path}: ${fault}`);
  return budgets as readonly Budget[];
}

function faultsOfOneRun(budget: unknown, at: number): string[] {
  const fields = typeof budget === 'object' && budget !== null ? Object.keys(budget) : [];
  return NEEDS_RUNS.filter((field) => fields.includes(field)).map(
    (field) =>
      `budgets[${String(at)}] must not have ${field}: it compares several runs, and this is one. Use min or max, or --baseline.`,
  );
}

/** What a page's budgets come to. */
export interface BudgetResults {
  /** A sentence for each broken budget. */
  readonly broken: readonly string[];
  /** A sentence for each budget whose metric was not measured, so that it was not applied. */
  readonly unmeasured: readonly string[];
}

export function heldAgainst(budgets: readonly Budget[], grade: Grade): BudgetResults {
  const measured = pageMeasurementsOf(grade);
  const results = budgets.map((budget, at) => ({ budget, at, found: judged(budget, measured, null) }));
  return {
    broken: results.flatMap(({ budget, at, found }) =>
      found?.isOutside === true ? brokenText(budget, at, String(found.value)) : [],
    ),
    unmeasured: results.flatMap(({ budget: { metric }, at, found }) =>
      found === null && !isNotApplicable(metric, grade)
        ? `budgets[${String(at)}] was not applied: ${metric} was not measured.`
        : [],
    ),
  };
}

function brokenText({ metric, min, max }: Budget, at: number, value: string): string {
  if (metric === 'loads') return `budgets[${String(at)}] is broken: the page does not load.`;
  const limit = min === undefined ? `${String(max)} is the most` : `${String(min)} is the least`;
  return `budgets[${String(at)}] is broken: ${metric} is ${value}; ${limit} that is accepted.`;
}

function isNotApplicable(metric: string, { checks }: Grade): boolean {
  return checks.some(({ id, outcome }) => metric === `checks.${id}` && outcome === 'not_applicable');
}
