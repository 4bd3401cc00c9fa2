import { type Budget, budgetFault, DEFAULT_BUDGETS, foreignMetric } from '../budgets.js';
import {
  advance,
  breachesOf,
  budgetStates,
  INITIAL_STATE,
  type Measured,
  type MonitorState,
  type Step,
  withBudgets,
} from './monitor-state.js';
import { measuredBy, type PageRun } from './page-run.fixture.js';

const BELOW_80: Budget = { metric: 'score', min: 80, consecutive: 1 };
const DROP: Budget = { metric: 'score', max_drop: 10, consecutive: 1 };

let reports = 0;

function measured(parts: Partial<PageRun> = {}): Measured {
  reports += 1;
  return measuredBy({
    reportId: reports,
    at: new Date(reports * 1000).toISOString(),
    basis: 'a',
    renderingFailed: false,
    loads: true,
    score: 90,
    categories: { seo: 90, content: null },
    checks: {},
    rendered: {},
    ...parts,
  });
}

/** Runs without confirmations; the scores of the runs in which something was told, with what. */
function walk(budgets: readonly Budget[], runs: readonly Partial<PageRun>[]): [number, string][] {
  let state = INITIAL_STATE;
  return runs.flatMap((parts, at) => {
    const step = advance(state, budgets, measured(parts), { kind: 'run', confirms: false });
    state = step.state;
    return [
      ...step.breached.map(() => [at, 'breached'] as [number, string]),
      ...step.recovered.map(() => [at, 'recovered'] as [number, string]),
    ];
  });
}

const scores = (...values: number[]) => values.map((score) => ({ score }));

