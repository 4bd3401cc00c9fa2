import { SITE_FINDINGS, worstFirst } from './site-findings.js';

it.each(SITE_FINDINGS.map(({ id, message }) => [id, message(1)]))(
  'speaks of one page in the singular: %s',
  (_id, message) => {
    expect(message).toMatch(/^1 page /);
    expect(message).not.toMatch(/\b(them|they|their)\b/i);
  },
);

describe('worstFirst', () => {
  it('puts the findings of the site first, in their order', () => {
    const ids = SITE_FINDINGS.map(({ id }) => id);
    const counts = new Map([...ids.toReversed(), 'check:title'].map((id, at) => [id, at + 1]));
    expect(worstFirst(counts)).toEqual([...ids, 'check:title']);
  });

  it('orders checks by their weight times the pages that fail them', () => {
    const counts = { 'check:favicon': 24, 'check:https_encryption': 5, 'check:meta_description': 11 };
    expect(worstFirst(new Map(Object.entries(counts)))).toEqual([
      'check:meta_description',
      'check:https_encryption',
      'check:favicon',
    ]);
  });

  it('leaves out findings without pages, and of checks that are unknown', () => {
    const counts = { broken_links: 0, 'check:title': 0, 'check:of_another_version': 3, deep_pages: 1 };
    expect(worstFirst(new Map(Object.entries(counts)))).toEqual(['deep_pages']);
  });
});
