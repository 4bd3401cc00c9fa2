import { ValidationFailed } from '../../platform/errors/http-errors.js';
import { requireOrder } from '../../platform/http/rules/dates.js';

/** Days of UTC, both included. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

export const MAX_DAYS = 400;
const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;
const FIRST_DAY = '0001-01-01';
const TOO_LONG = `from must be at most ${String(MAX_DAYS - 1)} days before to: a response covers up to ${String(MAX_DAYS)} days.`;

/** The days that a query is about.
 *  @throws ValidationFailed */
export function daySpan(query: { readonly from?: string; readonly to?: string }, now: Date): DaySpan {
  const { to = now.toISOString().slice(0, 10) } = query;
  const { from = daysBefore(to, DEFAULT_DAYS - 1) } = query;
  requireOrder({ from, to });
  if (from < daysBefore(to, MAX_DAYS - 1)) throw new ValidationFailed({ from: [TOO_LONG] });
  return { from, to };
}

/** Each day, in order. */
export function daysOf({ from, to }: DaySpan): string[] {
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return Array.from({ length: count }, (_, index) => daysBefore(to, count - 1 - index));
}

/** Not before the first day of the calendar. */
function daysBefore(day: string, count: number): string {
  const earlier = new Date(Date.parse(day) - count * DAY_MS).toISOString().slice(0, 10);
  return earlier > FIRST_DAY ? earlier : FIRST_DAY;
}