describe('a budget', () => {
  it('is told when it is crossed, once in each direction', () => {
    expect(walk([BELOW_80], scores(90, 79, 60, 80, 79))).toEqual([
      [1, 'breached'],
      [3, 'recovered'],
      [4, 'breached'],
    ]);
  });

  it('is breached since the run that crossed it, also after further ones', () => {
    const since = (runs: readonly Partial<PageRun>[]) => {
      const [first, ...further] = runs.map((parts) => measured(parts));
      const options = { kind: 'run', confirms: false } as const;
      const state = [first, ...further].reduce(
        (known, run) => (run ? advance(known, [BELOW_80], run, options).state : known),
        INITIAL_STATE,
      );
      const [shown] = budgetStates(state, [BELOW_80]);
      return { first: first?.at, since: shown?.known?.breach?.since };
    };
    const early = since(scores(79, 60, 70));
    expect(early.since).toBe(early.first);
    expect(since(scores(79, 60, 90)).since).toBeUndefined();
  });

  it('waits for as many runs in a row as it says', () => {
    const budget = { ...BELOW_80, consecutive: 3 };
    expect(walk([budget], scores(1, 1, 90, 1, 1, 1, 1, 90))).toEqual([
      [5, 'breached'],
      [7, 'recovered'],
    ]);
  });

  it('compares a drop with the median of the five runs before, or of those that there are', () => {
    expect(walk([DROP], scores(50))).toEqual([]);
    expect(walk([DROP], scores(90, 79))).toEqual([[1, 'breached']]);
    expect(walk([DROP], scores(90, 80))).toEqual([]);
    // The median of 90, 60, 88, 86 and 84 is 86.
    expect(walk([DROP], scores(90, 80, 88, 86, 84, 75))).toEqual([[5, 'breached']]);
    expect(walk([DROP], scores(90, 80, 88, 86, 84, 76))).toEqual([]);
    // The oldest of six is forgotten: the median of 50, 50, 80, 80 and 80 is 80.
    expect(walk([DROP], scores(50, 50, 50, 80, 80, 80, 69))).toEqual([[6, 'breached']]);
  });

  it('compares only reports with the same basis', () => {
    expect(walk([DROP], [{ score: 90 }, { score: 60, basis: 'b' }, { score: 45, basis: 'b' }])).toEqual([
      [2, 'breached'],
    ]);
  });

  it('keeps its basis when a rendering failed, and compares the next run with the runs before', () => {
    const failed = { score: 40, basis: 'b', renderingFailed: true };
    expect(walk([DROP], [{ score: 90 }, failed, failed, { score: 70 }, failed, { score: 90 }])).toEqual([
      [3, 'breached'],
      [5, 'recovered'],
    ]);
    expect(walk([BELOW_80], [{ score: 90 }, failed])).toEqual([[1, 'breached']]);
  });

  it('compares failed renderings with each other until a page is rendered, and never again', () => {
    const failed = { basis: 'b', renderingFailed: true };
    expect(
      walk(
        [DROP],
        [
          { ...failed, score: 90 },
          { ...failed, score: 70 },
        ],
      ),
    ).toEqual([[1, 'breached']]);
    const runs = [{ ...failed, score: 90 }, { score: 50 }, { ...failed, score: 20 }, { score: 38 }];
    expect(walk([DROP], runs)).toEqual([[3, 'breached']]);
  });

  it('says of a breach, confirmed or not, whether it began when pages were measured in another way', () => {
    const { state, ...first } = advance(INITIAL_STATE, [BELOW_80], measured(), {
      kind: 'run',
      confirms: true,
    });
    expect(first.hasOtherBasis).toEqual({ breached: false, recovered: false });
    const told = (basis: string) => {
      const below = { score: 60, basis };
      const run = advance(state, [BELOW_80], measured(below), { kind: 'run', confirms: true });
      const confirmed = advance(run.state, [BELOW_80], measured(below), {
        kind: 'confirmation',
        confirms: true,
      });
      const direct = advance(state, [BELOW_80], measured(below), { kind: 'run', confirms: false });
      expect([confirmed.breached, direct.breached]).toEqual([[expect.anything()], [expect.anything()]]);
      const above = advance(direct.state, [BELOW_80], measured({ score: 90 }), {
        kind: 'run',
        confirms: false,
      });
      return [confirmed, direct, above].map(({ hasOtherBasis }) => hasOtherBasis);
    };
    expect(told('a')).toEqual([
      { breached: false, recovered: false },
      { breached: false, recovered: false },
      { breached: false, recovered: false },
    ]);
    expect(told('b')).toEqual([
      { breached: true, recovered: false },
      { breached: true, recovered: true },
      { breached: false, recovered: true },
    ]);
  });

  it('knows how the run before was measured, whichever runs it is compared with', () => {
    const rendered = { basis: 'a', score: 90 };
    const unrendered = { basis: 'b', renderingFailed: true };
    const walked = (budget: Budget, runs: readonly Partial<PageRun>[]) => {
      let state = INITIAL_STATE;
      return runs.map((parts) => {
        const step = advance(state, [budget], measured(parts), { kind: 'run', confirms: false });
        state = step.state;
        if (step.breached.length > 0) return step.hasOtherBasis.breached;
        return step.recovered.length > 0 ? step.hasOtherBasis.recovered : null;
      });
    };
    const twice = { ...BELOW_80, consecutive: 2 };
    expect(walked(twice, [rendered, { ...rendered, score: 70 }, { basis: 'c', score: 60 }])).toEqual([
      null,
      null,
      true,
    ]);
    expect(walked(BELOW_80, [rendered, { ...unrendered, score: 60 }, rendered])).toEqual([null, true, true]);
    const alike = [rendered, { ...unrendered, score: 85 }, { ...unrendered, score: 60 }];
    expect(walked(BELOW_80, alike)).toEqual([null, null, false]);
  });

  it('does not take a page that fails to load for one that is measured in another way', () => {
    const loads: Budget = { metric: 'loads', consecutive: 1 };
    const { state } = advance(INITIAL_STATE, [loads], measured(), { kind: 'run', confirms: false });
    const down = advance(state, [loads], measured({ loads: false, basis: 'b' }), {
      kind: 'run',
      confirms: false,
    });
    expect(down).toMatchObject({ breached: [{ metric: 'loads' }], hasOtherBasis: { breached: false } });
  });

  it('compares runs that can not be rendered from the fifth in a row on', () => {
    const failed = { score: 40, basis: 'b', renderingFailed: true };
    const down = { score: 0, basis: 'b', renderingFailed: true, loads: false };
    const drop = { ...failed, score: 20 };
    expect(walk([DROP], [{ score: 90 }, failed, failed, failed, failed, failed, drop])).toEqual([
      [6, 'breached'],
    ]);
    expect(walk([DROP], [{ score: 90 }, failed, failed, down, failed, failed, failed, drop])).toEqual([
      [3, 'breached'],
      [6, 'recovered'],
      [7, 'breached'],
    ]);
    const recovering = [{ score: 90 }, failed, failed, failed, failed, { score: 90 }];
    expect(walk([DROP], [...recovering, failed, drop])).toEqual([]);
  });

  it('is breached by a page that does not load, which keeps its basis, and compares the next run with the runs before', () => {
    const down = { loads: false, score: 0, basis: 'b' };
    const step = (state: MonitorState, parts: Partial<PageRun>): Step =>
      advance(state, [DROP], measured(parts), { kind: 'run', confirms: false });
    const first = step(INITIAL_STATE, { score: 90 });
    const second = step(first.state, down);
    expect(second).toMatchObject({
      breached: [{ metric: 'score', max_drop: 10, value: 0, report_id: reports, crawl_id: null }],
      state: { basis: 'a', runs: [{ score: 90 }] },
    });
    const third = step(second.state, { score: 70 });
    expect(third).toMatchObject({ breached: [], recovered: [] });
    expect(step(third.state, down).recovered).toEqual([]);
    expect(step(second.state, { score: 85 }).recovered).toHaveLength(1);
    expect(walk([DROP], [down, { score: 90 }, { score: 70 }])).toEqual([[2, 'breached']]);
  });

  it('leaves runs that did not load the page out of the median', () => {
    const down = { loads: false, score: 0 };
    expect(
      walk([DROP], [{ score: 90 }, down, down, down, down, down, down, { score: 85 }, { score: 79 }]),
    ).toEqual([
      [1, 'breached'],
      [7, 'recovered'],
    ]);
  });

  it.each<[Budget, Partial<PageRun>, boolean | null]>([
    [{ metric: 'loads', consecutive: 1 }, { loads: false }, true],
    [{ metric: 'loads', consecutive: 1 }, {}, false],
    [{ metric: 'categories.seo', min: 91, consecutive: 1 }, {}, true],
    [{ metric: 'categories.content', min: 91, consecutive: 1 }, {}, null],
    [{ metric: 'checks.title', max: 'pass', consecutive: 1 }, { checks: { title: 'warn' } }, true],
    [{ metric: 'checks.title', max: 'warn', consecutive: 1 }, { checks: { title: 'warn' } }, false],
    [{ metric: 'checks.title', max: 'warn', consecutive: 1 }, { checks: { title: 'fail' } }, true],
    [{ metric: 'checks.title', max: 'warn', consecutive: 1 }, { checks: { title: 'not_applicable' } }, false],
    [{ metric: 'checks.title', max: 'warn', consecutive: 1 }, { checks: { title: 'error' } }, null],
    [{ metric: 'rendered.lcp_ms', max: 2500, consecutive: 1 }, { rendered: { lcp_ms: 2501 } }, true],
    [{ metric: 'rendered.lcp_ms', max: 2500, consecutive: 1 }, { rendered: { lcp_ms: 2500 } }, false],
    [{ metric: 'rendered.lcp_ms', max: 2500, consecutive: 1 }, {}, null],
    [
      { metric: 'lighthouse.accessibility', min: 90, consecutive: 1 },
      { lighthouse: { accessibility: 89 } },
      true,
    ],
    [
      { metric: 'lighthouse.accessibility', min: 90, consecutive: 1 },
      { lighthouse: { accessibility: 90 } },
      false,
    ],
    [
      { metric: 'lighthouse.accessibility', min: 90, consecutive: 1 },
      { lighthouse: { accessibility: null } },
      null,
    ],
    [
      { metric: 'lighthouse.best_practices', min: 90, consecutive: 1 },
      { lighthouse: { best_practices: 89 } },
      true,
    ],
  ])('%j is outside in %j: %s', (budget, parts, isOutside) => {
    const told = walk([budget], [parts]);
    expect(told).toEqual(isOutside ? [[0, 'breached']] : []);
    // What is not measured neither breaches nor recovers.
    const before = walkState([budget], { ...budget, ...BREAKING[budget.metric] });
    const step = advance(before, [budget], measured(parts), { kind: 'run', confirms: false });
    expect(step.recovered).toHaveLength(isOutside === false ? 1 : 0);
  });
});

