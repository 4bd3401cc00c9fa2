import { type Check, type Example } from '../check.js';
import { aPage } from '../page.fixture.js';

/** What the check is held against: `pass`, `not_applicable`, or the reason of a warning or failure. */
type Case = readonly [name: string, page: Partial<Example>, expected: string];

/** Makes one test of each case. */
export function verdictsOf(check: Check, cases: readonly Case[]): void {
  describe(check.id, () => {
    it.each(cases)('%s', (_name, page, expected) => {
      const { outcome, reason } = check.run(aPage(page));
      const isReason = outcome === 'warn' || outcome === 'fail';
      expect(isReason ? reason : outcome).toBe(expected);
    });
  });
}
