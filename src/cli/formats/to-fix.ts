import { type Finding } from '../../engine/audit/audit.js';
import { type Outcome } from '../../engine/audit/check.js';
import { gainsOf, inFixOrder } from '../../engine/audit/gain.js';
import { type Grade } from '../../engine/grading/grade.js';

const OUTCOMES: readonly Outcome[] = ['fail', 'warn', 'error'];

export interface FindingToFix extends Finding {
  /** Points by which the score would rise if this finding alone passed. */
  readonly gain: number;
}

/** What to fix on a page, the largest gain first, and checks that did not run last. */
export function toFix(grade: Grade): FindingToFix[] {
  const gains = gainsOf(grade);
  return inFixOrder(grade.checks, gains)
    .filter(({ outcome }) => OUTCOMES.includes(outcome))
    .map((finding) => ({ ...finding, gain: gains.get(finding.id) ?? 0 }));
}
