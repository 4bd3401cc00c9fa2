import { judgeSchedule, type Schedule } from './schedule.js';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** @throws if one of both is wrong */
export function scheduleOf(text: string, timeZone = 'UTC'): Schedule {
  const judged = judgeSchedule(text, timeZone);
  if ('fault' in judged) throw new Error(`${judged.field} ${judged.fault}`);
  return judged.schedule;
}

/** What is wrong with a schedule or a time zone, with the name of the field; null if nothing is. */
export function faultOf(text: string, timeZone = 'UTC'): string | null {
  const judged = judgeSchedule(text, timeZone);
  return 'fault' in judged ? `${judged.field} ${judged.fault}` : null;
}

/** Runs from one instant to another, exclusive. */
export function runsBetween(schedule: Schedule, from: number, to: number): number[] {
  const runs: number[] = [];
  for (let run = schedule.next(new Date(from - 1)).getTime(); run < to;) {
    runs.push(run);
    run = schedule.next(new Date(run)).getTime();
  }
  return runs;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** What the clock of a zone shows, as an instant in UTC. Reads other parts of Intl than the code under test. */
export function wallTime(instant: number, timeZone: string): number {
  const formatter = formatters.get(timeZone) ?? formatterOf(timeZone);
  formatters.set(timeZone, formatter);
  const parts = Object.fromEntries(formatter.formatToParts(instant).map(({ type, value }) => [type, +value]));
  return Date.UTC(parts.year ?? 0, (parts.month ?? 0) - 1, parts.day, parts.hour, parts.minute);
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
  });
}