/** Measurements that are outside of the budgets above. */
const BREAKING: Record<string, Partial<PageRun>> = {
  loads: { loads: false },
  'categories.seo': { categories: { seo: 0 } },
  'categories.content': { categories: { content: 0 } },
  'checks.title': { checks: { title: 'fail' } },
  'rendered.lcp_ms': { rendered: { lcp_ms: 9999 } },
  'lighthouse.accessibility': { lighthouse: { accessibility: 0 } },
  'lighthouse.best_practices': { lighthouse: { best_practices: 0 } },
};

function walkState(budgets: readonly Budget[], parts: Partial<PageRun>): MonitorState {
  const { state } = advance(INITIAL_STATE, budgets, measured(parts), { kind: 'run', confirms: false });
  expect(breachesOf(state, budgets)).toHaveLength(1);
  return state;
}

it('the state is unknown until something was measured', () => {
  const budget: Budget = { metric: 'rendered.lcp_ms', max: 2500, consecutive: 1 };
  const options = { kind: 'run', confirms: false } as const;
  const first = advance(INITIAL_STATE, [budget], measured(), options);
  expect(first.state).toMatchObject({ status: 'unknown', since: null });
  const second = advance(first.state, [budget], measured({ rendered: { lcp_ms: 1 } }), options);
  expect(second.state).toMatchObject({ status: 'ok', since: expect.any(String) });
});

