import { type Finding } from '../../engine/audit/audit.js';
import { type Value } from '../../engine/audit/check.js';
import { type Gains } from '../../engine/audit/gain.js';
import { messageOf } from '../../engine/audit/message.js';
import { checkOf } from '../../engine/audit/registry.js';
import { type FindingView } from './finding.view.js';

/** What a finding's view needs of its report. */
export interface FindingContext {
  readonly gains: Gains;
  /** Base of absolute links. */
  readonly base: string;
}

/** A stored finding, with the current texts of its check. */
export function findingView(finding: Finding, { gains, base }: FindingContext): FindingView {
  const check = checkOf(finding.id);
  return {
    id: finding.id,
    name: check?.name ?? finding.id,
    category: finding.category,
    importance: finding.importance,
    outcome: finding.outcome,
    static_outcome: finding.static_outcome,
    gain: gains.get(finding.id) ?? null,
    reason: finding.reason,
    message: messageOf(finding),
    value: typedValue(finding.value),
    evidence: finding.evidence.map(({ selector, line, column, excerpt }) => ({
      selector,
      line,
      column,
      excerpt,
    })),
    evidence_count: finding.evidence_count,
    method: finding.method,
    sample: finding.sample && { taken: finding.sample.taken, of: finding.sample.of },
    what: check?.what ?? 'This check no longer exists.',
    why: check?.why ?? '',
    fix: check?.fix ?? '',
    source: check?.source ?? 'about:blank',
    docs: `${base}/docs/checks/${finding.id}`,
  };
}

/** Earlier versions stored some values without names. */
export function typedValue(value: unknown): Value {
  const isTyped = typeof value === 'object' && !Array.isArray(value);
  return (isTyped ? value : { value }) as Value;
}
