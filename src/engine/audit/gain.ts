import { type Finding } from './audit.js';
import { IMPORTANCES, isProblem } from './check.js';
import { weightsOf } from './ruleset-version.js';
import { type Gate, limitedScore, pointsOf, totalOf } from './score.js';

/** The findings of a page, and what they were scored with. */
export interface ScoredFindings {
  readonly checks: readonly Finding[];
  /** Limits that apply to the score. */
  readonly gates: readonly Gate[];
  /** Names the weights; null: there are no findings. */
  readonly rulesetVersion: string | null;
}

/** Points, from 0 to 100, by the id of the check; only of failed and warned checks. */
export type Gains = ReadonlyMap<string, number>;

/** By how many points the score would rise if one finding alone passed. Both scores are computed with the weights and
 *  the gates of the report, so settings that changed meanwhile make no difference. */
export function gainsOf({ checks, gates, rulesetVersion }: ScoredFindings): Gains {
  const weights = weightsOf(rulesetVersion ?? '');
  const { reached, possible } = totalOf(checks, weights);
  const score = limitedScore({ reached, possible }, gates);
  const gains = checks.filter(isToFix).map((finding): [string, number] => {
    const points = pointsOf(finding, weights);
    const total = { reached: reached + points.possible - points.reached, possible };
    return [finding.id, limitedScore(total, without(gates, [finding.id])) - score];
  });
  return new Map(gains);
}

/** The score if several findings passed.
 *  @param ids of their checks
 *  @returns 0 to 100 */
export function scoreWith({ checks, gates, rulesetVersion }: ScoredFindings, ids: readonly string[]): number {
  const passed = checks.map((finding) =>
    isToFix(finding) && ids.includes(finding.id) ? { ...finding, outcome: 'pass' as const } : finding,
  );
  return limitedScore(totalOf(passed, weightsOf(rulesetVersion ?? '')), without(gates, ids));
}

/** What to fix first: by gain, then importance, failures before warnings. Findings without a gain follow in their order. */
export function inFixOrder(findings: readonly Finding[], gains: Gains): Finding[] {
  const toFix = findings.filter(({ id }) => gains.has(id));
  const others = findings.filter(({ id }) => !gains.has(id));
  const gainOf = ({ id }: Finding) => gains.get(id) ?? 0;
  return [...toFix.sort((a, b) => gainOf(b) - gainOf(a) || rankOf(a) - rankOf(b)), ...others];
}

function isToFix({ outcome }: Finding): boolean {
  return isProblem(outcome);
}

function without(gates: readonly Gate[], ids: readonly string[]): Gate[] {
  return gates.filter(({ id }) => !ids.includes(id));
}

function rankOf({ importance, outcome }: Finding): number {
  return 2 * IMPORTANCES.indexOf(importance) + (outcome === 'warn' ? 1 : 0);
}
