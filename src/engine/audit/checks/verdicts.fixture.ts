import { type Check, type Example, type Verdict } from '../check.js';
import { messageOf } from '../message.js';
import { expectSentence } from '../message.fixture.js';
import { aPage, aroundPage, findingOn } from '../example-page.js';

/** Expected result: `pass`, `not_applicable`, or the reason of a warning or failure. */
type Case = readonly [name: string, page: Partial<Example>, expected: string];

/** Defines one test per case. Each message must be a sentence that the check made for this result. */
export function verdictsOf(check: Check, cases: readonly Case[]): void {
  describe(check.id, () => {
    it.each(cases)('%s', (_name, page, expected) => {
      const finding = findingOn(check, page);
      const { outcome, reason } = finding;
      const isReason = outcome === 'warn' || outcome === 'fail';
      expect(isReason ? reason : outcome).toBe(expected);
      expect(Object.keys(check.messages)).toContain(reason ?? 'pass');
      expectSentence(messageOf(finding));
      if (outcome !== 'not_applicable')
        expect(Object.keys(finding.value ?? {})).toEqual(Object.keys(check.value));
    });
  });
}

export { findingOn };

/** The verdict behind {@link findingOn}, with evidence that has not been located yet. */
export function verdictOn(check: Check, page: Partial<Example>): Verdict {
  return 'run' in check ? check.run(aPage(page)) : check.judge(aroundPage(page));
}
