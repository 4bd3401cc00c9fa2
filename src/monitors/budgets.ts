import { CATEGORIES } from '../engine/audit/check.js';
import { LIGHTHOUSE_CATEGORIES } from '../engine/audit/parity/lighthouse.js';
import { LAB_METRICS } from '../engine/audit/parity/performance.js';
import { CHECKS } from '../engine/audit/registry.js';
import {
  OF_CHECK,
  type SiteFinding,
  siteFindingOf,
  SITE_FINDINGS,
} from '../crawls/findings/site-findings.js';
import { type LoadRuns } from '../engine/rendering/load-runs.js';
import { type MonitorKind } from './monitor-kind.js';
import { nearest } from '../basics/nearest.js';

/** A limit that the runs of a monitor have to keep. Exactly one of min, max and max_drop is there, except for `loads`,
 *  which has none. */
export interface Budget {
  readonly metric: string;
  readonly min?: number;
  /** For a check: the worst outcome that is accepted. */
  readonly max?: number | AcceptedOutcome;
  /** How far below the median of the runs before it may be. */
  readonly max_drop?: number;
  /** So many runs in a row have to be outside of the limit. */
  readonly consecutive: number;
}

export const MAX_BUDGETS = 20;
export const MAX_CONSECUTIVE = 5;
const FIELDS = ['metric', 'min', 'max', 'max_drop', 'consecutive'];

export type AcceptedOutcome = (typeof ACCEPTED_OUTCOMES)[number];
type Limit = 'min' | 'max' | 'max_drop';

const ACCEPTED_OUTCOMES = ['pass', 'warn'] as const;
const LIMITS: readonly Limit[] = ['min', 'max', 'max_drop'];
const RENDERED_METRICS = ['fcp_ms', 'lcp_ms', 'cls', 'tbt_ms', 'ttfb_ms', 'load_ms'];
/** Categories of Lighthouse. */
const LIGHTHOUSE_SCORES = LIGHTHOUSE_CATEGORIES.map(({ id }) => id);
const PAGE_SCORES = [
  'score',
  ...CATEGORIES.map((id) => `categories.${id}`),
  ...LIGHTHOUSE_SCORES.map((id) => `lighthouse.${id}`),
];
const CRAWL_SCORES = ['score.mean', 'score.p10', 'pages.loaded'];
const SCORES = [...PAGE_SCORES, ...CRAWL_SCORES];
/** Begins metrics that count the pages of a crawl's finding. */
const OF_FINDING = 'findings.';
const FINDINGS = [...SITE_FINDINGS.map(({ id }) => id), ...CHECKS.map(({ id }) => OF_CHECK + id)];
/** What a budget of a monitor can be about. */
export const METRICS: Readonly<Record<MonitorKind, readonly string[]>> = {
  page: [
    'loads',
    ...PAGE_SCORES,
    ...RENDERED_METRICS.map((name) => `rendered.${name}`),
    ...LAB_METRICS.map((name) => `lab.${name}`),
    ...CHECKS.map(({ id }) => `checks.${id}`),
  ],
  crawl: ['loads', ...CRAWL_SCORES, ...FINDINGS.map((id) => OF_FINDING + id)],
};
const ALL_METRICS = [...new Set([...METRICS.page, ...METRICS.crawl])];
const FITTING: Readonly<Record<MonitorKind, string>> = {
  page: 'score, loads, categories.<id>, checks.<id>, lighthouse.<category>, rendered.<metric> or lab.<metric>',
  crawl: 'score.mean, score.p10, pages.loaded, findings.<id> or loads',
};
const MAX_SCORE = 100;

/** Of a page: the score may drop by 10. Of a crawl, whose mean moves less: by 5, and a tenth of the pages more may fail
 *  to load, which the mean does not show. The page, or the first one, has to load. */
export const DEFAULT_BUDGETS: Readonly<Record<MonitorKind, readonly Budget[]>> = {
  page: [
    { metric: 'score', max_drop: 10, consecutive: 1 },
    { metric: 'loads', consecutive: 1 },
  ],
  crawl: [
    { metric: 'score.mean', max_drop: 5, consecutive: 1 },
    { metric: 'pages.loaded', max_drop: 10, consecutive: 1 },
    { metric: 'loads', consecutive: 1 },
  ],
};

/** The finding of crawls whose pages a metric counts; null: it counts none. */
export function countedFinding(metric: string): SiteFinding | null {
  return metric.startsWith(OF_FINDING) ? siteFindingOf(metric.slice(OF_FINDING.length), 0) : null;
}

/** How often a page is loaded: performance varies from load to load, so that no alert is due to one of them. */
export function runsFor(budgets: readonly Budget[]): LoadRuns {
  return budgets.some(({ metric }) => /^lab\.|^lighthouse\.performance$/.test(metric)) ? 3 : 1;
}

/** Why monitors of a kind can't have a budget whose metric is known.
 *  @returns the rest of a sentence: "budgets[0] must …"; null if they can */
