import { type Finding } from '../../src/engine/audit/audit.js';
import { CHECKS } from '../../src/engine/audit/registry.js';

/** Text that runs or hides something where it is taken for markup. */
export const ATTACK = `"'><script>owned=1</script><img src=x onerror="owned=1"></bdi></code></title><style>*{display:none}</style>`;

/** Findings of every check, each failed with as much as can be stored of it.
 *  @param whole text of the page; most findings have its beginning */
export function hostileFindings(whole: string): Finding[] {
  return CHECKS.map(({ id, category, importance, method }, index) => {
    const text = index < 3 ? whole : whole.slice(0, 2000);
    const place = { selector: text, line: 1, column: 1, excerpt: text };
    return {
      id,
      category,
      importance,
      method,
      outcome: 'fail',
      reason: 'not_in_title_and_heading',
      value: { [text.slice(0, 100)]: text, list: Array.from({ length: 20 }, () => text.slice(0, 1000)) },
      evidence: Array.from({ length: index < 3 ? 1 : 20 }, () => place),
      evidence_count: 1_000_000,
      sample: { taken: 1, of: 2 },
    };
  });
}
