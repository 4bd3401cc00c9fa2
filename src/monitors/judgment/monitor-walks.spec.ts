import fc from 'fast-check';
import { type Budget } from '../budgets.js';
import { advance, breachesOf, INITIAL_STATE, type MonitorState, withBudgets } from './monitor-state.js';
import { measuredBy, type PageRun } from './page-run.fixture.js';

const consecutive = fc.integer({ min: 1, max: 5 });
const limit = fc.constantFrom(0, 10, 50, 70, 90);

/** Few metrics and values, so that walks cross limits often. */
const budget: fc.Arbitrary<Budget> = fc.oneof(
  fc.record({ metric: fc.constantFrom('score', 'categories.seo', 'rendered.cls'), min: limit, consecutive }),
  fc.record({ metric: fc.constantFrom('score', 'categories.seo', 'rendered.cls'), max: limit, consecutive }),
  fc.record({ metric: fc.constantFrom('score', 'categories.seo'), max_drop: limit, consecutive }),
  fc.record({
    metric: fc.constant('checks.csp'),
    max: fc.constantFrom('pass' as const, 'warn' as const),
    consecutive,
  }),
  fc.record({ metric: fc.constant('loads'), consecutive }),
);

const value = fc.constantFrom(0, 40, 60, 75, 80, 95, 100);
const outcome = fc.constantFrom('pass', 'warn', 'fail', 'not_applicable', 'error' as const);

const loaded = fc.record({
  basis: fc.constantFrom('a', 'a', 'a', 'a', 'b'),
  renderingFailed: fc.constantFrom(false, false, false, true),
  loads: fc.constant(true),
  score: value,
  categories: fc.record({ seo: fc.option(value) }),
  checks: fc.oneof(fc.record({ csp: outcome }), fc.constant({})),
  rendered: fc.oneof(fc.record({ cls: fc.option(value) }), fc.constant({})),
});

const unloaded = fc.record({
  basis: fc.constantFrom('a', 'b'),
  renderingFailed: fc.constant(false),
  loads: fc.constant(false),
  score: fc.constant(0),
  categories: fc.constant({}),
  checks: fc.constant({}),
  rendered: fc.constant({}),
});

const step = fc.record({
  kind: fc.constantFrom('run' as const, 'run' as const, 'confirmation' as const),
  report: fc.oneof({ weight: 5, arbitrary: loaded }, { weight: 1, arbitrary: unloaded }),
});

const walk = fc.record({
  budgets: fc.array(budget, { maxLength: 6 }),
  confirms: fc.boolean(),
  steps: fc.array(step, { maxLength: 40 }),
});

function reportsOf({
  steps,
}: {
  readonly steps: readonly { readonly report: Omit<PageRun, 'reportId' | 'at'> }[];
}): PageRun[] {
  return steps.map(({ report }, index) => ({
    ...report,
    reportId: index + 1,
    at: new Date(index * 60_000).toISOString(),
  }));
}

/** One budget, judged by the whole history of its monitor at each step. */
class Model {
  isBreached = false;
  private streak = 0;
  /** The runs before the one that has to be confirmed. */
  private unconfirmed: readonly PageRun[] | null = null;

  constructor(
    private readonly budget: Budget,
    private readonly confirms: boolean,
  ) {}

  /** @returns whether the report crosses the limit */
  crosses(measured: PageRun, before: readonly PageRun[], kind: 'run' | 'confirmation'): boolean {
    if (kind === 'confirmation' && this.unconfirmed === null) return false;
    const isMoved = before.at(-1)?.basis !== measured.basis && isOfUse(measured, before);
    if (kind === 'run' && this.unconfirmed && isMoved) this.unconfirmed = [];
    const isSilent = this.budget.max_drop !== undefined && !isCompared(measured, before);
    const compared = kind === 'run' ? before : (this.unconfirmed ?? []);
    const isViolated = isSilent ? null : violates(this.budget, measured, compared);
    if (isViolated === null) return false;
    const wasBreached = this.isBreached;
    if (kind === 'run') this.streak = isViolated ? this.streak + 1 : 0;
    else if (!isViolated) this.streak = 0;
    const isConfirmed = !this.confirms || this.unconfirmed !== null;
    const isDue = isViolated && this.streak >= this.budget.consecutive && !wasBreached;
    this.isBreached = isViolated && (wasBreached || (isDue && isConfirmed));
    this.unconfirmed = isDue && !isConfirmed ? before : null;
    return this.isBreached !== wasBreached;
  }
}

/** Whether later runs are compared with it: a failed rendering only follows others.
 *  @param before all runs of the monitor that were of use */
function isOfUse({ loads, renderingFailed, basis }: PageRun, before: readonly PageRun[]): boolean {
  return loads && (!renderingFailed || (before.at(-1)?.basis ?? basis) === basis);
}

/** Whether a run may be said to have dropped: a page that is down has, however it was audited. */
function isCompared(measured: PageRun, before: readonly PageRun[]): boolean {
  return !measured.loads || isOfUse(measured, before) || before.at(-1)?.basis === measured.basis;
}

