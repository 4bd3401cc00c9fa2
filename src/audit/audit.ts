import { type Category, type Check, type Importance, type Outcome, type Place, type Value } from './check.js';
import { type Evidence, evidenceOf, shortened } from './dom/evidence.js';
import { type Page } from './page.js';
import { CHECKS } from './registry.js';

/** Places that one finding lists; the others are counted. */
const MAX_EVIDENCE = 20;

const MAX_VALUE_CHARACTERS = 1000;

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
    const shown = evidence.slice(0, MAX_EVIDENCE).map((place) => evidenceAt(place, page));
    const count = evidence.length;
    return {
      id,
      category,
      importance,
      method,
      outcome,
      reason,
      value: bounded(value),
      evidence: shown,
      evidence_count: count,
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

function evidenceAt(place: Place, page: Page): Evidence {
  return 'tagName' in place ? evidenceOf(page.dom, place) : place;
}

/** A page's text must not make a report of any size. */
function bounded(value: Value): Value {
  if (typeof value === 'string') return value.slice(0, MAX_VALUE_CHARACTERS);
  if (!Array.isArray(value)) return value;
  return value.slice(0, MAX_EVIDENCE).map((text: string) => text.slice(0, MAX_VALUE_CHARACTERS));
}
