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
/** Items of a list within a value. */
const MAX_LISTED = 100;

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
  return [...findingsOf(page, checks)];
}

/** {@link audit}, one finding after the other. */
export function* findingsOf(page: Page, checks: readonly Check[] = CHECKS): Generator<Finding> {
  for (const check of checks) {
    if (!('run' in check)) continue;
    const finding = findingOf(check, () => check.run(page), page.dom);
    yield page.isUnstyled && check.restsOnStyle ? { ...finding, method: 'unstyled' } : finding;
  }
}

/** Runs every check of what lies around the document. */
export function* auditSurroundings(
  surroundings: Surroundings,
  checks: readonly Check[] = CHECKS,
): Generator<Finding> {
  for (const check of checks) {
    if ('judge' in check) yield findingOf(check, () => check.judge(surroundings), null);
  }
}

/** The findings there are, and one with outcome `error` for each other check of the same kind: the audit had used up
 *  its processor time. */
export function withUnfinished(findings: readonly Finding[], kind: 'run' | 'judge'): Finding[] {
  const done = new Set(findings.map(({ id }) => id));
  const missing = CHECKS.filter((check) => kind in check && !done.has(check.id));
  return [...findings, ...missing.map((check) => unchecked(check, 'out_of_time', null))];
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
    return unchecked(check, 'defect', shortened(String(error)));
  }
}

function unchecked(
  { id, category, importance, method }: Check,
  reason: 'defect' | 'out_of_time',
  value: string | null,
): Finding {
  const nothing = { evidence: [], evidence_count: 0, sample: null };
  return { id, category, importance, outcome: 'error', reason, value, method, ...nothing };
}

function evidenceAt(place: Place, dom: Dom | null): Evidence {
  if (!('tagName' in place)) return place;
  if (!dom) throw new Error('An element is evidence only where there is a document');
  return evidenceOf(dom, place);
}

/** A page's text must not make a report of any size. */
function bounded(value: Value): Value {
  if (typeof value === 'string') return value.slice(0, MAX_VALUE_CHARACTERS);
  if (Array.isArray(value)) {
    return value.slice(0, MAX_EVIDENCE).map((text: string) => text.slice(0, MAX_VALUE_CHARACTERS));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, boundedPart(part)]));
}

function boundedPart(part: unknown): unknown {
  if (typeof part === 'string') return part.slice(0, MAX_VALUE_CHARACTERS);
  return Array.isArray(part) ? part.slice(0, MAX_LISTED).map(boundedPart) : part;
}
