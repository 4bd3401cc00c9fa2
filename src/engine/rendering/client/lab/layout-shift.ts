import { type TraceEvent } from './trace-events.js';

/** In microseconds. A window of shifts ends when none follows for a second, or after five seconds.
 *  @see https://web.dev/articles/cls */
const GAP = 1_000_000;
const LONGEST = 5_000_000;
/** For so long after it was sized, Chromium takes the emulated viewport for input: its shifts count all the same. */
const SIZED = 500_000;

/** The largest sum of the layout shifts within a window, in all frames of the page.
 *  @param startsAt of the navigation, in microseconds */
export function layoutShiftOf(events: readonly TraceEvent[], startsAt: number): number {
  const sizedAt = events.find(({ name, ts }) => name === 'viewport' && ts >= startsAt)?.ts ?? startsAt;
  let [windowAt, lastAt, sum, largest] = [-Infinity, -Infinity, 0, 0];
  let hasUnforced = false;
  for (const { name, ts, args } of events) {
    if (name !== 'LayoutShift' || ts < startsAt || args.data?.is_main_frame === undefined) continue;
    if (args.data.had_recent_input === true) {
      if (ts - sizedAt > SIZED || hasUnforced) continue;
    } else hasUnforced = true;
    if (ts - windowAt > LONGEST || ts - lastAt > GAP) [windowAt, sum] = [ts, 0];
    lastAt = ts;
    sum += Number(args.data.weighted_score_delta);
    largest = Math.max(largest, sum);
  }
  return largest;
}
