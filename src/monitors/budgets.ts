import { CATEGORIES } from '../engine/audit/check.js';
import { CHECKS } from '../engine/audit/registry.js';
import { nearest } from '../basics/nearest.js';

/** A limit that the reports of a monitor have to keep. Exactly one of min, max and max_drop is there, except for `loads`,
 *  which has none. */
export interface Budget {
  readonly metric: string;
  readonly min?: number;
  /** For a check: the worst outcome that is accepted. */
  readonly max?: number | AcceptedOutcome;
  /** How far below the median of the runs before it may be. */
  readonly max_drop?: number;
  /** So many runs in a row have to be outside of the limit. */
  readonly consecutive: number;
}

export type AcceptedOutcome = (typeof ACCEPTED_OUTCOMES)[number];
type Limit = 'min' | 'max' | 'max_drop';

const ACCEPTED_OUTCOMES = ['pass', 'warn'] as const;
const LIMITS: readonly Limit[] = ['min', 'max', 'max_drop'];
const RENDERED_METRICS = ['fcp_ms', 'lcp_ms', 'cls', 'tbt_ms', 'ttfb_ms', 'load_ms'];
const SCORES = ['score', ...CATEGORIES.map((id) => `categories.${id}`)];
const METRICS = [
  'loads',
  ...SCORES,
  ...RENDERED_METRICS.map((name) => `rendered.${name}`),
  ...CHECKS.map(({ id }) => `checks.${id}`),
];
const MAX_SCORE = 100;

/** The score may drop by 10, and the page has to load. */
export const DEFAULT_BUDGETS: readonly Budget[] = [
  { metric: 'score', max_drop: 10, consecutive: 1 },
  { metric: 'loads', consecutive: 1 },
];

/** Checks the metric and the limit of a budget as it was sent.
 *  @returns the broken rule as the rest of a sentence: "budgets[0] must …"; null if there is none */
export function budgetFault(
  budget: { readonly metric: string } & Partial<Record<Limit, unknown>>,
): string | null {
  const { metric } = budget;
  const limits = LIMITS.filter((limit) => budget[limit] !== undefined);
  if (!METRICS.includes(metric)) return unknownMetric(metric);
  if (metric === 'loads')
    return limits.length === 0 ? null : 'must have no limit: the page loads, or it does not';
  const [limit] = limits;
  if (limit === undefined || limits.length > 1) return 'must have exactly one of min, max and max_drop';
  if (metric.startsWith('checks.')) return checkFault(limit, budget[limit]);
  const isScore = SCORES.includes(metric);
  if (limit === 'max_drop' && !isScore)
    return `must have min or max: max_drop is for ${SCORES.join(', ')} only`;
  return numberFault(limit, budget[limit], isScore ? MAX_SCORE : Number.MAX_SAFE_INTEGER);
}

function checkFault(limit: Limit, value: unknown): string | null {
  const isOutcome = limit === 'max' && ACCEPTED_OUTCOMES.some((outcome) => outcome === value);
  return isOutcome ? null : 'must have "pass" or "warn" as its max, because its metric is a check';
}

function numberFault(limit: Limit, value: unknown, highest: number): string | null {
  const isNumber = typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= highest;
  const range = highest === MAX_SCORE ? 'from 0 to 100' : 'that is not negative';
  return isNumber ? null : `must have a number ${range} as its ${limit}`;
}

function unknownMetric(metric: string): string {
  const meant = nearest(metric, METRICS, 0.3);
  const kinds = 'score, loads, categories.<id>, checks.<id> or rendered.<metric>';
  return `must have a known metric: ${kinds}${meant === null ? '' : `. Did you mean ${meant}?`}`;
}
