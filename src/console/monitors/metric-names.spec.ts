import { METRICS } from '../../monitors/budgets.js';
import { MONITOR_KINDS } from '../../monitors/monitor-kind.js';
import { budgetText, metricNamed, metricNames, nameOfMetric } from './metric-names.js';

describe.each(MONITOR_KINDS)('the name of a metric of kind %s', (kind) => {
  it('means this metric alone, in any case', () => {
    expect(metricNames(kind)).toHaveLength(METRICS[kind].length);
    for (const metric of METRICS[kind]) {
      const name = nameOfMetric(metric);
      expect(name).not.toBe(metric);
      expect([metricNamed(kind, name), metricNamed(kind, ` ${name.toUpperCase()} `)]).toEqual([
        metric,
        metric,
      ]);
    }
  });
});

it('a metric, and an unknown name, mean themselves', () => {
  expect(metricNamed('page', 'checks.title')).toBe('checks.title');
  expect(metricNamed('page', ' Beauty ')).toBe('Beauty');
});

it('a budget is a sentence', () => {
  const sentences = [
    { metric: 'score', min: 80, consecutive: 1 },
    { metric: 'score.mean', max_drop: 5, consecutive: 2 },
    { metric: 'rendered.lcp_ms', max: 2500, consecutive: 1 },
    { metric: 'rendered.cls', max: 0, consecutive: 1 },
    { metric: 'checks.title', max: 'warn', consecutive: 1 } as const,
    { metric: 'findings.broken_links', max: 3, consecutive: 1 },
    { metric: 'loads', consecutive: 1 },
  ].map(budgetText);
  expect(sentences).toEqual([
    'Score is at least 80',
    'Mean score of the pages drops by 5 at most; breached when 2 runs in a row miss it',
    'Largest Contentful Paint (LCP) is at most 2500 ms',
    'Cumulative Layout Shift (CLS) is at most 0',
    'Title passes, or warns',
    'Pages that do not load: at most 3',
    'The page loads',
  ]);
});
