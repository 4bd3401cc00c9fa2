import { isDeepStrictEqual } from 'node:util';
import { type Finding } from '../../engine/audit/audit.js';
import { CATEGORIES, type Category, IMPORTANCES, isProblem, type Outcome } from '../../engine/audit/check.js';
import { type ReportDetails } from '../report-details.entity.js';
import { type Report } from '../report.entity.js';

/** A completed report, as far as it is compared. */
export interface ComparedReport extends Pick<
  Report,
  'id' | 'url' | 'errorCode' | 'errorDetail' | 'createdAt' | 'generatedAt'
> {
  readonly score: number;
  readonly details: Pick<ReportDetails, 'rulesetVersion' | 'categories' | 'checks' | 'device' | 'rendered'>;
}

/** What can differ between two audits beside the page itself. */
export const CONDITIONS = ['url', 'ruleset_version', 'rendered', 'device'] as const;

export type Condition = (typeof CONDITIONS)[number];

/** Null: that report has no such score, so there is no difference either. */
export interface ScoreChange {
  readonly from: number | null;
  readonly to: number | null;
  readonly difference: number | null;
}

/** A check whose findings differ. Null: that report has no finding of it. */
export type CheckChange =
  | { readonly from: Finding; readonly to: Finding }
  | { readonly from: null; readonly to: Finding }
  | { readonly from: Finding; readonly to: null };

export interface ReportComparison {
  readonly from: ComparedReport;
  readonly to: ComparedReport;
  readonly differsIn: readonly Condition[];
  readonly score: ScoreChange;
  readonly categories: Readonly<Record<Category, ScoreChange>>;
  /** Warned or failed, passes now. */
  readonly fixed: readonly CheckChange[];
  /** Passed, warns or fails now. */
  readonly broken: readonly CheckChange[];
  /** Any other difference in outcome, reason or value. */
  readonly changed: readonly CheckChange[];
}

/** How a check changed. */
export type Change = 'fixed' | 'broken' | 'changed';

/** Compares two completed reports. A page that could not be loaded has no findings, so no checks are listed then. */
export function comparisonOf(from: ComparedReport, to: ComparedReport): ReportComparison {
  const isLoaded = from.errorCode === null && to.errorCode === null;
  const changes = isLoaded ? changesOf(from.details.checks, to.details.checks) : [];
  const ofKind = (wanted: Change) =>
    changes.filter(({ from: old, to: now }) => kindOf(old?.outcome, now?.outcome) === wanted);
  const categories = CATEGORIES.map((category) => [
    category,
    scoreChange(from.details.categories[category] ?? null, to.details.categories[category] ?? null),
  ]);
  return {
    from,
    to,
    differsIn: differingConditions(from, to),
    score: scoreChange(from.score, to.score),
    categories: Object.fromEntries(categories) as Record<Category, ScoreChange>,
    fixed: ofKind('fixed'),
    broken: ofKind('broken'),
    changed: ofKind('changed'),
  };
}

function scoreChange(from: number | null, to: number | null): ScoreChange {
  return { from, to, difference: from === null || to === null ? null : to - from };
}

/** The most important checks first. */
function changesOf(before: readonly Finding[], after: readonly Finding[]): CheckChange[] {
  const earlier = new Map(before.map((finding) => [finding.id, finding]));
  const later = new Set(after.map(({ id }) => id));
  const changes: CheckChange[] = [
    ...after.map((to) => ({ from: earlier.get(to.id) ?? null, to })),
    ...before.filter(({ id }) => !later.has(id)).map((from) => ({ from, to: null })),
  ];
  return changes.filter(isChange).sort((a, b) => rankOf(a) - rankOf(b));
}

function rankOf({ from, to }: CheckChange): number {
  return IMPORTANCES.indexOf((to ?? from).importance);
}

function isChange({ from, to }: CheckChange): boolean {
  if (from === null || to === null) return true;
  return from.outcome !== to.outcome || from.reason !== to.reason || !isDeepStrictEqual(from.value, to.value);
}

/** How checks changed of which only the outcomes are known.
 *  @param before outcomes by the ids of checks */
export function outcomeChanges(
  before: Readonly<Record<string, Outcome>>,
  after: readonly Pick<Finding, 'id' | 'outcome'>[],
): { readonly id: string; readonly change: Change }[] {
  return after.flatMap(({ id, outcome }) => {
    const earlier = Object.hasOwn(before, id) ? before[id] : undefined;
    return earlier === undefined || earlier === outcome ? [] : [{ id, change: kindOf(earlier, outcome) }];
  });
}

/** @param from undefined: there was no finding */
function kindOf(from: Outcome | undefined, to: Outcome | undefined): Change {
  if (isProblem(from) && to === 'pass') return 'fixed';
  if (from === 'pass' && isProblem(to)) return 'broken';
  return 'changed';
}

/** The device only matters to a browser, and a browser that failed has changed nothing. */
function differingConditions(from: ComparedReport, to: ComparedReport): Condition[] {
  const [isRendered, wasRendered] = [to, from].map(
    ({ details }) => details.rendered !== null && details.rendered.error === null,
  );
  const differs: Record<Condition, boolean> = {
    url: from.url !== to.url,
    ruleset_version: from.details.rulesetVersion !== to.details.rulesetVersion,
    rendered: isRendered !== wasRendered,
    device: isRendered === true && wasRendered === true && from.details.device !== to.details.device,
  };
  return CONDITIONS.filter((condition) => differs[condition]);
}
