import { type Grade } from '../engine/grading/grade.js';
import { type Budget, budgetFaults, completedBudget, foreignMetric } from '../monitors/budgets.js';
import { pageMeasurementsOf } from '../monitors/judgment/measurements.js';
import { judged } from '../monitors/judgment/monitor-state.js';
import { isUnjudged } from './unjudged.js';
import { InvalidFile, parsedJson, readInputFile } from './input-file.js';

const NEEDS_RUNS = ['max_drop', 'consecutive'];

/** Reads budgets in the form of monitors, without what compares several runs.
 *  @throws InvalidFile */
export async function readBudgets(path: string): Promise<readonly Budget[]> {
  const list = parsedJson(await readInputFile(path), path);
  const budgets: unknown = Array.isArray(list) ? list.map(completedBudget) : list;
  const faults = Array.isArray(list) ? list.flatMap(faultsOfOneRun) : [];
  const [fault = foreignFault(budgets)] = [...faults, ...budgetFaults(budgets)];
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

/** Why budgets are none of a page: they have a metric of crawls. Undefined: they are.
 *  @param budgets without another fault */
function foreignFault(budgets: unknown): string | undefined {
  const faults = (budgets as readonly Budget[]).map((budget) => foreignMetric('page', budget));
  const at = faults.findIndex((fault) => fault !== null);
  return at < 0 ? undefined : `budgets[${String(at)}] ${String(faults[at])}.`;
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
      (found === null && !isNotApplicable(metric, grade)) || isUnjudgedMetric(metric, grade)
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

/** Whether a check was judged, and has nothing to judge. */
function isNotApplicable(metric: string, { checks }: Grade): boolean {
  return checks.some(
    (finding) =>
      metric === `checks.${finding.id}` && finding.outcome === 'not_applicable' && !isUnjudged(finding),
  );
}

function isUnjudgedMetric(metric: string, { checks }: Grade): boolean {
  return checks.some((finding) => metric === `checks.${finding.id}` && isUnjudged(finding));
}
