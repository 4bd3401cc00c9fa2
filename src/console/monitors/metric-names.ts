import { SITE_FINDINGS } from '../../crawls/findings/site-findings.js';
import { CATEGORY_NAMES } from '../../engine/audit/check.js';
import { CHECKS } from '../../engine/audit/registry.js';
import { type Budget, METRICS } from '../../monitors/budgets.js';
import { type MonitorKind } from '../../monitors/monitor-kind.js';
import { LAB_METRICS } from '../../engine/audit/parity/performance.js';
import { nameOfFinding } from '../../presentation/crawls/finding-names.js';
import { METRIC_NAMES, type MetricId } from '../../presentation/reports/metrics.js';
import { WEB_VITALS } from '../../presentation/reports/rendered.js';

const UNIT = /, ms$/;
const ABBREVIATION = / \([a-z]+\)$/;
const measured = (id: MetricId) => METRIC_NAMES[id][0] + (id.endsWith('_ms') ? ', ms' : '');
const VITALS = WEB_VITALS.map((id) => [`rendered.${id}`, measured(id)] as const);
const LAB = LAB_METRICS.map((id) => [`lab.${id}`, `Simulated ${measured(id)}`] as const);
const CHECK_NAMES: [string, string][] = CHECKS.flatMap(({ id, name }) => [
  [`checks.${id}`, name],
  [`findings.check:${id}`, `Pages that fail: ${name}`],
]);
const NAMES: Readonly<Record<string, string>> = {
  loads: 'The page loads',
  score: 'Score',
  'score.mean': 'Mean score of the pages',
  'score.p10': 'Score that 90 % of the pages reach',
  'pages.loaded': 'Percentage of pages that load',
  'rendered.load_ms': 'Load event in a browser, ms',
  'lighthouse.seo': 'Lighthouse: SEO',
  'lighthouse.accessibility': 'Lighthouse: accessibility',
  'lighthouse.best_practices': 'Lighthouse: best practices',
  'lighthouse.performance': 'Lighthouse: performance',
  ...Object.fromEntries(
    Object.entries(CATEGORY_NAMES).map(([id, name]) => [`categories.${id}`, `Score: ${name}`]),
  ),
  ...Object.fromEntries(VITALS),
  ...Object.fromEntries(LAB),
  ...Object.fromEntries(CHECK_NAMES),
  ...Object.fromEntries(SITE_FINDINGS.map(({ id }) => [`findings.${id}`, nameOfFinding(id)])),
};

/** Names of all metrics that monitors of a kind can have, most general first. */
export function metricNames(kind: MonitorKind): string[] {
  return METRICS[kind].map(nameOfMetric);
}

/** A metric's name for people; of an unknown one: the metric. */
export function nameOfMetric(metric: string): string {
  return NAMES[metric] ?? metric;
}

/** The metric that a name means, in any case, and also without its abbreviation or unit; of an unknown name: the name,
 *  which may be a metric itself. */
export function metricNamed(kind: MonitorKind, name: string): string {
  const meant = plain(name);
  return METRICS[kind].find((metric) => plain(nameOfMetric(metric)) === meant) ?? name.trim();
}

function plain(name: string): string {
  return name.trim().toLowerCase().replace(UNIT, '').replace(ABBREVIATION, '');
}

/** A budget as a sentence without a full stop. */
export function budgetText(budget: Budget): string {
  const { metric, consecutive } = budget;
  const runs = consecutive > 1 ? `; breached when ${String(consecutive)} runs in a row miss it` : '';
  return nameOfMetric(metric).replace(UNIT, '') + limitText(budget) + runs;
}

/** A number with the unit of its metric. */
export function numberText(metric: string, value: number): string {
  return `${String(value)}${metric.endsWith('_ms') ? ' ms' : ''}`;
}

function limitText({ metric, min, max, max_drop: drop }: Budget): string {
  if (min !== undefined) return ` is at least ${numberText(metric, min)}`;
  if (drop !== undefined) return ` drops by ${numberText(metric, drop)} at most`;
  // A number of pages has a name in the plural.
  if (metric.startsWith('findings.')) return `: at most ${String(max)}`;
  if (typeof max === 'number') return ` is at most ${numberText(metric, max)}`;
  if (max === undefined) return '';
  return max === 'pass' ? ' passes' : ' passes, or warns';
}