describe('the score before', () => {
  /** Of the last run. */
  function scoreBefore(budgets: readonly Budget[], runs: readonly Partial<PageRun>[]): number | null {
    const start = { state: INITIAL_STATE, scoreBefore: null as number | null };
    return runs.reduce(
      ({ state }, parts) => advance(state, budgets, measured(parts), { kind: 'run', confirms: false }),
      start,
    ).scoreBefore;
  }

  it('a breach that took several runs is that of the run before the first of them', () => {
    expect(scoreBefore([{ ...BELOW_80, consecutive: 3 }], scores(95, 90, 79, 70, 60))).toBe(90);
    expect(scoreBefore([{ ...BELOW_80, consecutive: 3 }], scores(95, 79, 90, 70, 60, 50))).toBe(90);
    expect(scoreBefore([{ ...BELOW_80, consecutive: 2 }], scores(79, 70))).toBeNull();
  });

  it('several breaches is that before the first one began, in whatever order the budgets are', () => {
    const budgets: Budget[] = [
      { metric: 'score', min: 60, consecutive: 1 },
      { metric: 'score', min: 80, consecutive: 3 },
      { metric: 'score', min: 70, consecutive: 2 },
    ];
    expect(scoreBefore(budgets, scores(92, 75, 65, 55))).toBe(92);
    expect(scoreBefore(budgets.toReversed(), scores(92, 75, 65, 55))).toBe(92);
    // Only the last one is crossed; the other two have been before.
    expect(scoreBefore(budgets, scores(92, 75, 65, 64, 50))).toBe(64);
  });
});

