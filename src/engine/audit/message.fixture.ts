/** At the end of a clause, without saying of what. */
const BARE_NUMBER =
  /(?<!\b(?:at least|at most|of|or|HTTP|TLS|status|version) )(?<![\w.,:/“#-])\d[\d.,]*(?=[;)]|\.$|\. [A-Z])/;
const WRONG_PLURAL = /(?<![\w.,-])(?<!of )1 (?!ms\b|has\b|is\b|was\b)[a-z]+(?<!s)s\b/;

/** Checks that a message is plain English: whole sentences without codes, gaps and bare numbers. */
export function expectSentence(message: string): void {
  const own = message.replaceAll(/“[^”]*”/g, '“x”');
  expect(message).toMatch(/^(?:\p{Lu}|\d|“|<).{8,500}\.$/su);
  expect(own).not.toMatch(/undefined|NaN|\[object|\bnull\b|\s\s|\s[.,]/);
  expect(own).not.toMatch(/\b[a-z]+_[a-z_]+\b/);
  expect(own).not.toMatch(BARE_NUMBER);
  expect(own).not.toMatch(WRONG_PLURAL);
}
