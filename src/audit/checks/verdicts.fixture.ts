import { type Check, type Example, type Verdict } from '../check.js';
import { aPage, aroundPage } from '../page.fixture.js';

/** Expected result: `pass`, `not_applicable`, or the reason of a warning or failure. */
type Case = readonly [name: string, page: Partial<Example>, expected: string];

/** Defines one test per case. */
export function verdictsOf(check: Check, cases: readonly Case[]): void {
  describe(check.id, () => {
    it.each(cases)('%s', (_name, page, expected) => {
      const { outcome, reason } = verdictOn(check, page);
      const isReason = outcome === 'warn' || outcome === 'fail';
      expect(isReason ? reason : outcome).toBe(expected);
    });
  });
}

/** Runs a check of either kind on an example. */
export function verdictOn(check: Check, page: Partial<Example>): Verdict {
  return 'run' in check ? check.run(aPage(page)) : check.judge(aroundPage(page));
}
