import { type Outcome } from '../audit/check.js';
import { changesOf } from './comparison.js';

describe('changesOf', () => {
  it.each<[Outcome, Outcome, string | undefined]>([
    ['fail', 'pass', 'fixed'],
    ['warn', 'pass', 'fixed'],
    ['fail', 'not_applicable', 'fixed'],
    ['fail', 'warn', 'better'],
    ['warn', 'fail', 'worse'],
    ['pass', 'warn', 'new'],
    ['not_applicable', 'fail', 'new'],
    ['fail', 'fail', 'unchanged'],
    ['warn', 'warn', 'unchanged'],
    ['pass', 'pass', 'fine'],
    ['pass', 'not_applicable', 'fine'],
    ['error', 'fail', undefined],
    ['fail', 'error', undefined],
  ])('%s, then %s: %s', (before, after, change) => {
    expect(changesOf({ title: before }, { title: after }).get('title')).toBe(change);
  });

  it('ignores what only one report has', () => {
    expect([...changesOf({ old: 'fail' }, { new: 'fail' })]).toEqual([]);
    expect([...changesOf({}, { ...({ constructor: 'fail' } as Record<string, Outcome>) })]).toEqual([]);
  });
});
