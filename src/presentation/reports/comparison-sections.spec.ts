import { type Finding } from '../../engine/audit/audit.js';
import { NO_DETAILS } from '../../reports/full-report.js';
import { Report } from '../../reports/report.entity.js';
import { type CompletedReport, comparisonParts } from './comparison-sections.js';

function aReport(finding: Partial<Finding>): CompletedReport {
  const check: Finding = {
    ...{ id: 'load_time', category: 'performance', importance: 'high', outcome: 'pass', reason: null },
    ...{ value: null, evidence: [], evidence_count: 0, method: 'exact', sample: null },
    ...finding,
  };
  return Object.assign(new Report(), {
    ...{ id: 1, url: 'https://example.com/', createdAt: new Date(0), generatedAt: null },
    ...{ score: 60, result: 'decent' as const, errorCode: null, errorDetail: null },
    website: { shareToken: '' },
    details: { ...NO_DETAILS, rulesetVersion: '1', checks: [check] },
    previous: null,
  });
}

function comparedText(from: Partial<Finding>, to: Partial<Finding>): string {
  const { heading, main } = comparisonParts(aReport(from), aReport(to), '/s/website');
  return heading.text + main.text;
}

describe('the page of a comparison', () => {
  it('leaves out a check that passes as before with another value', () => {
    const text = comparedText({ value: { ms: 120 } }, { value: { ms: 130 } });
    expect(text).toContain('0 changed otherwise');
    expect(text).not.toContain('Passed before');
  });

  it('shows other changes', () => {
    const text = comparedText({ outcome: 'not_applicable' }, { value: { ms: 130 } });
    expect(text).toContain('1 changed otherwise');
    expect(text).toContain('Not applicable before, passed now');
  });
});
