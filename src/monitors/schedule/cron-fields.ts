import { CronPattern } from 'croner';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** The calendar repeats every 28 years from 2001 to 2099. */
const CYCLE_DAYS = 28 * 365 + 7;
/** A February 29 that is a Monday comes again after at most 40 years. */
const LONGEST_PAUSE_DAYS = 41 * 366;
const FIRST_DAY = Date.UTC(2001, 0, 1) / DAY;

const FIELDS = [
  { name: 'minute', values: '0 to 59', pattern: (field: string) => `${field} * * * *` },
  { name: 'hour', values: '0 to 23', pattern: (field: string) => `* ${field} * * *` },
  { name: 'day-of-month', values: '1 to 31', pattern: (field: string) => `* * ${field} * *` },
  { name: 'month', values: '1 to 12 or JAN to DEC', pattern: (field: string) => `* * * ${field} *` },
  { name: 'day-of-week', values: '0 to 7 or SUN to SAT', pattern: (field: string) => `* * * * ${field}` },
];

const VALUE = String.raw`(?:\d{1,2}|[a-z]{3})`;
const ITEM = String.raw`(?:\*|${VALUE}(?:-${VALUE})?)(?:/\d{1,2})?`;
/** The syntax of crontab(5), without croner's extensions L, W, #, ? and +. */
const FIELD = new RegExp(`^${ITEM}(?:,${ITEM})*$`, 'i');

/** Five cron fields, and the times they match on a clock that never changes; `ZoneClock` finds the instants.
 *
 *  croner only parses. Its own rules for clock changes differ from ours: a schedule with several times a day runs in both
 *  of two repeated hours, and never at the times in a skipped one. cron-parser would bring luxon. */
export class CronFields {
  /** Minutes of the day, ascending. */
  private readonly times: readonly number[];

  private constructor(
    private readonly pattern: CronPattern,
    /** Whether a day has to match both day fields. According to crontab(5), one is enough if neither begins with `*`. */
    private readonly matchesBoth: boolean,
  ) {
    this.times = pattern.hour.flatMap((runs, hour) =>
      runs ? pattern.minute.flatMap((also, minute) => (also ? [hour * 60 + minute] : [])) : [],
    );
  }

  /** @returns the fields, or the broken rule as the rest of a sentence; null if the text isn't five fields */
  static parse(text: string): CronFields | { readonly fault: string } | null {
    const fields = text.split(/[ \t]+/);
    if (fields.length !== FIELDS.length) return null;
    for (const [index, { name, values, pattern }] of FIELDS.entries()) {
      const field = fields[index] ?? '';
      if (FIELD.test(field) && parsed(pattern(field))) continue;
      const rule = `${values}; lists, ranges and steps like \`1-5\` or \`*/2\``;
      return { fault: `must have a valid ${name} field (${rule}), not "${field}"` };
    }
    const pattern = parsed(text);
    const matchesBoth = [fields[2], fields[4]].some((field) => field?.startsWith('*'));
    return pattern && new CronFields(pattern, matchesBoth);
  }

  /** The first run after a wall-clock time, exclusive.
   *  @throws RangeError if it never runs */
  next(wallTime: number): number {
    const today = Math.floor(wallTime / DAY);
    for (let day = today; day <= today + LONGEST_PAUSE_DAYS; day++) {
      if (!this.runsOn(day)) continue;
      const time = this.times.find((minutes) => day * DAY + minutes * MINUTE > wallTime);
      if (time !== undefined) return day * DAY + time * MINUTE;
    }
    throw new RangeError('These cron fields never match a day.');
  }

  /** Shortest time between two runs, in ms; null if it never runs. */
  shortestInterval(): number | null {
    const days = this.shortestPause();
    if (days === null) return null;
    const [first = 0] = this.times;
    const overnight = days * 1440 + first - (this.times.at(-1) ?? 0);
    const sameDay = this.times.slice(1).map((time, index) => time - (this.times[index] ?? 0));
    return Math.min(overnight, ...sameDay) * MINUTE;
  }

  /** Fewest days from one day with runs to the next; null without any. */
  private shortestPause(): number | null {
    let shortest: number | null = null;
    let previous: number | null = null;
    for (let day = FIRST_DAY; day <= FIRST_DAY + 2 * CYCLE_DAYS; day++) {
      if (shortest === 1 || (shortest !== null && day > FIRST_DAY + CYCLE_DAYS)) break;
      if (!this.runsOn(day)) continue;
      if (previous !== null) shortest = Math.min(shortest ?? Infinity, day - previous);
      previous = day;
    }
    return shortest;
  }

  /** @param day since 1970 */
  private runsOn(day: number): boolean {
    const date = new Date(day * DAY);
    if (!this.pattern.month[date.getUTCMonth()]) return false;
    const inMonth = Boolean(this.pattern.day[date.getUTCDate() - 1]);
    const inWeek = Boolean(this.pattern.dayOfWeek[date.getUTCDay()]);
    return this.matchesBoth ? inMonth && inWeek : inMonth || inWeek;
  }
}

function parsed(text: string): CronPattern | null {
  try {
    return new CronPattern(text, undefined, { mode: '5-part' });
  } catch {
    return null;
  }
}
