import { type Finding } from './audit.js';
import { CATEGORIES, type Category, type Importance, type Outcome } from './check.js';
import { CHECKS } from './registry.js';

/** Version of the checks and weights, stored with every score. */
export const RULESET_VERSION = '2026-11-30';

/** Weights of checks by importance. */
export type Weights = Readonly<Record<Exclude<Importance, 'info'>, number>>;

export const DEFAULT_WEIGHTS: Weights = { high: 10, medium: 5, low: 2 };
const SHARES: Readonly<Partial<Record<Outcome, number>>> = { pass: 1, warn: 0.5, fail: 0 };

/** A limit on the score because a check failed. */
export interface Gate {
  /** Id of the check. */
  readonly id: string;
  readonly max_score: number;
}

export interface Score {
  /** 0 to 100. */
  readonly score: number;
  /** Scores by category; null: no check applies. */
  readonly categories: Readonly<Record<Category, number | null>>;
  /** Limits that apply. */
  readonly gates: readonly Gate[];
}

/** The weighted share of passed checks, rounded half up. A warning counts half; checks that don't apply, have an error or
 *  miss what only a browser would show are left out. Then the gates limit the score. */
export function scoreOf(findings: readonly Finding[], weights: Weights = DEFAULT_WEIGHTS): Score {
  const gates = gatesOf(findings);
  const categories = CATEGORIES.map((category) => [
    category,
    percentOf(
      totalOf(
        findings.filter((f) => f.category === category),
        weights,
      ),
    ),
  ]);
  return {
    score: limitedScore(totalOf(findings, weights), gates),
    categories: Object.fromEntries(categories) as Record<Category, number | null>,
    gates,
  };
}

export type Result = 'good' | 'decent' | 'bad';

/** Minimum scores of the results good and decent. */
export interface Bands {
  readonly good: number;
  readonly decent: number;
}

export const DEFAULT_BANDS: Bands = { good: 80, decent: 50 };

export function resultOf(score: number, limits: Bands): Result {
  if (score >= limits.good) return 'good';
  return score >= limits.decent ? 'decent' : 'bad';
}

/** Weighted points of findings. */
export interface Points {
  readonly reached: number;
  readonly possible: number;
}

/** What one finding counts; nothing if the score leaves it out. */
export function pointsOf({ outcome, importance, method }: Finding, weights: Weights): Points {
  const share = SHARES[outcome];
  if (share === undefined || method === 'unrendered' || importance === 'info')
    return { reached: 0, possible: 0 };
  return { reached: weights[importance] * share, possible: weights[importance] };
}

export function totalOf(findings: readonly Finding[], weights: Weights): Points {
  let reached = 0;
  let possible = 0;
  for (const finding of findings) {
    const points = pointsOf(finding, weights);
    reached += points.reached;
    possible += points.possible;
  }
  return { reached, possible };
}

/** The score that points give, limited by gates: 0 to 100. */
export function limitedScore(total: Points, gates: readonly Gate[]): number {
  return Math.min(percentOf(total) ?? 100, ...gates.map((gate) => gate.max_score));
}

function percentOf({ reached, possible }: Points): number | null {
  return possible === 0 ? null : Math.floor((100 * reached) / possible + 0.5);
}

function gatesOf(findings: readonly Finding[]): Gate[] {
  const failed = new Set(
    findings.filter((finding) => finding.outcome === 'fail').map((finding) => finding.id),
  );
  return CHECKS.flatMap(({ id, scoreCap }) =>
    scoreCap !== undefined && failed.has(id) ? [{ id, max_score: scoreCap }] : [],
  );
}