describe('a confirmation', () => {
  const run = (state: MonitorState, score: number): Step =>
    advance(state, [DROP], measured({ score }), { kind: 'run', confirms: true });
  const confirm = (state: MonitorState, score: number): Step =>
    advance(state, [DROP], measured({ score }), { kind: 'confirmation', confirms: true });

  it('is asked for once, and tells the breach with what it measured', () => {
    const suspicious = run(run(INITIAL_STATE, 90).state, 70);
    expect(suspicious).toMatchObject({ breached: [], confirm: true, state: { status: 'ok' } });
    const { state, breached, confirm: again } = confirm(suspicious.state, 72);
    expect(breached).toEqual([
      { metric: 'score', max_drop: 10, value: 72, report_id: reports, crawl_id: null },
    ]);
    expect(again).toBe(false);
    expect(state).toMatchObject({ status: 'breached', since: new Date(reports * 1000).toISOString() });
    // It was no run: the runs before the next one are 90 and 70.
    expect(run(state, 69).recovered).toEqual([]);
    expect(run(state, 70)).toMatchObject({ recovered: [{ value: 70 }] });
  });

  it('ends an alarm that was false', () => {
    const suspicious = run(run(INITIAL_STATE, 90).state, 70);
    const { state, breached } = confirm(suspicious.state, 89);
    expect(breached).toEqual([]);
    expect(run(state, 60)).toMatchObject({ breached: [], confirm: true });
  });

  it('is compared with what its run was compared with, whatever has run since', () => {
    const budget: Budget = { metric: 'categories.seo', max_drop: 10, consecutive: 1 };
    const step = (state: MonitorState, seo: number | null, kind: 'run' | 'confirmation'): Step =>
      advance(state, [budget], measured({ categories: { seo } }), { kind, confirms: true });
    const suspicious = step(step(INITIAL_STATE, 75, 'run').state, 0, 'run');
    const unmeasured = step(suspicious.state, null, 'run');
    expect(step(unmeasured.state, 40, 'confirmation').breached).toMatchObject([{ value: 40 }]);
  });

  it('that nobody waits for changes nothing', () => {
    const { state } = run(INITIAL_STATE, 90);
    expect(confirm(state, 1)).toEqual({
      state,
      breached: [],
      recovered: [],
      scoreBefore: null,
      hasOtherBasis: { breached: false, recovered: false },
      confirm: false,
    });
    expect(confirm(INITIAL_STATE, 1).state).toEqual(INITIAL_STATE);
  });

  it('that never comes is replaced by the next run', () => {
    const suspicious = run(run(INITIAL_STATE, 90).state, 70);
    expect(run(suspicious.state, 60)).toMatchObject({ breached: [{ value: 60 }], confirm: false });
  });
});

describe('an edit of the budgets', () => {
  const edit = { forget: false, at: '2026-11-22T00:00:00.000Z' };

  it('keeps what is known of those that stay', () => {
    const state = walkState([BELOW_80, DROP], { score: 10 });
    const kept = withBudgets(state, [BELOW_80, DROP], [DROP, { ...BELOW_80 }], edit);
    expect(breachesOf(kept, [DROP, BELOW_80])).toHaveLength(1);
    const changed = withBudgets(state, [BELOW_80], [{ ...BELOW_80, min: 81 }], edit);
    expect(changed).toMatchObject({ status: 'ok', since: edit.at });
  });

  it('knows nothing of those that are new until they are measured', () => {
    const known = (state: MonitorState) => budgetStates(state, [BELOW_80, DROP]).map(({ known: of }) => of);
    const added = withBudgets(walkState([BELOW_80], { score: 10 }), [BELOW_80], [BELOW_80, DROP], edit);
    expect(known(added)).toEqual([expect.anything(), null]);
    const { state } = advance(added, [BELOW_80, DROP], measured({ score: 85 }), {
      kind: 'run',
      confirms: false,
    });
    expect(known(state)).toEqual([expect.anything(), expect.anything()]);
  });

  it('forgets everything of another page', () => {
    expect(
      withBudgets(walkState([BELOW_80], { score: 1 }), [BELOW_80], [BELOW_80], { ...edit, forget: true }),
    ).toEqual(INITIAL_STATE);
  });
});

