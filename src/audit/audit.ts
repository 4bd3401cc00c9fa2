import {
  type Category,
  type Check,
  type Importance,
  type Method,
  type Outcome,
  type Place,
  type SampleSize,
  type Value,
  type Verdict,
} from './check.js';
import { type Dom } from './dom/dom.js';
import { type Evidence, evidenceOf, shortened } from './dom/evidence.js';
import { type Page } from './page.js';
import { CHECKS } from './registry.js';
import { type Surroundings } from './surroundings.js';

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
  readonly method: Method;
  readonly sample: SampleSize | null;
}

/** Runs every check of the document. One that throws becomes a finding with outcome `error`: our defect, which
 *  must not cost the page its report. */
export function audit(page: Page, checks: readonly Check[] = CHECKS): Finding[] {
  return checks.flatMap((check) =>
    'run' in check ? [findingOf(check, () => check.run(page), page.dom)] : [],
  );
}

/** Runs every check of what lies around the document. */
export function auditSurroundings(surroundings: Surroundings, checks: readonly Check[] = CHECKS): Finding[] {
  return checks.flatMap((check) =>
    'judge' in check ? [findingOf(check, () => check.judge(surroundings), null)] : [],
  );
}

/** Findings in the order of a report. */
export function inReportOrder(findings: readonly Finding[]): Finding[] {
  const byId = new Map(findings.map((finding) => [finding.id, finding]));
  return CHECKS.flatMap(({ id }) => byId.get(id) ?? []);
}

function findingOf(check: Check, verdict: () => Verdict, dom: Dom | null): Finding {
  const { id, category, importance, method } = check;
  const head = { id, category, importance, method };
  try {
    const { outcome, reason, value, evidence, sample = null } = verdict();
    const shown = evidence.slice(0, MAX_EVIDENCE).map((place) => evidenceAt(place, dom));
    const evidence_count = evidence.length;
    return { ...head, outcome, reason, value: bounded(value), evidence: shown, evidence_count, sample };
  } catch (error) {
    const value = shortened(String(error));
    return {
      ...head,
      outcome: 'error',
      reason: 'defect',
      value,
      evidence: [],
      evidence_count: 0,
      sample: null,
    };
  }
}

function evidenceAt(place: Place, dom: Dom | null): Evidence {
  if (!('tagName' in place)) return place;
  if (!dom) throw new Error('An element is evidence only where there is a document');
  return evidenceOf(dom, place);
}

/** A page's text must not make a report of any size. */
function bounded(value: Value): Value {
  if (typeof value === 'string') return value.slice(0, MAX_VALUE_CHARACTERS);
  if (!Array.isArray(value)) return value;
  return value.slice(0, MAX_EVIDENCE).map((text: string) => text.slice(0, MAX_VALUE_CHARACTERS));
}
