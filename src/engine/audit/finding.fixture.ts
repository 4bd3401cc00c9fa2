import { type Finding } from './audit.js';

/** A passed finding of high importance, but for what is said. */
export function exampleFinding(parts: Partial<Finding> = {}): Finding {
  return {
    id: 'title',
    category: 'seo',
    importance: 'high',
    outcome: 'pass',
    reason: null,
    value: null,
    evidence: [],
    evidence_count: 0,
    method: 'exact',
    sample: null,
    ...parts,
  };
}
