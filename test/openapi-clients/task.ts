/** What all tasks share: where the service is, whose key they use, and a page to audit. */
export const { BASE: base = '', KEY: key = '', PAGE: page = '' } = process.env;

export function check(isTrue: unknown, expectation: string): asserts isTrue {
  if (!isTrue) throw new Error(expectation);
}
