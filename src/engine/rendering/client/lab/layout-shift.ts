import { type TraceEvent } from './trace-events.js';

/** In microseconds. A window of shifts ends when none follows for a second, or after five seconds.
 *  @see https://web.dev/articles/cls */
const GAP = 1_000_000;
const LONGEST = 5_000_000;

export interface ShiftWindow {
  readonly sum: number;
  readonly shifts: readonly TraceEvent[];
}

/** The window with the largest sum of layout shifts, in all frames of the page. Chromium takes the emulated viewport for
 *  input, for longer on a busy machine. A run has no input, so every shift counts.
 *  @param startsAt of the navigation, in microseconds */
export function worstShifts(events: readonly TraceEvent[], startsAt: number): ShiftWindow {
  let worst: ShiftWindow = { sum: 0, shifts: [] };
  let [windowAt, lastAt, sum, shifts] = [-Infinity, -Infinity, 0, [] as TraceEvent[]];
  for (const event of events) {
    const { name, ts, args } = event;
    if (name !== 'LayoutShift' || ts < startsAt || args.data?.is_main_frame === undefined) continue;
    if (ts - windowAt > LONGEST || ts - lastAt > GAP) [windowAt, sum, shifts] = [ts, 0, []];
    lastAt = ts;
    sum += Number(args.data.weighted_score_delta);
    shifts.push(event);
    if (sum > worst.sum) worst = { sum, shifts };
  }
  return worst;
}
