import { type Outcome } from '../../engine/audit/check.js';
import { type AcceptedOutcome, type Budget } from '../budgets.js';

/** What a run measured: a report, or the crawl of a website. */
export interface Measured {
  readonly source: Source;
  /** RFC 3339 in UTC. */
  readonly at: string;
  /** How it was measured: only runs with the same basis are compared. */
  readonly basis: string;
  /** Whether the page was to be rendered, but was not. */
  readonly renderingFailed: boolean;
  readonly loads: boolean;
  /** The score that events show; null: there is none. */
  readonly score: number | null;
  /** By metric: values that are compared with those of the runs before. */
  readonly scores: Scores;
  /** By metric: all other values; null: not measured. */
  readonly values: Readonly<Record<string, Value | null>>;
}

/** What measured a value. */
export type Source = { readonly reportId: number } | { readonly crawlId: number };

export type Value = number | boolean | Outcome;

/** What budgets are held against. */
export type Measurements = Pick<Measured, 'loads' | 'scores' | 'values'>;

/** What is known of one budget. */
export interface BudgetState {
  /** Runs in a row that were outside of the limit. */
  readonly streak: number;
  readonly breach: (BreachState & Source) | null;
  /** Score of the last run that loaded the page before the streak; null: there was none. */
  readonly before: number | null;
  /** Whether a run of the streak was measured in another way than the one before; absent: none was. */
  readonly isOtherBasis?: boolean;
  /** What a second audit, which was asked for, is compared with; null: none was. */
  readonly awaited: { readonly baseline: number | null } | null;
}

/** What the last run measured of a budget that is breached. */
interface BreachState {
  readonly value: Value;
  /** When the breach began; absent: before this was stored. */
  readonly since?: string;
}

/** Scores of a run by the metric of their budgets. */
type Scores = Readonly<Record<string, number>>;

export const MONITOR_STATES = ['ok', 'breached', 'unknown'] as const;

export type MonitorStatus = (typeof MONITOR_STATES)[number];

/** All that a monitor remembers. */
export interface MonitorState {
  readonly status: MonitorStatus;
  /** When the status began; null: it is unknown. */
  readonly since: string | null;
  /** In the order of the budgets; null: nothing was measured of it yet. */
  readonly budgets: readonly (BudgetState | null)[];
  readonly basis: string | null;
  /** How the last run that loaded the page was measured; absent: as `basis` says. */
  readonly lastBasis?: string;
  /** Runs in a row that loaded the page, but could not render it as the runs before; absent: none. */
  readonly unrendered?: number;
  /** Score of the last run that loaded the page; null: there was none. */
  readonly lastScore: number | null;
  /** Of the last runs with this basis that loaded the page, oldest first. */
  readonly runs: readonly Scores[];
}

/** A limit that does not hold, as the API shows it. */
export interface Breach extends Omit<Budget, 'consecutive'> {
  readonly value: Value;
  /** null: a crawl measured it. */
  readonly report_id: number | null;
  /** null: a report measured it. */
  readonly crawl_id: number | null;
}

/** What a run changes. */
export interface Step {
  readonly state: MonitorState;
  /** Crossings of this step, each told once. */
  readonly breached: readonly Breach[];
  readonly recovered: readonly Breach[];
  /** The last score before the first of the breaches began; null: there was none. */
  readonly scoreBefore: number | null;
  /** Whether one of the crossings is due to a run that was measured in another way than the one before. */
  readonly hasOtherBasis: { readonly breached: boolean; readonly recovered: boolean };
  /** Whether a second audit has to confirm a breach. */
  readonly confirm: boolean;
}

interface StepOptions {
  /** A confirmation is no run. */
  readonly kind: 'run' | 'confirmation';
  /** Whether breaches have to be confirmed. */
  readonly confirms: boolean;
}

/** Runs that a drop is compared with. */
const COMPARED_RUNS = 5;
/** From so many runs in a row that could not be rendered on, that is how the page is measured. */
const UNRENDERED_FOR_GOOD = 5;
const WORSE: readonly Outcome[] = ['pass', 'warn', 'fail'];
const FRESH: BudgetState = { streak: 0, breach: null, before: null, awaited: null };

export const INITIAL_STATE: MonitorState = {
  status: 'unknown',
  since: null,
  budgets: [],
  basis: null,
  lastScore: null,
  runs: [],
};

/** Whether a second audit is to confirm a breach. */
export function isConfirmationAwaited({ budgets }: MonitorState): boolean {
  return budgets.some((known) => Boolean(known?.awaited));
}