describe('budgetFault', () => {
  it.each([
    { metric: 'score', min: 80 },
    { metric: 'score', max_drop: 0 },
    { metric: 'categories.seo', max: 100 },
    { metric: 'checks.title', max: 'pass' },
    { metric: 'rendered.cls', max: 0.1 },
    { metric: 'lighthouse.accessibility', max_drop: 5 },
    { metric: 'lighthouse.seo', min: 90 },
    { metric: 'lighthouse.best_practices', min: 90 },
    { metric: 'lighthouse.performance', min: 50 },
    { metric: 'lab.lcp_ms', max: 2500 },
    { metric: 'lab.cls', max: 0.1 },
    { metric: 'loads' },
    { metric: 'score.mean', max_drop: 5 },
    { metric: 'score.p10', min: 50 },
    { metric: 'findings.broken_links', max: 0 },
    { metric: 'findings.check:title', max: 12 },
  ])('accepts %j', (budget) => {
    expect(budgetFault(budget)).toBeNull();
  });

  it.each([
    [{ metric: 'scores', min: 80 }, /known metric.*Did you mean score\?/],
    [{ metric: 'checks.titl', max: 'pass' }, /Did you mean checks.title\?/],
    [{ metric: 'score' }, /exactly one/],
    [{ metric: 'score', min: 1, max: 2 }, /exactly one/],
    [{ metric: 'score', min: -1 }, /from 0 to 100/],
    [{ metric: 'score', min: 101 }, /from 0 to 100/],
    [{ metric: 'score', min: '80' }, /number/],
    [{ metric: 'score', min: NaN }, /number/],
    [{ metric: 'loads', max: 1 }, /no limit/],
    [{ metric: 'checks.title', min: 1 }, /"pass" or "warn"/],
    [{ metric: 'checks.title', max: 'fail' }, /"pass" or "warn"/],
    [{ metric: 'rendered.lcp_ms', max_drop: 100 }, /max_drop is for/],
    [{ metric: 'lighthouse.accessibility', max: 101 }, /from 0 to 100/],
    [{ metric: 'lighthouse.speed', min: 50 }, /known metric/],
    [{ metric: 'lab.ttfb_ms', max: 800 }, /known metric/],
    [{ metric: 'lab.si_ms', max_drop: 100 }, /max_drop is for/],
    [{ metric: 'rendered.lcp_ms', max: -5 }, /not negative/],
    [{ metric: '__proto__', max: 1 }, /known metric/],
    [{ metric: 'findings.broken_link', max: 0 }, /Did you mean findings.broken_links\?/],
    [{ metric: 'findings.broken_links', min: 0 }, /must have a max/],
    [{ metric: 'findings.broken_links', max: -1 }, /not negative/],
    [{ metric: 'score.mean', max_drop: 101 }, /from 0 to 100/],
  ])('refuses %j', (budget, message) => {
    expect(budgetFault(budget)).toMatch(message);
  });

  it('knows the default budgets', () => {
    const all = Object.values(DEFAULT_BUDGETS).flat();
    const faults = all.map(({ consecutive: _, ...budget }) => budgetFault(budget));
    expect(faults).toEqual(all.map(() => null));
  });
});

describe('foreignMetric', () => {
  it('knows the metrics of each kind, and names those that fit', () => {
    const budget = (metric: string): Budget => ({ metric, max: 1, consecutive: 1 });
    for (const metric of ['loads', 'score', 'checks.title', 'rendered.cls'])
      expect(foreignMetric('page', budget(metric))).toBeNull();
    for (const metric of ['loads', 'score.mean', 'findings.check:title'])
      expect(foreignMetric('crawl', budget(metric))).toBeNull();
    expect(foreignMetric('crawl', budget('score'))).toMatch(/of kind crawl: score.mean, .* score is for/);
    expect(foreignMetric('page', budget('score.mean'))).toMatch(/of kind page: score, loads/);
  });
});

describe('a budget of a crawl', () => {
  const step = (state: MonitorState, budgets: Budget[], crawl: Partial<Measured>): Step => {
    const source = { crawlId: 7 };
    const others = { source, at: '2026-11-25T00:00:00.000Z', basis: 'crawl', renderingFailed: false };
    const run = { ...others, loads: true, score: null, scores: {}, values: {}, ...crawl };
    return advance(state, budgets, run, { kind: 'run', confirms: false });
  };

  it('compares the mean with the median of the runs before, and names the crawl', () => {
    const budgets: Budget[] = [{ metric: 'score.mean', max_drop: 5, consecutive: 1 }];
    let state = INITIAL_STATE;
    for (const mean of [80, 90, 82.5]) state = step(state, budgets, { scores: { 'score.mean': mean } }).state;
    expect(step(state, budgets, { scores: { 'score.mean': 77.5 } }).breached).toEqual([]);
    expect(step(state, budgets, { scores: { 'score.mean': 77.4 } }).breached).toEqual([
      { metric: 'score.mean', max_drop: 5, value: 77.4, report_id: null, crawl_id: 7 },
    ]);
  });

  it('counts the pages of a finding, and says nothing of one that was not counted', () => {
    const budgets: Budget[] = [{ metric: 'findings.broken_links', max: 1, consecutive: 1 }];
    const of = (count: number) => ({ values: { 'findings.broken_links': count } });
    const { state, breached } = step(INITIAL_STATE, budgets, of(2));
    expect(breached).toMatchObject([{ value: 2, crawl_id: 7 }]);
    expect(step(state, budgets, {}).recovered).toEqual([]);
    expect(step(state, budgets, of(1)).recovered).toMatchObject([{ value: 1 }]);
  });
});
