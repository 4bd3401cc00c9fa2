import { type Category, type Check, type Importance, type Outcome, type Value } from './check.js';
import { type Evidence, shortened } from './dom/evidence.js';
import { type Page } from './page.js';
import { CHECKS } from './registry.js';

/** Places that one finding lists; the others are counted. */
export const MAX_EVIDENCE = 20;

/** What one check said about one page, as it is stored. */
export interface Finding {
  readonly id: string;
  readonly category: Category;
  readonly importance: Importance;
  readonly outcome: Outcome;
  readonly reason: string | null;
  readonly value: Value;
  readonly evidence: readonly Evidence[];
  readonly evidence_count: number;
  readonly method: 'exact' | 'approximate';
}

/** Runs every check on a page. One that throws becomes a finding with outcome `error`: our defect, which must
 *  not cost the page its report. */
export function audit(page: Page, checks: readonly Check[] = CHECKS): Finding[] {
  return checks.map((check) => findingOf(check, page));
}

function findingOf(check: Check, page: Page): Finding {
  const { id, category, importance, method } = check;
  try {
    const { outcome, reason, value, evidence } = check.run(page);
    const shown = evidence.slice(0, MAX_EVIDENCE);
    return {
      id,
      category,
      importance,
      method,
      outcome,
      reason,
      value,
      evidence: shown,
      evidence_count: evidence.length,
    };
  } catch (error) {
    const value = shortened(String(error));
    return {
      id,
      category,
      importance,
      method,
      outcome: 'error',
      reason: 'defect',
      value,
      evidence: [],
      evidence_count: 0,
    };
  }
}
