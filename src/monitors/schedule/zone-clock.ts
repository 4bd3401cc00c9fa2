const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** Formatters by time zone in lower case, so at most one for each zone of the database. Making one costs 50 µs. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** The wall clock of a time zone. Instants are ms since 1970-01-01T00:00Z; a wall-clock time is the instant at which a
 *  clock in UTC shows the same. */
export class ZoneClock {
  private constructor(private readonly formatter: Intl.DateTimeFormat) {}

  /** The clock of a time zone; null if the name is unknown, an abbreviation or an offset. */
  static of(timeZone: string): ZoneClock | null {
    if (!/^(utc|gmt|[a-z_]{1,32}(\/[\w+-]{1,32}){1,2})$/i.test(timeZone)) return null;
    const known = formatters.get(timeZone.toLowerCase());
    if (known) return new ZoneClock(known);
    try {
      const formatter = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
      formatters.set(timeZone.toLowerCase(), formatter);
      return new ZoneClock(formatter);
    } catch {
      return null;
    }
  }

  wallTimeAt(instant: number): number {
    return instant + this.offsetAt(instant);
  }

  /** The instant at which the clock shows a wall-clock time in whole minutes: the first of two, or the first minute
   *  after a gap that skips it. Never decreases as the wall-clock time increases. */
  firstInstantAt(wallTime: number): number {
    // No zone is more than 14 hours from UTC, so these are the offsets before and after any change that matters.
    const before = wallTime - this.offsetAt(wallTime - DAY);
    if (this.wallTimeAt(before) === wallTime) return before;
    const after = wallTime - this.offsetAt(wallTime + DAY);
    if (this.wallTimeAt(after) === wallTime) return after;
    return this.endOfGap(wallTime, after, before);
  }

  /** @param early an instant before the gap
   *  @param late one after it */
  private endOfGap(wallTime: number, early: number, late: number): number {
    while (late - early > MINUTE) {
      const middle = early + Math.floor((late - early) / (2 * MINUTE)) * MINUTE;
      if (this.wallTimeAt(middle) < wallTime) early = middle;
      else late = middle;
    }
    return late;
  }

  private offsetAt(instant: number): number {
    const text = this.formatter.format(instant);
    const [, sign, hours, minutes, seconds] = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(text) ?? [];
    const offset =
      Number(hours ?? 0) * 60 * MINUTE + Number(minutes ?? 0) * MINUTE + Number(seconds ?? 0) * 1000;
    return sign === '-' ? -offset : offset;
  }
}
