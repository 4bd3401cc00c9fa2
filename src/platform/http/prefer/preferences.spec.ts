import { preferencesIn } from './preferences.js';

const NONE = { isStrict: false, isAsync: false, waitSeconds: null };

/** Below it a measurement says nothing. */
const NEGLIGIBLE_MS = 100;

describe('preferencesIn', () => {
  it.each([
    [undefined, NONE],
    ['', NONE],
    ['handling=strict', { ...NONE, isStrict: true }],
    ['Handling="Strict"', { ...NONE, isStrict: true }],
    ['handling=lenient, handling=strict', NONE],
    ['respond-async, wait=10', { ...NONE, isAsync: true, waitSeconds: 10 }],
    ['respond-async; a="b, wait=3"', { ...NONE, isAsync: true }],
    ['foo="wait=3, respond-async", wait="5"', { ...NONE, waitSeconds: 5 }],
    ['wait=-1', NONE],
    ['wait=ten', NONE],
    ['wait=99999999999', NONE],
    [['wait=7', 'handling=strict'], { ...NONE, isStrict: true, waitSeconds: 7 }],
  ])('reads %j', (prefer, expected) => {
    expect(preferencesIn(prefer)).toEqual(expected);
  });

  it('passes over quotes that are not closed or are escaped', () => {
    expect(preferencesIn('a="\\", wait=3", wait=4')).toEqual({ ...NONE, waitSeconds: 4 });
    expect(preferencesIn('wait=4, a=", wait=3')).toEqual({ ...NONE, waitSeconds: 4 });
  });

  it('costs no more than its length', () => {
    const costOf = (count: number) => {
      const startedAt = performance.now();
      preferencesIn('b;\\"'.repeat(count));
      return performance.now() - startedAt;
    };
    const smaller = costOf(4000);
    const larger = costOf(16_000);
    expect(larger < NEGLIGIBLE_MS ? 0 : larger / smaller).toBeLessThan(8);
  });
});
