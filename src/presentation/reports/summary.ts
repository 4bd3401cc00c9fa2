import { type EarlierOutcomes } from './report-history.js';
import { dateText, timeText } from '../wording.js';

/** A score that is to be summed up. */
export interface ScoreAtTime {
  readonly score: number;
  readonly createdAt: Date;
}

/** What some fixes are worth together. */
export interface Fixes {
  readonly count: number;
  /** The score with all of them. */
  readonly score: number;
}

const COUNTS = ['No', 'One', 'Two', 'Three', 'Four', 'Five'];

/** How a page stands, in two sentences: "63 of 100, 4 less than on 2 November. Five fixes would bring it to 84."
 *  @param fixes the most valuable ones, up to five */
export function summaryText(
  now: ScoreAtTime,
  earlier: Pick<EarlierOutcomes, 'score' | 'createdAt'> | null,
  fixes: Fixes,
): string {
  const stands = `${String(now.score)} of 100${earlier ? `, ${changeText(now, earlier)}` : ''}.`;
  return `${stands} ${fixesText(now.score, fixes)}`;
}

function changeText(now: ScoreAtTime, earlier: ScoreAtTime): string {
  const when = whenText(earlier.createdAt, now.createdAt);
  const difference = now.score - earlier.score;
  if (difference === 0) return `the same as ${when}`;
  return `${String(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'} than ${when}`;
}

/** The year and the time stand there only where they tell the two apart. */
function whenText(earlier: Date, now: Date): string {
  const isSameDay = earlier.toISOString().slice(0, 10) === now.toISOString().slice(0, 10);
  if (isSameDay) return `at ${timeText(earlier)} UTC`;
  return `on ${dateText(earlier, earlier.getUTCFullYear() !== now.getUTCFullYear())}`;
}

function fixesText(score: number, { count, score: reached }: Fixes): string {
  if (count === 0)
    return score === 100 ? 'Nothing is left to fix.' : 'A few fixes alone would not change that.';
  return `${COUNTS[count] ?? String(count)} ${count === 1 ? 'fix' : 'fixes'} would bring it to ${String(reached)}.`;
}
