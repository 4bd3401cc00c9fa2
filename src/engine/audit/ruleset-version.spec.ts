import { DEFAULT_LIMITS } from './limits.js';
import { rulesetVersionOf, weightsOf } from './ruleset-version.js';
import { DEFAULT_BANDS, DEFAULT_WEIGHTS, RULESET_VERSION } from './score.js';

describe('rulesetVersionOf', () => {
  it('names the settings that differ from the defaults', () => {
    const settings = {
      checkLimits: { ...DEFAULT_LIMITS, words: 500 },
      weights: { ...DEFAULT_WEIGHTS, low: 0 },
      bands: DEFAULT_BANDS,
    };
    expect(rulesetVersionOf(settings)).toBe(`${RULESET_VERSION}+words=500,low=0`);
    expect(rulesetVersionOf({ bands: DEFAULT_BANDS })).toBe(RULESET_VERSION);
  });
});

describe('weightsOf', () => {
  it('reads the weights from any version', () => {
    const weights = { high: 20, medium: 0, low: 2 };
    const bands = { good: 90, decent: 50 };
    const checkLimits = { ...DEFAULT_LIMITS, words: 500 };
    expect(weightsOf(rulesetVersionOf({ checkLimits, weights, bands }))).toEqual(weights);
    expect(weightsOf('2026-11-20')).toEqual(DEFAULT_WEIGHTS);
    expect(weightsOf('2026-11-20+good=90')).toEqual(DEFAULT_WEIGHTS);
  });
});
