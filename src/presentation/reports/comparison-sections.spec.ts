import { type Finding } from '../../engine/audit/audit.js';
import { NO_DETAILS } from '../../reports/full-report.js';
import { Report } from '../../reports/report.entity.js';
import { type CompletedReport, comparisonParts } from './comparison-sections.js';

function aReport(
  finding: Partial<Finding>,
  fields: Partial<Pick<CompletedReport, 'url' | 'score' | 'errorCode' | 'errorDetail'>> = {},
): CompletedReport {
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
    ...fields,
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

  it('says of which report the page could not be loaded, and compares no checks', () => {
    const failed = {
      score: 0,
      errorCode: 'http_error',
      errorDetail: 'The server <answered> with status 503.',
    };
    const problem = { outcome: 'fail' as const, reason: 'slow' };
    const text = (before: CompletedReport, after: CompletedReport) => {
      const { heading, main } = comparisonParts(before, after, '/s/website');
      return heading.text + main.text;
    };
    const down = text(aReport(problem), aReport({}, failed));
    expect(down).toContain('<strong>−60 points.</strong> The later report could not load the page, so');
    expect(down).toContain('The server &lt;answered&gt; with status 503.');
    expect(down).not.toContain('to fix');
    const up = text(aReport({}, failed), aReport(problem));
    expect(up).toContain('The earlier report could not load the page, so');
    expect(up).not.toContain('to fix');
    expect(text(aReport({}, failed), aReport({}, failed))).toContain('Neither report could load the page');
  });

  it('says what else differs between the reports', () => {
    const { main } = comparisonParts(
      aReport({}),
      aReport({}, { url: 'https://example.com/other' }),
      '/s/website',
    );
    expect(main.text).toContain('may explain some of the changes: the address of the page.</p>');
    expect(comparedText({}, {})).not.toContain('may explain');
  });

  it('counts one point', () => {
    const { difference } = comparisonParts(aReport({}), aReport({}, { score: 61 }), '/s/website');
    expect(difference).toBe('+1 point');
  });
});
