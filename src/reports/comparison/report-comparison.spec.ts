import { type Finding } from '../../engine/audit/audit.js';
import { exampleFinding } from '../../engine/audit/finding.fixture.js';
import { type CheckChange, type ComparedReport, comparisonOf } from './report-comparison.js';

function aReport(
  details: Partial<ComparedReport['details']> = {},
  report: Partial<Omit<ComparedReport, 'details'>> = {},
): ComparedReport {
  return {
    id: 1,
    url: 'https://example.com/',
    score: 60,
    errorCode: null,
    errorDetail: null,
    createdAt: new Date(0),
    generatedAt: new Date(0),
    ...report,
    details: {
      rulesetVersion: '1',
      categories: {},
      checks: [],
      device: 'mobile',
      rendered: null,
      ...details,
    },
  };
}

const withChecks = (...findings: Partial<Finding>[]) =>
  aReport({ checks: findings.map((finding) => exampleFinding(finding)) });

const idsIn = (changes: readonly CheckChange[]) => changes.map(({ from, to }) => (to ?? from).id);

/** The list that a change of one finding appears in. */
function listOf(from: Partial<Finding> | null, to: Partial<Finding> | null): string {
  const { fixed, broken, changed } = comparisonOf(
    withChecks(...(from ? [from] : [])),
    withChecks(...(to ? [to] : [])),
  );
  const names = { fixed, broken, changed };
  return Object.entries(names)
    .flatMap(([name, changes]) => changes.map(() => name))
    .join();
}

const rendering = (error: object | null) =>
  ({ error }) as Partial<ComparedReport['details']['rendered']> as ComparedReport['details']['rendered'];

describe('comparisonOf', () => {
  it.each([
    ['fail', 'pass', 'fixed'],
    ['warn', 'pass', 'fixed'],
    ['pass', 'warn', 'broken'],
    ['pass', 'fail', 'broken'],
    ['warn', 'fail', 'changed'],
    ['fail', 'warn', 'changed'],
    ['fail', 'not_applicable', 'changed'],
    ['not_applicable', 'fail', 'changed'],
    ['not_applicable', 'pass', 'changed'],
    ['error', 'pass', 'changed'],
    ['pass', 'error', 'changed'],
    ['pass', 'pass', ''],
    ['fail', 'fail', ''],
  ] as const)('lists a check from %s to %s as: %s', (from, to, expected) => {
    expect(listOf({ outcome: from }, { outcome: to })).toBe(expected);
  });

  it('lists other values and reasons with the same outcome as changed', () => {
    expect(listOf({ value: { bytes: 1 } }, { value: { bytes: 2 } })).toBe('changed');
    expect(listOf({ value: { a: 1, b: ['x'] } }, { value: { b: ['x'], a: 1 } })).toBe('');
    const failed = { outcome: 'fail', reason: 'too-long' } as const;
    expect(listOf(failed, { ...failed, reason: 'too-short' })).toBe('changed');
  });

  it('lists a check that one report lacks as changed', () => {
    expect(listOf(null, { outcome: 'fail' })).toBe('changed');
    expect(listOf({ outcome: 'fail' }, null)).toBe('changed');
  });

  it('lists the most important checks first', () => {
    const findings = (['low', 'info', 'high', 'medium'] as const).map((importance) => ({
      id: importance,
      importance,
    }));
    const failed = withChecks(...findings.map((finding) => ({ ...finding, outcome: 'fail' as const })));
    expect(idsIn(comparisonOf(failed, withChecks(...findings)).fixed)).toEqual([
      'high',
      'medium',
      'low',
      'info',
    ]);
  });

  it('lists no checks if a page could not be loaded', () => {
    const loaded = withChecks({ outcome: 'fail' });
    const unloaded = aReport({}, { score: 0, errorCode: 'http_error' });
    for (const [from, to] of [
      [loaded, unloaded],
      [unloaded, loaded],
    ] as const)
      expect(comparisonOf(from, to)).toMatchObject({ fixed: [], broken: [], changed: [] });
  });

  it('subtracts scores from this one, and nothing from a missing one', () => {
    const from = aReport({ categories: { seo: 90, content: null, security: 10 } }, { score: 80 });
    const to = aReport({ categories: { seo: 70, content: 50, security: null } }, { score: 85 });
    const { score, categories } = comparisonOf(from, to);
    expect(score).toEqual({ from: 80, to: 85, difference: 5 });
    expect(categories).toEqual({
      seo: { from: 90, to: 70, difference: -20 },
      content: { from: null, to: 50, difference: null },
      security: { from: 10, to: null, difference: null },
      performance: { from: null, to: null, difference: null },
      best_practice: { from: null, to: null, difference: null },
    });
  });

  it('says what differs beside the page', () => {
    const differs = (from: ComparedReport, to: ComparedReport) => comparisonOf(from, to).differsIn;
    const rendered = aReport({ rendered: rendering(null) });
    expect(differs(aReport(), aReport({}, { url: 'https://example.com/?' }))).toEqual(['url']);
    expect(differs(aReport(), aReport({ rulesetVersion: '2' }))).toEqual(['ruleset_version']);
    expect(differs(aReport(), rendered)).toEqual(['rendered']);
    expect(differs(rendered, aReport({ rendered: rendering(null), device: 'desktop' }))).toEqual(['device']);
  });

  it('ignores the device of pages that no browser rendered, and browsers that failed', () => {
    const failed = aReport({ rendered: rendering({ code: 'crashed' }), device: 'desktop' });
    expect(comparisonOf(aReport(), failed).differsIn).toEqual([]);
  });
});
