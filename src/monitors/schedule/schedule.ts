import { createHash } from 'node:crypto';
import { CronFields } from './cron-fields.js';
import { ZoneClock } from './zone-clock.js';

const MINUTE = 60_000;
const MIN_INTERVAL_MINUTES = 5;
const MAX_LENGTH = 100;
const MAX_OFFSET = 10 * MINUTE;

const NICKNAMES: ReadonlyMap<string, string> = new Map([
  ['@hourly', '0 * * * *'],
  ['@daily', '0 0 * * *'],
  ['@weekly', '0 0 * * 0'],
  ['@monthly', '0 0 1 * *'],
]);

const UNITS: ReadonlyMap<string, number> = new Map([
  ['m', MINUTE],
  ['h', 60 * MINUTE],
  ['d', 1440 * MINUTE],
]);

const SYNTAX =
  'must be five cron fields like `0 6 * * *`, without seconds and years, ' +
  `or one of ${[...NICKNAMES.keys()].join(', ')}, or an interval like \`every 6h\` (m, h or d)`;

const NO_TIME_ZONE = 'must be an IANA time zone, like `Europe/Berlin` or `UTC`';

/** When a monitor runs. */
export interface Schedule {
  /** Shortest time between two runs, in ms; around clock changes they may be closer. */
  readonly intervalMs: number;
  /** The first time after `after`, exclusive. */
  next(after: Date): Date;
}

interface Fault {
  readonly field: 'schedule' | 'timezone';
  readonly fault: string;
}

/** Parses a schedule. When clocks change, each wall-clock time still runs once: a skipped one at the first minute after
 *  the gap, together with others of the gap; a repeated one the first time.
 *  @param timeZone an IANA name; has no effect on intervals such as `every 6h`, which are counted from 1970 in UTC
 *  @returns the schedule, or the broken rule of one of both as the rest of a sentence ("must …") */
export function judgeSchedule(text: string, timeZone: string): { readonly schedule: Schedule } | Fault {
  if (text.length > MAX_LENGTH) return faultOf(`must be at most ${String(MAX_LENGTH)} characters long`);
  const clock = ZoneClock.of(timeZone);
  if (!clock) return { field: 'timezone', fault: NO_TIME_ZONE };
  const spelled = canonicalSchedule(text);
  const schedule = intervalOf(spelled) ?? cronOf(NICKNAMES.get(spelled) ?? plainly(text), clock);
  if (typeof schedule === 'string') return faultOf(schedule);
  const minutes = schedule.intervalMs / MINUTE;
  if (minutes >= MIN_INTERVAL_MINUTES) return { schedule };
  const least = String(MIN_INTERVAL_MINUTES);
  return faultOf(
    `must leave at least ${least} minutes between runs, like \`*/${least} * * * *\`; this one leaves ${String(minutes)}`,
  );
}

/** Why a text is no schedule, whatever its time zone.
 *  @returns the broken rule as the rest of a sentence: "schedule must …"; null if it is one */
export function scheduleFault(text: string): string | null {
  const judged = judgeSchedule(text, 'UTC');
  return 'fault' in judged ? judged.fault : null;
}

/** Why a text is no time zone.
 *  @returns the broken rule as the rest of a sentence: "timezone must …"; null if it is one */
export function timeZoneFault(text: string): string | null {
  return ZoneClock.of(text) ? null : NO_TIME_ZONE;
}

/** The one spelling of a schedule: single spaces, no leading zeros, `every 6h` and `@daily` in lower case, days and months
 *  in upper case. */
export function canonicalSchedule(text: string): string {
  const plain = plainly(text);
  return /^(every|@)/i.test(plain) ? plain.toLowerCase() : plain.toUpperCase();
}

/** Without spaces and zeros that mean nothing. */
function plainly(text: string): string {
  return text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/(?<!\d)0+(?=\d)/g, '')
    .replace(/^(every \d+) (?=[mhd]$)/i, '$1');
}

/** How much later than its schedule a monitor runs, so that runs spread: a hash of its id, at most 10 % of the interval
 *  and 10 minutes, in whole seconds. */
export function offsetOf(monitorId: number, intervalMs: number): number {
  const seconds = Math.floor(Math.min(intervalMs / 10, MAX_OFFSET) / 1000);
  const hash = createHash('sha256').update(String(monitorId)).digest().readUInt32BE();
  return (hash % (seconds + 1)) * 1000;
}

/** The first run after `after` (exclusive), its offset included. */
export function nextRun(schedule: Schedule, monitorId: number, after: Date): Date {
  const offset = offsetOf(monitorId, schedule.intervalMs);
  return new Date(schedule.next(new Date(after.getTime() - offset)).getTime() + offset);
}

/** When a monitor that missed runs catches up with one: its offset after now, and no later than its next regular run. */
export function catchUpAt(schedule: Schedule, monitorId: number, now: Date): Date {
  const spread = now.getTime() + offsetOf(monitorId, schedule.intervalMs);
  return new Date(Math.min(spread, nextRun(schedule, monitorId, now).getTime()));
}

function faultOf(fault: string): Fault {
  return { field: 'schedule', fault };
}

/** @returns null if the text is no interval */
function intervalOf(text: string): Schedule | null {
  const [, count, unit] = /^every (\d{1,5})([mhd])$/i.exec(text) ?? [];
  const intervalMs = Number(count) * (UNITS.get(unit?.toLowerCase() ?? '') ?? NaN);
  if (Number.isNaN(intervalMs)) return null;
  return {
    intervalMs,
    next: (after) => new Date((Math.floor(after.getTime() / intervalMs) + 1) * intervalMs),
  };
}

/** @returns the broken rule if it is a text */
function cronOf(text: string, clock: ZoneClock): Schedule | string {
  const fields = CronFields.parse(text);
  if (!fields) return SYNTAX;
  if ('fault' in fields) return fields.fault;
  const intervalMs = fields.shortestInterval();
  if (intervalMs === null) return 'must match a day that exists, like `0 6 28 2 *`; this one never runs';
  return { intervalMs, next: (after) => nextOf(fields, clock, after.getTime()) };
}

function nextOf(fields: CronFields, clock: ZoneClock, after: number): Date {
  let wallTime = clock.wallTimeAt(after);
  for (;;) {
    wallTime = fields.next(wallTime);
    const instant = clock.firstInstantAt(wallTime);
    // Not later: the clock was set back and shows a time that has run, or the time was skipped and ran with another.
    if (instant > after) return new Date(instant);
  }
}
