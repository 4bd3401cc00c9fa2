import { type Outcome } from '../audit/check.js';

/** How one check changed between two reports. */
export type Change = 'fixed' | 'better' | 'new' | 'worse' | 'unchanged' | 'fine';

const SEVERITIES: Readonly<Partial<Record<Outcome, number>>> = {
  pass: 0,
  not_applicable: 0,
  warn: 1,
  fail: 2,
};

/** Compares two reports check by check. Omits checks that are missing or have outcome `error` in either report.
 *  @param before outcomes by check id */
export function changesOf(
  before: Readonly<Record<string, Outcome>>,
  after: Readonly<Record<string, Outcome>>,
): Map<string, Change> {
  const changes = new Map<string, Change>();
  for (const [id, outcome] of Object.entries(after)) {
    const earlier = Object.hasOwn(before, id) ? before[id] : undefined;
    const [from, to] = [earlier && SEVERITIES[earlier], SEVERITIES[outcome]];
    if (from !== undefined && to !== undefined) changes.set(id, changeOf(from, to));
  }
  return changes;
}

function changeOf(from: number, to: number): Change {
  if (from === to) return to === 0 ? 'fine' : 'unchanged';
  if (to === 0) return 'fixed';
  if (from === 0) return 'new';
  return to < from ? 'better' : 'worse';
}

/** Outcomes of findings by check id. */
export function outcomesOf(
  findings: readonly { readonly id: string; readonly outcome: Outcome }[],
): Record<string, Outcome> {
  return Object.fromEntries(findings.map(({ id, outcome }) => [id, outcome]));
}
