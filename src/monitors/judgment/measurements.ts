import { type Finding } from '../../engine/audit/audit.js';
import { type Outcome } from '../../engine/audit/check.js';
import { type Grade } from '../../engine/grading/grade.js';
import { LIGHTHOUSE_CATEGORIES } from '../../engine/audit/parity/lighthouse.js';
import { LAB_METRICS } from '../../engine/audit/parity/performance.js';
import { type Device } from '../../engine/rendering/device.js';
import { type RenderMode } from '../../engine/grading/render-mode.js';
import { type Measured, type Measurements } from './monitor-state.js';

/** What a monitor reads of a grade.
 *  @param how the report was made: only reports that were made in the same way are compared */
export function measurementsOf(
  reportId: number,
  grade: Grade,
  { render, device }: { readonly render: RenderMode; readonly device: Device },
): Measured {
  const { rulesetVersion, generatedAt } = grade;
  const way = wayOf(grade, render);
  return {
    source: { reportId },
    at: generatedAt.toISOString(),
    basis: [rulesetVersion, render, device, way].join(' '),
    renderingFailed: way === 'unrendered',
    ...pageMeasurementsOf(grade),
  };
}

/** How a page was read: unrendered if a browser should have, and could not. */
export type Way = (typeof WAYS)[number];
export const WAYS = ['rendered', 'unrendered', 'static'] as const;

/** @param render how the page was to be read */
export function wayOf({ rendered, checks }: Rendered, render: RenderMode): Way {
  if (rendered?.error === null) return 'rendered';
  if (render === 'never') return 'static';
  const isWanting = rendered !== null || checks.some(({ method }) => method === 'unrendered');
  return isWanting ? 'unrendered' : 'static';
}

interface Rendered {
  readonly rendered: { readonly error: unknown } | null;
  readonly checks: readonly Pick<Finding, 'method'>[];
}

/** What budgets read of a grade. Findings that do not count are left out. */
export function pageMeasurementsOf({
  error,
  score,
  categories,
  checks,
  parity,
  rendered,
}: Grade): Measurements & Pick<Measured, 'score'> {
  const judged = checks.filter((finding) => finding.method !== 'unrendered' && !isUnmeasured(finding));
  const metrics = Object.entries(rendered?.metrics ?? {});
  const lab = rendered?.lab;
  return {
    loads: error === null,
    ...valuesOf({
      score,
      categories,
      lighthouse: parity
        ? Object.fromEntries(LIGHTHOUSE_CATEGORIES.map(({ id }) => [id, parity.lighthouse[id]]))
        : {},
      checks: Object.fromEntries(judged.map(({ id, outcome }) => [id, outcome])),
      rendered: Object.fromEntries(metrics.map(([name, metric]) => [name, metric?.value ?? null])),
      lab: lab ? Object.fromEntries(LAB_METRICS.map((name) => [name, lab[name].value])) : {},
    }),
  };
}

/** Why a check does not find out whether it applies. */
const UNMEASURED: ReadonlySet<string | null> = new Set([
  ...['not_asked', 'unknown', 'unreachable'],
  ...['not_measured', 'not_rendered', 'too_many_rules'],
]);

/** Whether a check could not find out whether it applies. One that fails may have such a reason, too. */
export function isUnmeasured({
  outcome,
  reason = null,
}: {
  readonly outcome: string;
  readonly reason?: string | null;
}): boolean {
  return outcome === 'not_applicable' && UNMEASURED.has(reason);
}

/** What budgets can name of a page. */
interface PageValues {
  readonly score: number;
  /** By id; null: not measured. */
  readonly categories: Readonly<Record<string, number | null>>;
  /** By category of Lighthouse; null: not measured. */
  readonly lighthouse: Readonly<Record<string, number | null>>;
  readonly checks: Readonly<Record<string, Outcome>>;
  /** By metric; empty if the page was not rendered. */
  readonly rendered: Readonly<Record<string, number | null>>;
  /** Simulated, by metric; empty if they were not measured. */
  readonly lab: Readonly<Record<string, number>>;
}

/** The values of a page by the metrics of budgets. */
export function valuesOf({
  score,
  categories,
  lighthouse,
  checks,
  rendered,
  lab,
}: PageValues): Pick<Measured, 'score' | 'scores' | 'values'> {
  const scores = { ...named('categories', categories), ...named('lighthouse', lighthouse) };
  const measured = Object.entries(scores).filter(([, value]) => value !== null);
  return {
    score,
    scores: { score, ...(Object.fromEntries(measured) as Record<string, number>) },
    values: { ...named('checks', checks), ...named('rendered', rendered), ...named('lab', lab) },
  };
}

function named<T>(prefix: string, values: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}.${name}`, value]));
}
