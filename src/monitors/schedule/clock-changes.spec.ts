import fc from 'fast-check';
import { DAY, MINUTE, runsBetween, scheduleOf, wallTime } from './schedule.fixture.js';

/** Runs of a schedule on one local day. */
function runsOn(day: string, text: string, timeZone: string): string[] {
  const noon = Date.parse(`${day}T12:00:00Z`);
  return runsBetween(scheduleOf(text, timeZone), noon - 2 * DAY, noon + 2 * DAY)
    .filter((run) => new Date(wallTime(run, timeZone)).toISOString().startsWith(day))
    .map((run) => new Date(run).toISOString().slice(8, 16));
}

describe('runs on the days of clock changes', () => {
  it.each([
    ['Europe/Berlin', '30 1,2,3 * * *', '2025-03-29', ['29T00:30', '29T01:30', '29T02:30']],
    ['Europe/Berlin', '30 1,2,3 * * *', '2025-03-30', ['30T00:30', '30T01:00', '30T01:30']],
    ['Europe/Berlin', '30 1,2,3 * * *', '2025-03-31', ['30T23:30', '31T00:30', '31T01:30']],
    ['Europe/Berlin', '30 1,2,3 * * *', '2025-10-26', ['25T23:30', '26T00:30', '26T02:30']],
    ['America/New_York', '30 1,2,3 * * *', '2025-03-08', ['08T06:30', '08T07:30', '08T08:30']],
    ['America/New_York', '30 1,2,3 * * *', '2025-03-09', ['09T06:30', '09T07:00', '09T07:30']],
    ['America/New_York', '30 1,2,3 * * *', '2025-03-10', ['10T05:30', '10T06:30', '10T07:30']],
    ['America/New_York', '30 1,2,3 * * *', '2025-11-02', ['02T05:30', '02T07:30', '02T08:30']],
    [
      'Australia/Lord_Howe',
      '15,45 1,2 * * *',
      '2025-10-04',
      ['03T14:45', '03T15:15', '03T15:45', '03T16:15'],
    ],
    [
      'Australia/Lord_Howe',
      '15,45 1,2 * * *',
      '2025-10-05',
      ['04T14:45', '04T15:15', '04T15:30', '04T15:45'],
    ],
    [
      'Australia/Lord_Howe',
      '15,45 1,2 * * *',
      '2025-10-06',
      ['05T14:15', '05T14:45', '05T15:15', '05T15:45'],
    ],
    [
      'Australia/Lord_Howe',
      '15,45 1,2 * * *',
      '2025-04-06',
      ['05T14:15', '05T14:45', '05T15:45', '05T16:15'],
    ],
    // Changes at midnight: 2018-11-04 begins at 01:00, and 23:00 to 24:00 of 2018-02-17 comes twice.
    ['America/Sao_Paulo', '0,30 0,23 * * *', '2018-11-03', ['03T03:00', '03T03:30', '04T02:00', '04T02:30']],
    ['America/Sao_Paulo', '0,30 0,23 * * *', '2018-11-04', ['04T03:00', '05T01:00', '05T01:30']],
    ['America/Sao_Paulo', '0,30 0,23 * * *', '2018-11-05', ['05T02:00', '05T02:30', '06T01:00', '06T01:30']],
    ['America/Sao_Paulo', '0,30 0,23 * * *', '2018-02-17', ['17T02:00', '17T02:30', '18T01:00', '18T01:30']],
    ['Asia/Kolkata', '30 1,2,3 * * *', '2025-03-29', ['28T20:00', '28T21:00', '28T22:00']],
    ['Asia/Kolkata', '30 1,2,3 * * *', '2025-03-30', ['29T20:00', '29T21:00', '29T22:00']],
    ['Asia/Kolkata', '30 1,2,3 * * *', '2025-03-31', ['30T20:00', '30T21:00', '30T22:00']],
    ['Asia/Kolkata', '30 1,2,3 * * *', '2025-10-26', ['25T20:00', '25T21:00', '25T22:00']],
    // 2011-12-30 doesn't exist there: its run comes with the next day.
    ['Pacific/Apia', '0 12 * * *', '2011-12-29', ['29T22:00']],
    ['Pacific/Apia', '0 12 * * *', '2011-12-30', []],
    ['Pacific/Apia', '0 12 * * *', '2011-12-31', ['30T10:00', '30T22:00']],
    ['Pacific/Apia', '0 12 * * *', '2012-01-01', ['31T22:00']],
  ])('%s: %s on %s', (timeZone, text, day, runs) => {
    expect(runsOn(day, text, timeZone)).toEqual(runs);
  });

  it('runs once for all quarter hours that are skipped, and not in the repeated hour', () => {
    const schedule = scheduleOf('*/15 * * * *', 'Europe/Berlin');
    const at = (text: string) => schedule.next(new Date(text)).toISOString();
    expect(at('2025-03-30T00:45:00Z')).toBe('2025-03-30T01:00:00.000Z');
    expect(at('2025-03-30T01:00:00Z')).toBe('2025-03-30T01:15:00.000Z');
    expect(at('2025-10-26T00:45:00Z')).toBe('2025-10-26T02:00:00.000Z');
    expect(at('2025-10-26T01:59:59.999Z')).toBe('2025-10-26T02:00:00.000Z');
  });
});

