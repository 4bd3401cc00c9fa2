import { type Outcome } from '../audit/check.js';

/** What became of one check between two reports. */
export type Change = 'fixed' | 'better' | 'new' | 'worse' | 'unchanged' | 'fine';

const TROUBLE: Readonly<Partial<Record<Outcome, number>>> = { pass: 0, not_applicable: 0, warn: 1, fail: 2 };

/** Tells what changed. Checks that one report lacks, or that broke in one, say nothing and are left out.
 *  @param before outcomes by the checks' ids */
export function changesOf(
  before: Readonly<Record<string, Outcome>>,
  after: Readonly<Record<string, Outcome>>,
): Map<string, Change> {
  const changes = new Map<string, Change>();
  for (const [id, outcome] of Object.entries(after)) {
    const earlier = Object.hasOwn(before, id) ? before[id] : undefined;
    const [from, to] = [earlier && TROUBLE[earlier], TROUBLE[outcome]];
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

/** Outcomes of findings by their checks. */
export function outcomesOf(
  findings: readonly { readonly id: string; readonly outcome: Outcome }[],
): Record<string, Outcome> {
  return Object.fromEntries(findings.map(({ id, outcome }) => [id, outcome]));
}