/** Holds a run against the budgets. A confirmation that nothing awaits any more changes nothing. */
export function advance(
  state: MonitorState,
  budgets: readonly Budget[],
  measured: Measured,
  options: StepOptions,
): Step {
  if (options.kind === 'confirmation' && !isConfirmationAwaited(state))
    return {
      state,
      scoreBefore: null,
      hasOtherBasis: { breached: false, recovered: false },
      breached: [],
      recovered: [],
      confirm: false,
    };
  const isRun = options.kind === 'run';
  const { isComparable, isOdd, isOtherBasis, unrendered } = fitOf(state, measured, isRun);
  const runs = isComparable ? state.runs : [];
  const isRemembered = isRun && measured.loads && !isOdd;
  const { source } = measured;
  const lastScore = state.lastScore ?? null;
  const steps = budgets.map((budget, at) => {
    const known = state.budgets[at] ?? FRESH;
    const from = isRun && !isComparable && !isOdd ? withoutBaseline(known) : known;
    const awaitedBaseline = isComparable ? (from.awaited?.baseline ?? null) : null;
    const baseline = isRun ? baselineOf(budget, runs) : awaitedBaseline;
    const found = isOdd && budget.max_drop !== undefined ? null : judged(budget, measured, baseline);
    return {
      budget,
      from,
      found,
      to: nextOf(from, found, {
        ...options,
        budget,
        baseline,
        source,
        at: measured.at,
        lastScore,
        isOtherBasis,
      }),
      isMeasured: found !== null || Boolean(state.budgets[at]),
    };
  });
  const next = steps.map(({ to }) => to);
  const crossed = steps.filter(({ from, to }) => !from.breach && to.breach);
  const isBlind =
    state.status === 'unknown' && steps.length > 0 && steps.every(({ found }) => found === null);
  return {
    state: {
      ...(isBlind ? { status: state.status, since: state.since } : statusOf(state, next, measured.at)),
      budgets: steps.map(({ to, isMeasured }) => (isMeasured ? to : null)),
      ...(isRemembered ? remembered(measured, runs) : { basis: state.basis, runs: state.runs }),
      lastScore: isRun && measured.loads ? measured.score : lastScore,
      ...(unrendered > 0 && { unrendered }),
      ...lastBasisOf(state, measured),
    },
    hasOtherBasis: { breached: crossed.some(({ to }) => to.isOtherBasis), recovered: isOtherBasis },
    scoreBefore: scoreBefore(crossed.map(({ to }) => to)),
    breached: crossed.flatMap(({ budget, to }) => breachOf(budget, to)),
    recovered: steps.flatMap(({ budget, from, to, found }) =>
      from.breach && !to.breach && found
        ? breachOf(budget, { ...to, breach: { value: found.value, ...source } })
        : [],
    ),
    confirm: steps.some(({ from, to }) => to.awaited && !from.awaited),
  };
}

/** How a run fits to the runs before. */
function fitOf(state: MonitorState, measured: Measured, isRun: boolean) {
  const { basis, lastBasis = basis, unrendered: before = 0 } = state;
  const { loads, renderingFailed } = measured;
  /** A page that does not load scores the same in any way. */
  const isComparable = basis === measured.basis || !loads;
  const unrendered = isComparable ? 0 : before + Number(isRun && renderingFailed);
  const isOdd = basis !== null && !isComparable && renderingFailed && unrendered < UNRENDERED_FOR_GOOD;
  return {
    isComparable,
    isOtherBasis: lastBasis !== null && lastBasis !== measured.basis && loads,
    /** Its scores are not compared, and the next run is compared with the runs before it. */
    isOdd,
    unrendered: loads ? (isOdd ? unrendered : 0) : before,
  };
}

function lastBasisOf(state: MonitorState, { basis, loads }: Measured): Pick<MonitorState, 'lastBasis'> {
  const lastBasis = loads ? basis : state.lastBasis;
  return lastBasis === undefined ? {} : { lastBasis };
}

/** The state after an edit of the budgets: those that stay keep theirs, the others begin anew.
 *  @param forget drops all, because another page is measured, or in another way */
export function withBudgets(
  state: MonitorState,
  before: readonly Budget[],
  after: readonly Budget[],
  { forget, at }: { readonly forget: boolean; readonly at: string },
): MonitorState {
  if (forget) return INITIAL_STATE;
  const states = new Map(before.map((budget, place) => [keyOf(budget), state.budgets[place] ?? null]));
  const budgets = after.map((budget) => states.get(keyOf(budget)) ?? null);
  const status = state.status === 'unknown' ? {} : statusOf(state, budgets, at);
  return { ...state, ...status, budgets };
}

/** Each budget with what is known of it; null: nothing was measured of it yet. */
export function budgetStates(
  { budgets: states }: MonitorState,
  budgets: readonly Budget[],
): { readonly budget: Budget; readonly known: BudgetState | null }[] {
  return budgets.map((budget, at) => ({ budget, known: states[at] ?? null }));
}