const minutes = fc.uniqueArray(
  fc.integer({ min: 0, max: 11 }).map((n) => n * 5),
  { minLength: 1, maxLength: 4 },
);
const hours = fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { minLength: 1, maxLength: 24 });
const daysOfWeek = fc.option(fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }), { nil: null });

interface Times {
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly daysOfWeek: readonly number[] | null;
}

function textOf(times: Times): string {
  return `${times.minutes.join()} ${times.hours.join()} * * ${times.daysOfWeek?.join() ?? '*'}`;
}

function isTime({ minutes, hours, daysOfWeek }: Times, wall: number): boolean {
  const date = new Date(wall);
  const isDay = daysOfWeek?.includes(date.getUTCDay()) ?? true;
  return isDay && hours.includes(date.getUTCHours()) && minutes.includes(date.getUTCMinutes());
}

const CHANGES = [
  ['Europe/Berlin', '2025-03-30'],
  ['Europe/Berlin', '2025-10-26'],
  ['America/New_York', '2025-03-09'],
  ['America/New_York', '2025-11-02'],
  ['Australia/Lord_Howe', '2025-10-05'],
  ['Australia/Lord_Howe', '2025-04-06'],
  ['America/Sao_Paulo', '2018-11-04'],
  ['America/Sao_Paulo', '2018-02-18'],
  ['Africa/Casablanca', '2025-02-23'],
  ['Africa/Casablanca', '2025-04-06'],
  ['Pacific/Apia', '2011-12-30'],
  ['Asia/Kolkata', '2025-03-30'],
] as const;

describe('a schedule in a time zone', () => {
  it.each(CHANGES)(
    '%s around %s runs in the minutes that a clock first reaches or passes a time',
    (timeZone, day) => {
      const start = Date.parse(`${day}T00:00:00Z`) - 2 * DAY;
      const walls = Array.from({ length: 4 * 1440 }, (_, minute) =>
        wallTime(start + minute * MINUTE, timeZone),
      );
      const times = fc.record({ minutes, hours, daysOfWeek });
      fc.assert(
        fc.property(times, (times) => {
          const expected: number[] = [];
          let latest = (walls[0] ?? 0) - MINUTE;
          for (const [minute, wall] of walls.entries()) {
            let runs = false;
            for (; latest < wall; latest += MINUTE) runs ||= isTime(times, latest + MINUTE);
            if (runs) expected.push(start + minute * MINUTE);
          }
          expect(runsBetween(scheduleOf(textOf(times), timeZone), start, start + 4 * DAY)).toEqual(expected);
        }),
        { numRuns: 60 },
      );
    },
  );

  const zone = fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kolkata',
  );
  const instant = fc.integer({ min: Date.UTC(2001, 0, 1), max: Date.UTC(2025, 0, 1) });

  it('runs later than any time, at the next one, when its clock shows it', () => {
    fc.assert(
      fc.property(fc.record({ minutes, hours, daysOfWeek }), zone, instant, (times, timeZone, after) => {
        const schedule = scheduleOf(textOf(times), timeZone);
        const next = schedule.next(new Date(after));
        expect(next.getTime()).toBeGreaterThan(after);
        expect(schedule.next(new Date(next.getTime() - 1))).toEqual(next);
        const wall = wallTime(next.getTime(), timeZone);
        const isAfterChange = wall - wallTime(next.getTime() - MINUTE, timeZone) !== MINUTE;
        expect(isAfterChange || isTime(times, wall)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
