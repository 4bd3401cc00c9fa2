import { fail, notApplicable, pass, type ValueOf, type Verdict } from './check.js';
import { type LayoutVerdict } from './layout-rules.js';
import { shortened } from './dom/evidence.js';

/** The value of a check of layout. */
export const LAYOUT_VALUE = { elements: 'integer', failing: 'integer' } as const;

/** The verdict of a check of layout. It does not apply without a browser.
 *  @param reason of a failure */
export function layoutVerdict<Reason extends string>(
  verdict: LayoutVerdict | undefined,
  reason: Reason,
): Verdict<Reason | 'not_rendered' | 'nothing_to_measure', ValueOf<typeof LAYOUT_VALUE>> {
  if (!verdict) return notApplicable('not_rendered');
  const { passed, failed, places } = verdict;
  if (passed + failed === 0) return notApplicable('nothing_to_measure');
  const value = { elements: passed + failed, failing: failed };
  if (failed === 0) return pass(value);
  const evidence = places.map(({ selector, excerpt }) => ({
    selector: shortened(selector),
    line: null,
    column: null,
    excerpt: shortened(excerpt),
  }));
  return fail(reason, { value, evidence });
}
