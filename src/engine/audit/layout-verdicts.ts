import { fail, notApplicable, pass, type Place, type ValueOf, type Verdict } from './check.js';
import { onlyMatch } from './css/only-match.js';
import { type Dom } from './dom/dom.js';
import { shortened } from './dom/evidence.js';
import { type LayoutPlace, type LayoutRule } from './layout-rules.js';
import { type Page } from './page.js';

/** The value of a check of layout. */
export const LAYOUT_VALUE = { elements: 'integer', failing: 'integer' } as const;

/** The verdict of a check of layout. It does not apply without a browser.
 *  @param reason of a failure */
export function layoutVerdict<Reason extends string>(
  { dom, layout }: Page,
  rule: LayoutRule,
  reason: Reason,
): Verdict<Reason | 'not_rendered' | 'nothing_to_measure', ValueOf<typeof LAYOUT_VALUE>> {
  const verdict = layout?.[rule];
  if (!verdict) return notApplicable('not_rendered');
  const { passed, failed, places } = verdict;
  if (passed + failed === 0) return notApplicable('nothing_to_measure');
  const value = { elements: passed + failed, failing: failed };
  if (failed === 0) return pass(value);
  return fail(reason, { value, evidence: places.map((place) => placeIn(dom, place)) });
}

/** The element that axe-core means, so that its selector and position are those of other findings. Where it is not
 *  certain which one that is, what axe-core says. */
function placeIn(dom: Dom, { selector, excerpt }: LayoutPlace): Place {
  const element = onlyMatch(dom, selector);
  if (element?.tagName.toLowerCase() === nameIn(excerpt)) return element;
  return { selector, line: null, column: null, excerpt: shortened(excerpt) };
}

/** Of the element that an excerpt begins with; null: no element. */
function nameIn(excerpt: string): string | null {
  return /^<([^\s/>]+)/.exec(excerpt)?.[1]?.toLowerCase() ?? null;
}