/** @param before all runs of the monitor that loaded and rendered the page */
function violates(budget: Budget, measured: PageRun, before: readonly PageRun[]): boolean | null {
  if (budget.metric === 'loads') return !measured.loads;
  const found = metricOf(budget.metric, measured);
  if (found === null || found === 'error') return null;
  if (typeof found === 'string') return found === 'fail' || (found === 'warn' && budget.max === 'pass');
  if (budget.min !== undefined) return found < budget.min;
  if (typeof budget.max === 'number') return found > budget.max;
  const compared = measured.loads ? measured.basis : before.at(-1)?.basis;
  const others = before.map(({ basis }) => basis !== compared).lastIndexOf(true);
  const known = before
    .slice(others + 1)
    .slice(-5)
    .map((run) => metricOf(budget.metric, run))
    .filter((value) => typeof value === 'number')
    .toSorted((a, b) => a - b);
  while (known.length > 2) {
    known.pop();
    known.shift();
  }
  const median = known.reduce((sum, value) => sum + value, 0) / known.length;
  return found < median - (budget.max_drop ?? 0);
}

function metricOf(metric: string, measured: PageRun): number | string | null {
  if (metric === 'score') return measured.score;
  if (metric === 'categories.seo') return measured.categories.seo ?? null;
  return (metric === 'checks.csp' ? measured.checks.csp : measured.rendered.cls) ?? null;
}

describe('random walks of a monitor', () => {
  it('tell each crossing of each budget once', () => {
    fc.assert(
      fc.property(walk, ({ budgets, confirms, steps }) => {
        const models = budgets.map((one) => new Model(one, confirms));
        let runs: readonly PageRun[] = [];
        let state = INITIAL_STATE;
        for (const [index, measured] of reportsOf({ steps }).entries()) {
          const kind = steps[index]?.kind ?? 'run';
          const crossed = models.map((model) => model.crosses(measured, runs, kind));
          const next = advance(state, budgets, measuredBy(measured), { kind, confirms });
          const metrics = (isBreached: boolean) =>
            budgets
              .filter((_one, i) => crossed[i] && models[i]?.isBreached === isBreached)
              .map(({ metric }) => metric);
          expect(next.breached.map(({ metric }) => metric)).toEqual(metrics(true));
          expect(next.recovered.map(({ metric }) => metric)).toEqual(metrics(false));
          const breached = budgets.filter((_one, i) => models[i]?.isBreached);
          expect(breachesOf(next.state, budgets).map(({ metric }) => metric)).toEqual(
            breached.map(({ metric }) => metric),
          );
          expect(next.state.status === 'breached').toBe(breached.length > 0);
          if (kind === 'run' && isOfUse(measured, runs)) runs = [...runs, measured];
          state = next.state;
        }
      }),
      { numRuns: 1500 },
    );
  });

  it('tell breaches and recoveries of a budget in turn', () => {
    fc.assert(
      fc.property(walk, budget, ({ confirms, steps }, one) => {
        let state = INITIAL_STATE;
        let events = '';
        for (const [index, measured] of reportsOf({ steps }).entries()) {
          const next = advance(state, [one], measuredBy(measured), {
            kind: steps[index]?.kind ?? 'run',
            confirms,
          });
          events += '-'.repeat(next.breached.length) + '+'.repeat(next.recovered.length);
          state = next.state;
        }
        expect(events).toMatch(/^(-\+)*-?$/);
      }),
      { numRuns: 1500 },
    );
  });

  it('are the same from a stored state, and with budgets in another order', () => {
    fc.assert(
      fc.property(walk, ({ budgets, confirms, steps }) => {
        const reversed = [...budgets].reverse();
        let state = INITIAL_STATE;
        for (const [index, measured] of reportsOf({ steps }).entries()) {
          const options = { kind: steps[index]?.kind ?? 'run', confirms };
          const stored = JSON.parse(JSON.stringify(state)) as MonitorState;
          const next = advance(state, budgets, measuredBy(measured), options);
          expect(advance(stored, budgets, measuredBy(measured), options)).toEqual(next);
          const other = advance(
            withBudgets(stored, budgets, reversed, { forget: false, at: '' }),
            reversed,
            measuredBy(measured),
            options,
          );
          expect([...other.breached].reverse()).toEqual(next.breached);
          expect([...other.recovered].reverse()).toEqual(next.recovered);
          expect(other.confirm).toBe(next.confirm);
          state = next.state;
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('have states of less than 4 kB with 20 budgets', () => {
    const reportId = Number.MAX_SAFE_INTEGER;
    fc.assert(
      fc.property(
        fc.array(budget, { minLength: 20, maxLength: 20 }),
        walk,
        (budgets, { confirms, steps }) => {
          let state = INITIAL_STATE;
          for (const [index, measured] of reportsOf({ steps }).entries()) {
            const report = {
              ...measured,
              reportId: reportId - index,
              score: measured.score / 7,
              basis: 'b'.repeat(60),
              renderingFailed: false,
            };
            state = advance(state, budgets, measuredBy(report), {
              kind: steps[index]?.kind ?? 'run',
              confirms,
            }).state;
            expect(JSON.stringify(state).length).toBeLessThan(4000);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});