/** The budgets that are breached. */
export function breachesOf({ budgets: states }: MonitorState, budgets: readonly Budget[]): Breach[] {
  return budgets.flatMap((budget, at) => breachOf(budget, states[at] ?? FRESH));
}

/** What was measured for a budget; null: nothing, so nothing changes. */
export function judged(
  { metric, min, max, max_drop: maxDrop }: Budget,
  measured: Measurements,
  baseline: number | null,
): { readonly value: Value; readonly isOutside: boolean } | null {
  const value = valueOf(metric, measured);
  if (value === null) return null;
  if (typeof value === 'boolean') return { value, isOutside: !value };
  if (typeof value === 'string') return judgedOutcome(value, max as AcceptedOutcome);
  const isBelow = min !== undefined && value < min;
  const isAbove = typeof max === 'number' && value > max;
  const hasDropped = maxDrop !== undefined && baseline !== null && baseline - value > maxDrop;
  return { value, isOutside: isBelow || isAbove || hasDropped };
}

function judgedOutcome(value: Outcome, max: AcceptedOutcome) {
  if (value === 'error') return null;
  // What does not apply any more, such as cookies that are not set, holds.
  return { value, isOutside: WORSE.indexOf(value) > WORSE.indexOf(max) };
}

function valueOf(metric: string, measured: Measurements): Value | null {
  if (metric === 'loads') return measured.loads;
  return measured.scores[metric] ?? measured.values[metric] ?? null;
}

interface NextOptions extends StepOptions {
  readonly budget: Budget;
  readonly baseline: number | null;
  readonly source: Source;
  readonly at: string;
  /** Score of the last run before that loaded the page. */
  readonly lastScore: number | null;
  readonly isOtherBasis: boolean;
}

function nextOf(
  known: BudgetState,
  found: ReturnType<typeof judged>,
  { kind, confirms, budget, baseline, source, at, lastScore, isOtherBasis }: NextOptions,
): BudgetState {
  if (found === null || (kind === 'confirmation' && !known.awaited)) return known;
  if (!found.isOutside) return FRESH;
  const began = {
    before: known.streak === 0 ? lastScore : (known.before ?? null),
    ...((isOtherBasis || known.isOtherBasis) && { isOtherBasis: true }),
  };
  const since = known.breach ? known.breach.since : at;
  const breach = { value: found.value, ...source, ...(since !== undefined && { since }) };
  const breached = { breach, ...began, awaited: null };
  if (kind === 'confirmation') return { ...known, ...breached };
  const streak = Math.min(known.streak + 1, budget.consecutive);
  if (known.breach || known.awaited) return { streak, ...breached };
  if (streak < budget.consecutive) return { ...known, ...began, streak };
  return confirms ? { streak, breach: null, ...began, awaited: { baseline } } : { streak, ...breached };
}

/** @param breached budgets that are breached from now on */
function scoreBefore(breached: readonly BudgetState[]): number | null {
  const earliestFirst = breached.toSorted((one, other) => other.streak - one.streak);
  return earliestFirst.map(({ before }) => before).find((score) => score !== null) ?? null;
}

function remembered(
  { basis, scores }: Measured,
  runs: readonly Scores[],
): Pick<MonitorState, 'basis' | 'runs'> {
  return { basis, runs: [...runs, scores].slice(-COMPARED_RUNS) };
}

function baselineOf({ metric }: Budget, runs: readonly Scores[]): number | null {
  return medianOf(runs.flatMap((scores) => scores[metric] ?? []));
}

function withoutBaseline(known: BudgetState): BudgetState {
  return known.awaited ? { ...known, awaited: { baseline: null } } : known;
}

function statusOf(
  { status: before, since }: MonitorState,
  budgets: MonitorState['budgets'],
  at: string,
): Pick<MonitorState, 'status' | 'since'> {
  const status = budgets.some((known) => known?.breach) ? 'breached' : 'ok';
  return { status, since: status === before ? since : at };
}

function breachOf(budget: Budget, { breach }: BudgetState): Breach | [] {
  if (!breach) return [];
  const { metric, min, max, max_drop } = budget;
  const limit = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  const drop = max_drop === undefined ? {} : { max_drop };
  const reportId = 'reportId' in breach ? breach.reportId : null;
  const crawlId = 'crawlId' in breach ? breach.crawlId : null;
  return { metric, ...limit, ...drop, value: breach.value, report_id: reportId, crawl_id: crawlId };
}

function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [lower, upper] = [sorted[middle - 1], sorted[middle]];
  if (upper === undefined) return null;
  return sorted.length % 2 === 1 || lower === undefined ? upper : (lower + upper) / 2;
}

function keyOf({ metric, min, max, max_drop, consecutive }: Budget): string {
  return JSON.stringify([metric, min, max, max_drop, consecutive]);
}
