import fc from 'fast-check';
import { type Finding } from './audit.js';
import { CATEGORIES, type Importance, type Outcome } from './check.js';
import { exampleFinding } from './finding.fixture.js';
import { resultOf, scoreOf } from './score.js';

const anOutcome = fc.constantFrom<Outcome>('pass', 'warn', 'fail', 'not_applicable', 'error');
const aFinding: fc.Arbitrary<Finding> = fc.record({
  id: fc.constantFrom('title', 'indexable', 'https_encryption', 'hsts'),
  category: fc.constantFrom(...CATEGORIES),
  importance: fc.constantFrom<Importance>('high', 'medium', 'low'),
  outcome: anOutcome,
  reason: fc.constant(null),
  value: fc.constant(null),
  evidence: fc.constant([]),
  evidence_count: fc.constant(0),
  method: fc.constant('exact' as const),
  sample: fc.constant(null),
});
const someFindings = fc.array(aFinding, { maxLength: 80 });

describe('scoreOf', () => {
  it('weighs high 10, medium 5, low 2, and a warning half', () => {
    const findings = [
      exampleFinding({ importance: 'high' }),
      exampleFinding({ importance: 'medium', outcome: 'warn' }),
      exampleFinding({ importance: 'low', outcome: 'fail' }),
    ];
    expect(scoreOf(findings).score).toBe(Math.round((100 * 12.5) / 17));
  });

  it('rounds half up', () => {
    const findings = Array.from({ length: 8 }, (_, n) =>
      exampleFinding({ outcome: n < 1 ? 'pass' : 'fail' }),
    );
    expect(scoreOf(findings).score).toBe(13);
  });

  it('uses custom weights', () => {
    const findings = [
      exampleFinding({ importance: 'low', outcome: 'fail' }),
      exampleFinding({ importance: 'high' }),
    ];
    expect(scoreOf(findings, { high: 10, medium: 5, low: 0 }).score).toBe(100);
  });

  it('limits a page that robots may not index to 49, and one without https to 79', () => {
    const others = Array.from({ length: 40 }, () => exampleFinding({}));
    expect(scoreOf([...others, exampleFinding({ id: 'indexable', outcome: 'fail' })])).toMatchObject({
      score: 49,
      gates: [{ id: 'indexable', max_score: 49 }],
    });
    expect(scoreOf([...others, exampleFinding({ id: 'https_encryption', outcome: 'fail' })]).score).toBe(79);
  });

  it('scores each category, null if no check applies', () => {
    const { categories } = scoreOf([
      exampleFinding({ outcome: 'fail' }),
      exampleFinding({ category: 'security' }),
    ]);
    expect(categories).toEqual({
      seo: 0,
      content: null,
      performance: null,
      security: 100,
      best_practice: null,
    });
  });

  it('is an integer from 0 to 100, the same for any order', () => {
    fc.assert(
      fc.property(someFindings, (findings) => {
        const { score } = scoreOf(findings);
        expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
        expect(scoreOf(findings.toReversed()).score).toBe(score);
      }),
    );
  });

  it('never falls when a defect is removed', () => {
    fc.assert(
      fc.property(someFindings, fc.nat(), (findings, at) => {
        const broken = findings.filter((f) => f.outcome === 'fail' || f.outcome === 'warn');
        const fixed = broken[at % Math.max(1, broken.length)];
        const after = findings.map((f) => (f === fixed ? { ...f, outcome: 'pass' as const } : f));
        expect(scoreOf(after).score).toBeGreaterThanOrEqual(scoreOf(findings).score);
      }),
    );
  });

  it('is untouched by a check that does not apply', () => {
    fc.assert(
      fc.property(someFindings, aFinding, (findings, extra) => {
        const after = [...findings, { ...extra, outcome: 'not_applicable' as const }];
        expect(scoreOf(after).score).toBe(scoreOf(findings).score);
      }),
    );
  });
});

describe('resultOf', () => {
  it.each([
    [100, 'good'],
    [80, 'good'],
    [79, 'decent'],
    [50, 'decent'],
    [49, 'bad'],
    [0, 'bad'],
  ])('calls %i %s', (score, result) => {
    expect(resultOf(score, { good: 80, decent: 50 })).toBe(result);
  });
});
