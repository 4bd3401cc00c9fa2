import fc from 'fast-check';
import { type Finding } from './audit.js';
import { CATEGORIES, IMPORTANCES, METHODS, type Outcome } from './check.js';
import { exampleFinding } from './finding.fixture.js';
import { gainsOf, inFixOrder, type ScoredFindings, scoreWith } from './gain.js';
import { CHECKS } from './registry.js';
import { rulesetVersionOf } from './ruleset-version.js';
import { DEFAULT_BANDS, DEFAULT_WEIGHTS, scoreOf, type Weights } from './score.js';

const OUTCOMES: readonly Outcome[] = ['pass', 'warn', 'fail', 'not_applicable', 'error'];
const IDS = CHECKS.map(({ id }) => id);
const CAPPED = CHECKS.flatMap(({ id, scoreCap }) => (scoreCap === undefined ? [] : [id]));

const aWeight = fc.integer({ min: 0, max: 1000 });
const someWeights: fc.Arbitrary<Weights> = fc.oneof(
  fc.constant(DEFAULT_WEIGHTS),
  fc.record({ high: aWeight, medium: aWeight, low: aWeight }),
);
const aFinding: fc.Arbitrary<Finding> = fc.record({
  id: fc.oneof(fc.constantFrom(...CAPPED), fc.constantFrom(...IDS)),
  category: fc.constantFrom(...CATEGORIES),
  importance: fc.constantFrom(...IMPORTANCES),
  outcome: fc.constantFrom(...OUTCOMES),
  reason: fc.constant(null),
  value: fc.constant(null),
  evidence: fc.constant([]),
  evidence_count: fc.constant(0),
  method: fc.constantFrom(...METHODS),
  sample: fc.constant(null),
});
const someFindings = fc.uniqueArray(aFinding, { selector: ({ id }) => id, maxLength: 60 });

function scored(checks: readonly Finding[], weights: Weights = DEFAULT_WEIGHTS): ScoredFindings {
  const rulesetVersion = rulesetVersionOf({ weights, bands: DEFAULT_BANDS });
  return { checks, gates: scoreOf(checks, weights).gates, rulesetVersion };
}

function passing(checks: readonly Finding[], ids: readonly string[]): Finding[] {
  return checks.map((finding) =>
    ids.includes(finding.id) ? { ...finding, outcome: 'pass' as const } : finding,
  );
}

function finding(id: string, parts: Partial<Finding> = {}): Finding {
  return exampleFinding({ id, outcome: 'fail', ...parts });
}

describe('gainsOf', () => {
  it('is exactly what the score gains if the finding passes', () => {
    fc.assert(
      fc.property(someFindings, someWeights, (findings, weights) => {
        const { score } = scoreOf(findings, weights);
        for (const [id, gain] of gainsOf(scored(findings, weights)))
          expect(scoreOf(passing(findings, [id]), weights).score).toBe(score + gain);
      }),
      { numRuns: 500 },
    );
  });

  it('has every failed and warned finding, and no other', () => {
    fc.assert(
      fc.property(someFindings, (findings) => {
        const wanted = findings.filter(({ outcome }) => outcome === 'fail' || outcome === 'warn');
        expect([...gainsOf(scored(findings)).keys()]).toEqual(wanted.map(({ id }) => id));
      }),
    );
  });

  it('is 0 for informational findings and those that only a browser could judge', () => {
    const findings = [
      finding('title', { outcome: 'pass' }),
      finding('llms_txt', { importance: 'info' }),
      finding('h1', { method: 'unrendered' }),
      finding('charset', { importance: 'medium' }),
    ];
    expect(Object.fromEntries(gainsOf(scored(findings)))).toEqual({ llms_txt: 0, h1: 0, charset: 33 });
  });

  it('is 0 for all that a gate holds back, and lifts the score to the next gate', () => {
    const others = IDS.filter((id) => !CAPPED.includes(id)).map((id) => finding(id, { outcome: 'pass' }));
    const one = [...others.slice(1), finding('title'), finding('indexable')];
    expect(gainsOf(scored(one)).get('title')).toBe(0);
    expect(gainsOf(scored(one)).get('indexable')).toBeGreaterThan(40);
    const two = [...others, finding('indexable'), finding('https_encryption')];
    expect(Object.fromEntries(gainsOf(scored(two)))).toEqual({ indexable: 79 - 49, https_encryption: 0 });
  });

  it('keeps to the gates of the report, whatever its checks are today', () => {
    const report = { ...scored([finding('title'), finding('h1', { outcome: 'pass' })]) };
    expect(gainsOf({ ...report, gates: [{ id: 'title', max_score: 10 }] }).get('title')).toBe(90);
  });

  it('has nothing of a report without findings', () => {
    expect(gainsOf({ checks: [], gates: [], rulesetVersion: null }).size).toBe(0);
  });
});

describe('scoreWith', () => {
  it('is the score if several findings passed', () => {
    const someIds = fc.array(fc.constantFrom(...IDS), { maxLength: 80 });
    fc.assert(
      fc.property(someFindings, someWeights, someIds, (findings, weights, ids) => {
        const broken = ids.filter((id) =>
          findings.some((f) => f.id === id && (f.outcome === 'fail' || f.outcome === 'warn')),
        );
        expect(scoreWith(scored(findings, weights), ids)).toBe(
          scoreOf(passing(findings, broken), weights).score,
        );
      }),
      { numRuns: 500 },
    );
  });
});

describe('inFixOrder', () => {
  it('sorts by gain, then importance, failures before warnings, and leaves the others as they are', () => {
    const findings = [
      finding('charset', { outcome: 'pass', importance: 'low' }),
      finding('links', { importance: 'low' }),
      finding('title', { outcome: 'warn' }),
      finding('h1'),
      finding('favicon', { importance: 'medium' }),
      finding('lang', { outcome: 'pass' }),
    ];
    const gains = new Map([
      ['links', 9],
      ['title', 3],
      ['h1', 3],
      ['favicon', 3],
    ]);
    const order = inFixOrder(findings, gains).map(({ id }) => id);
    expect(order).toEqual(['links', 'h1', 'title', 'favicon', 'charset', 'lang']);
  });
});
