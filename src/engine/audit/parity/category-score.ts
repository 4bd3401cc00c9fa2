/** 1: passed, 0: failed, null: not applicable. */
export type AuditScore = 1 | 0 | null;

/** The weighted mean of scores, computed and rounded as Lighthouse does. Audits that do not apply weigh nothing.
 *  @param weights by audit; audits without one don't count
 *  @returns 0 to 100; 0 if no audit applies
 *  @see https://github.com/GoogleChrome/lighthouse/blob/v12.8.2/core/scoring.js */
export function categoryScore(
  audits: Readonly<Record<string, number | null>>,
  weights: Readonly<Record<string, number>>,
): number {
  let reached = 0;
  let possible = 0;
  for (const [id, weight] of Object.entries(weights)) {
    const score = audits[id] ?? null;
    if (score === null) continue;
    reached += weight * score;
    possible += weight;
  }
  return possible === 0 ? 0 : Math.round((reached / possible) * 100);
}
