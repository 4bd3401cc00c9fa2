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

/** Maximum evidence in one finding; the rest is only counted. */
const MAX_EVIDENCE = 20;

const MAX_VALUE_CHARACTERS = 1000;
/** Maximum items of a list in a value. */
const MAX_LISTED = 100;

/** Result of one check for one page, as it is stored. */
export interface Finding {
  readonly id: string;
  readonly category: Category;
  readonly importance: Importance;
  readonly outcome: Outcome;
  /** Of the document as it was sent, if rendering changed it. */
  readonly static_outcome?: Outcome;
  readonly reason: string | null;
  readonly value: Value;
  readonly evidence: readonly Evidence[];
  readonly evidence_count: number;
  readonly method: Method;
  readonly sample: SampleSize | null;
}

/** Runs all document checks. One that throws becomes a finding with outcome `error`, so that a bug in a check can't
 *  prevent the report. */
export function audit(page: Page, checks: readonly Check[] = CHECKS): Finding[] {
  return [...findingsOf(page, checks)];
}

/** {@link audit} as a generator. */
export function* findingsOf(page: Page, checks: readonly Check[] = CHECKS): Generator<Finding> {
  for (const check of checks) {
    if (!('run' in check)) continue;
    const finding = findingOf(check, () => check.run(page), page.dom);
    yield page.isUnstyled && check.restsOnStyle ? { ...finding, method: 'unstyled' } : finding;
  }
}

/** Runs all checks of the document's surroundings. */
export function* auditSurroundings(
  surroundings: Surroundings,
  checks: readonly Check[] = CHECKS,
): Generator<Finding> {
  for (const check of checks) {
    if ('judge' in check) yield findingOf(check, () => check.judge(surroundings), null);
  }
}

/** Adds a finding with outcome `error` for each check of the same kind that did not run before the CPU time ran out. */
export function withUnfinished(findings: readonly Finding[], kind: 'run' | 'judge'): Finding[] {
  const done = new Set(findings.map(({ id }) => id));
  const missing = CHECKS.filter((check) => kind in check && !done.has(check.id));
  return [...findings, ...missing.map((check) => unchecked(check, 'out_of_time', null))];
}

/** Sorts findings in the order of a report. */
export function inReportOrder(findings: readonly Finding[]): Finding[] {
  const byId = new Map(findings.map((finding) => [finding.id, finding]));
  return CHECKS.flatMap(({ id }) => byId.get(id) ?? []);
}

function findingOf(check: Check, verdict: () => Verdict, dom: Dom | null): Finding {
  const { id, category, importance, method } = check;
  try {
    const { outcome, reason, value, evidence, sample = null } = verdict();
    // Without a spread: see src/README.md, Audit.
    return {
      id,
      category,
      importance,
      outcome,
      reason,
      value: bounded(value),
      evidence: evidence.slice(0, MAX_EVIDENCE).map((place) => evidenceAt(place, dom)),
      evidence_count: evidence.length,
      method,
      sample,
    };
  } catch (error) {
    return unchecked(check, 'defect', { error: shortened(String(error)) });
  }
}

function unchecked(
  { id, category, importance, method }: Check,
  reason: 'defect' | 'out_of_time',
  value: Value,
): Finding {
  const nothing = { evidence: [], evidence_count: 0, sample: null };
  return { id, category, importance, outcome: 'error', reason, value, method, ...nothing };
}

function evidenceAt(place: Place, dom: Dom | null): Evidence {
  if ('excerpt' in place) return place;
  if (!dom) throw new Error('An element can only be evidence in a document check');
  return 'withText' in place ? evidenceOf(dom, place.withText, { hasText: true }) : evidenceOf(dom, place);
}

/** Limits the size of a value. */
function bounded(value: Value): Value {
  return (
    value && Object.fromEntries(Object.entries(value).map(([name, member]) => [name, boundedMember(member)]))
  );
}

function boundedMember(member: Exclude<Value, null>[string]): typeof member {
  if (typeof member === 'string') return member.slice(0, MAX_VALUE_CHARACTERS);
  if (typeof member !== 'object' || member === null) return member;
  return member.slice(0, MAX_LISTED).map((text) => text.slice(0, MAX_VALUE_CHARACTERS));
}
