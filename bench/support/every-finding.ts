import { type Finding } from '../../src/audit/audit.js';
import { CHECKS } from '../../src/audit/registry.js';

const PLACE = {
  selector: 'main > section:nth-of-type(3) > article:nth-of-type(2) > p > a',
  line: 1234,
  column: 56,
  excerpt:
    '<a class="button button--large button--primary" href="/products/leather-shoes?color=brown&size=44">',
};

/** A report's findings where every check fails in twenty places. */
export function everyFinding(): Finding[] {
  return CHECKS.map(({ id, category, importance, method }) => ({
    id,
    category,
    importance,
    method,
    outcome: 'fail',
    reason: 'no_alternative_text',
    value: { images: 48, without_text: 20 },
    evidence: Array.from({ length: 20 }, () => PLACE),
    evidence_count: 48,
    sample: null,
  }));
}
