import { worstShifts } from './layout-shift.js';
import { type TraceEvent } from './trace-events.js';

interface Shift {
  /** In seconds. */
  readonly at: number;
  readonly score: number;
  readonly hasInput?: boolean;
}

function shifts(...list: readonly Shift[]): TraceEvent[] {
  const events = list.map(({ at, score, hasInput = false }) => ({
    name: 'LayoutShift',
    ts: 1000 + at * 1e6,
    args: { data: { is_main_frame: true, weighted_score_delta: score, had_recent_input: hasInput } },
  }));
  return events as unknown[] as TraceEvent[];
}

it.each<[string, Shift[], number]>([
  ['nothing', [], 0],
  [
    'shifts that follow each other',
    [
      { at: 1, score: 0.1 },
      { at: 1.9, score: 0.2 },
    ],
    0.3,
  ],
  [
    'the larger of two windows',
    [
      { at: 1, score: 0.1 },
      { at: 2.1, score: 0.2 },
    ],
    0.2,
  ],
  [
    'a window of five seconds at most',
    [0, 1, 2, 3, 4, 5, 6].map((at) => ({ at: at * 0.9, score: 0.1 })),
    0.6,
  ],
  [
    'shifts after the viewport was sized, which Chromium takes for input',
    [
      { at: 0.4, score: 0.1, hasInput: true },
      { at: 0.6, score: 0.2, hasInput: true },
    ],
    0.3,
  ],
])('sums up %s', (_, list, sum) => {
  expect(worstShifts(shifts(...list), 1000).sum).toBeCloseTo(sum, 10);
});

it('leaves out what was before the navigation', () => {
  expect(worstShifts(shifts({ at: 1, score: 0.3 }), 5e6)).toEqual({ sum: 0, shifts: [] });
});