export function foreignMetric(kind: MonitorKind, { metric }: Budget): string | null {
  if (METRICS[kind].includes(metric)) return null;
  const other = kind === 'page' ? 'crawl' : 'page';
  return `must have a metric of kind ${kind}: ${FITTING[kind]}. ${metric} is for monitors of kind ${other}`;
}

/** A budget before its rules were checked. */
export type SentBudget = { readonly metric: string } & Partial<Record<Limit | 'consecutive', unknown>>;

/** Each as the rest of a sentence: "budgets[0] must …". */
const LIMIT_FAULTS = {
  none_expected: () => 'must have no limit: the page loads, or it does not',
  not_one: () => 'must have exactly one of min, max and max_drop',
  no_outcome: () => 'must have "pass" or "warn" as its max, because its metric is a check',
  no_max: () => 'must have a max, because its metric is the number of pages that have a finding',
  no_drop: () => `must have min or max: max_drop is for ${SCORES.join(', ')} only`,
  no_score: (limit?: Limit) => `must have a number from 0 to 100 as its ${String(limit)}`,
  no_number: (limit?: Limit) => `must have a number that is not negative as its ${String(limit)}`,
};
export type LimitFault = keyof typeof LIMIT_FAULTS;

/** Checks the metric and the limit of a budget as it was sent.
 *  @returns the broken rule as the rest of a sentence: "budgets[0] must …"; null if there is none */
export function budgetFault(budget: SentBudget): string | null {
  if (!ALL_METRICS.includes(budget.metric)) return unknownMetric(budget.metric);
  const fault = limitFault(budget);
  return fault && LIMIT_FAULTS[fault](limitsOf(budget)[0]);
}

/** What is wrong with the limit of a budget whose metric is known; null: nothing. */
export function limitFault(budget: SentBudget): LimitFault | null {
  const { metric } = budget;
  const [limit, ...others] = limitsOf(budget);
  if (metric === 'loads') return limit === undefined ? null : 'none_expected';
  if (limit === undefined || others.length > 0) return 'not_one';
  const value = budget[limit];
  if (metric.startsWith('checks.')) return limit === 'max' && isOutcome(value) ? null : 'no_outcome';
  if (metric.startsWith(OF_FINDING) && limit !== 'max') return 'no_max';
  const isScore = SCORES.includes(metric);
  if (limit === 'max_drop' && !isScore) return 'no_drop';
  if (typeof value === 'number' && value >= 0 && value <= (isScore ? MAX_SCORE : Number.MAX_SAFE_INTEGER))
    return null;
  return isScore ? 'no_score' : 'no_number';
}

function limitsOf(budget: SentBudget): Limit[] {
  return LIMITS.filter((limit) => budget[limit] !== undefined);
}

function isOutcome(value: unknown): boolean {
  return ACCEPTED_OUTCOMES.some((outcome) => outcome === value);
}

function unknownMetric(metric: string): string {
  const meant = nearest(metric, ALL_METRICS, 0.3);
  return `must have a known metric: ${FITTING.page}; of a crawl: ${FITTING.crawl}${meant === null ? '' : `. Did you mean ${meant}?`}`;
}

/** A budget as it was sent, with its default values. null and an empty text count as absent. */
export function completedBudget(budget: unknown): unknown {
  if (!isObject(budget)) return budget;
  const sent = Object.entries(budget)
    .filter(([, value]) => value !== null && value !== '')
    .map(([field, value]) => [field, numberIn(value)] as const);
  return { consecutive: 1, ...Object.fromEntries(sent) };
}

/** The number that a text spells in plain digits; any other value unchanged. */
function numberIn(value: unknown): unknown {
  return typeof value === 'string' && /^(0|[1-9]\d{0,15})(\.\d{1,15})?$/.test(value) ? Number(value) : value;
}

/** Broken rules of a list of completed budgets, as sentences. */
export function budgetFaults(value: unknown): string[] {
  if (!Array.isArray(value) || value.length > MAX_BUDGETS)
    return [`budgets must be a JSON array of up to ${String(MAX_BUDGETS)} objects.`];
  return value.flatMap((budget, at) => {
    const fault = faultOf(budget);
    return fault === null ? [] : [`budgets[${String(at)}] ${fault}.`];
  });
}

function faultOf(budget: unknown): string | null {
  if (!isObject(budget)) return 'must be an object';
  const unknown = Object.keys(budget).find((field) => !FIELDS.includes(field));
  if (unknown !== undefined)
    return `must have the fields ${FIELDS.join(', ')} only, not ${unknown.slice(0, 100)}`;
  const { metric, consecutive } = budget;
  if (typeof metric !== 'string') return 'must have a metric, such as score';
  const isCount = Number.isInteger(consecutive) && Number(consecutive) >= 1;
  if (!isCount || Number(consecutive) > MAX_CONSECUTIVE)
    return `must have an integer from 1 to ${String(MAX_CONSECUTIVE)} as consecutive`;
  return budgetFault({ ...budget, metric });
}

function isObject(value: unknown): value is Partial<Record<keyof Budget, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
