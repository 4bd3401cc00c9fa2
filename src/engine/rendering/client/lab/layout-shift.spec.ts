import { worstShifts } from './layout-shift.js';
import { type TraceEvent } from './trace-events.js';

interface Shift {
  /** In seconds. */
  readonly at: number;
  readonly score: number;
  readonly hasInput?: boolean;
}

function shifts(...list: readonly Shift[]): TraceEvent[] {
  const [first] = [{ name: 'viewport', cat: 'loading', ph: 'X', pid: 1, tid: 1, ts: 1000, args: {} }];
  const events = list.map(({ at, score, hasInput = false }) => ({
    ...first,
    name: 'LayoutShift',
    ts: 1000 + at * 1e6,
    args: { data: { is_main_frame: true, weighted_score_delta: score, had_recent_input: hasInput } },
  }));
  return [first, ...events] as unknown[] as TraceEvent[];
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
  ['shifts right after the viewport was sized', [{ at: 0.4, score: 0.1, hasInput: true }], 0.1],
  ['no shift after input', [{ at: 0.6, score: 0.1, hasInput: true }], 0],
  [
    'no shift after input that follows another shift',
    [
      { at: 0.1, score: 0.2 },
      { at: 0.2, score: 0.1, hasInput: true },
    ],
    0.2,
  ],
])('sums up %s', (_, list, sum) => {
  expect(worstShifts(shifts(...list), 1000).sum).toBeCloseTo(sum, 10);
});

it('leaves out what was before the navigation', () => {
  expect(worstShifts(shifts({ at: 1, score: 0.3 }), 5e6)).toEqual({ sum: 0, shifts: [] });
});
