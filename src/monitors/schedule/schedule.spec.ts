import { Cron } from 'croner';
import fc from 'fast-check';
import { DAY, faultOf, HOUR, MINUTE, runsBetween, scheduleOf } from './schedule.fixture.js';
import { canonicalSchedule, catchUpAt, nextRun, offsetOf } from './schedule.js';

describe('a schedule', () => {
  const instant = fc.integer({ min: Date.UTC(2001, 0, 1), max: Date.UTC(2025, 0, 1) });
  const dayOfMonth = fc.constantFrom('*', '*/2', '1', '29', '31', '13,28-30', '1-31/7', '30,*/10');
  const month = fc.constantFrom('*', '2', 'FEB', 'jan-mar', '*/5', '2,12');
  const dayOfWeek = fc.constantFrom('*', '0', '7', 'MON', 'fri-sun', '1-5/2', '*/3', 'sat,3');

  it('has the days that croner finds for the same fields in UTC', () => {
    fc.assert(
      fc.property(fc.tuple(dayOfMonth, month, dayOfWeek), instant, (days, after) => {
        const text = `7 6 ${days.join(' ')}`;
        const domAndDow = days[0].startsWith('*') || days[2].startsWith('*');
        const expected = new Cron(text, { mode: '5-part', domAndDow, utcOffset: 0 }).nextRun(new Date(after));
        if (expected) expect(scheduleOf(text).next(new Date(after))).toEqual(expected);
        else expect(faultOf(text)).toMatch(/never runs/);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['@hourly', 'Asia/Kolkata', '2025-06-10T10:30:00.000Z', HOUR],
    ['@daily', 'Asia/Kolkata', '2025-06-10T18:30:00.000Z', DAY],
    ['@weekly', 'Asia/Kolkata', '2025-06-14T18:30:00.000Z', 7 * DAY],
    ['@monthly', 'Asia/Kolkata', '2025-06-30T18:30:00.000Z', 28 * DAY],
    ['every 6h', 'Asia/Kolkata', '2025-06-10T12:00:00.000Z', 6 * HOUR],
    ['every 10080m', 'UTC', '2025-06-12T00:00:00.000Z', 168 * HOUR],
    ['@Daily', 'UTC', '2025-06-11T00:00:00.000Z', DAY],
    ['Every 1D', 'UTC', '2025-06-11T00:00:00.000Z', DAY],
    ['every 5m', 'UTC', '2025-06-10T10:05:00.000Z', 5 * MINUTE],
    ['every 7d', 'UTC', '2025-06-12T00:00:00.000Z', 7 * DAY],
    ['0 0 * * 7', 'UTC', '2025-06-15T00:00:00.000Z', 7 * DAY],
    ['0 6 * jan,DEC Mon-Fri', 'UTC', '2025-12-01T06:00:00.000Z', DAY],
    ['  0\t6 *  * * ', 'UTC', '2025-06-11T06:00:00.000Z', DAY],
    // Both fields for days are restricted: either has to match. One begins with *: both.
    ['0 0 13 * FRI', 'UTC', '2025-06-13T00:00:00.000Z', DAY],
    ['0 0 1 * 4', 'UTC', '2025-06-12T00:00:00.000Z', DAY],
    ['0 0 */2 * 4', 'UTC', '2025-06-19T00:00:00.000Z', 7 * DAY],
    ['0 0 29 2 *', 'Europe/Berlin', '2028-02-28T23:00:00.000Z', 1461 * DAY],
    ['0 0 */29 2 1', 'UTC', '2027-02-01T00:00:00.000Z', 1827 * DAY],
    ['0,58 0,23 * * MON', 'UTC', '2025-06-16T00:00:00.000Z', 58 * MINUTE],
    ['0 0,12 * * *', 'UTC', '2025-06-10T12:00:00.000Z', 12 * HOUR],
    ['30 0,20 * * *', 'UTC', '2025-06-10T20:30:00.000Z', 4 * HOUR],
  ])(
    '%s in %s runs after 2025-06-10T10:00Z at %s, at least every %i ms',
    (text, timeZone, next, interval) => {
      const schedule = scheduleOf(text, timeZone);
      expect(schedule.next(new Date('2025-06-10T10:00:00Z')).toISOString()).toBe(next);
      expect(schedule.intervalMs).toBe(interval);
    },
  );

  it.each([
    ['0 0 29 2 *', '2096-03-01', '2104-02-29'],
    ['0 0 29 2 */7', '2088-03-01', '2128-02-29'],
  ])('%s: finds the next leap day after a century without one', (text, after, next) => {
    expect(scheduleOf(text).next(new Date(after)).toISOString()).toBe(`${next}T00:00:00.000Z`);
  });
});

describe('the offset of a monitor', () => {
  const id = fc.integer({ min: 1, max: 2 ** 40 });
  const interval = fc.integer({ min: 5, max: 100_000 }).map((n) => n * MINUTE);

  it('is in whole seconds, at most 10 % of the interval and 10 minutes, and always the same', () => {
    fc.assert(
      fc.property(id, interval, (monitorId, intervalMs) => {
        const offset = offsetOf(monitorId, intervalMs);
        expect(offset % 1000).toBe(0);
        expect(offset).toBeGreaterThanOrEqual(0);
        expect(offset).toBeLessThanOrEqual(Math.min(intervalMs / 10, 10 * MINUTE));
        expect(offsetOf(monitorId, intervalMs)).toBe(offset);
      }),
    );
    expect([1, 2, 3].map((monitorId) => offsetOf(monitorId, DAY))).toEqual([373_000, 288_000, 518_000]);
  });

  it('spreads monitors evenly', () => {
    const perMinute = new Map<number, number>();
    for (let monitorId = 1; monitorId <= 10_000; monitorId++) {
      const minute = Math.floor(offsetOf(monitorId, DAY) / MINUTE);
      perMinute.set(minute, (perMinute.get(minute) ?? 0) + 1);
    }
    for (let minute = 0; minute < 10; minute++) {
      expect(perMinute.get(minute)).toBeGreaterThan(800);
      expect(perMinute.get(minute)).toBeLessThan(1200);
    }
  });

  it('delays each run once', () => {
    const schedule = scheduleOf('*/15 * * * *', 'Europe/Berlin');
    fc.assert(
      fc.property(id, fc.integer({ min: 0, max: 2 ** 41 }), (monitorId, after) => {
        const offset = offsetOf(monitorId, schedule.intervalMs);
        const run = nextRun(schedule, monitorId, new Date(after)).getTime();
        expect(run).toBeGreaterThan(after);
        expect(runsBetween(schedule, after - offset + 1, run - offset + 1)).toEqual([run - offset]);
      }),
    );
  });

  it('spreads what catches up after an outage, up to the next regular run', () => {
    fc.assert(
      fc.property(id, fc.integer({ min: 0, max: 2 ** 41 }), (monitorId, at) => {
        const now = new Date(at);
        const schedule = scheduleOf('0 6 * * *', 'Europe/Berlin');
        const run = catchUpAt(schedule, monitorId, now).getTime();
        const spread = at + offsetOf(monitorId, DAY);
        expect(run).toBe(Math.min(spread, nextRun(schedule, monitorId, now).getTime()));
      }),
    );
    const soon = new Date('2025-06-10T06:00:01Z');
    expect(catchUpAt(scheduleOf('0 6 * * *'), 1, soon).toISOString()).toBe('2025-06-10T06:06:13.000Z');
  });
});

describe('canonicalSchedule', () => {
  it.each([
    ['EVERY 05M\n', 'every 5m'],
    ['every  6h', 'every 6h'],
    ['Every 6 H', 'every 6h'],
    ['@Daily', '@daily'],
    [' 00 06 * *\tmon-fri', '0 6 * * MON-FRI'],
    ['*/05 0-23 1,015 jan *', '*/5 0-23 1,15 JAN *'],
    ['0 10 20 * *', '0 10 20 * *'],
  ])('spells %j as %j', (text, canonical) => {
    expect(canonicalSchedule(text)).toBe(canonical);
    expect(canonicalSchedule(canonical)).toBe(canonical);
    const runs = [text, canonical].map((each) => scheduleOf(each).next(new Date('2026-03-01T00:00:00Z')));
    expect(runs[0]).toEqual(runs[1]);
  });
});
