import fc from 'fast-check';
import { faultOf } from './schedule.fixture.js';
import { judgeSchedule } from './schedule.js';

describe('the faults of a schedule', () => {
  it.each([
    ['* * * * *', /^schedule must leave at least 5 minutes .* leaves 1$/],
    ['0,58 * * * *', /leaves 2$/],
    ['*/7 * * * *', /leaves 4$/],
    ['0,58 0,23 * * *', /leaves 2$/],
    // Only from the last to the first day of a month.
    ['0,59 0,23 1,31 * *', /leaves 1$/],
    // Only where February 29 is the day after a Sunday.
    ['0,57 0,23 29 2 SUN', /leaves 3$/],
    ['every 4m', /leaves 4$/],
    ['every 0h', /leaves 0$/],
    ['0 0 31 2 *', /never runs$/],
    ['0 0 30-31 FEB *', /never runs$/],
    ['0 0 31 4,6,9,11 *', /never runs$/],
    ['', /must be five cron fields like `0 6 \* \* \*`/],
    ['0 6 * *', /must be five cron fields/],
    ['0 0 6 * * *', /must be five cron fields/],
    ['0 0 6 * * * 2027', /must be five cron fields/],
    ['@reboot', /must be five cron fields/],
    ['@yearly', /must be five cron fields/],
    ['every 6s', /must be five cron fields/],
    ['every 999999h', /must be five cron fields/],
    ['every -6h', /must be five cron fields/],
    ['60 0 * * *', /^schedule must have a valid minute field \(0 to 59; .*\), not "60"$/],
    ['0 24 * * *', /hour field \(0 to 23;/],
    ['0 22-2 * * *', /hour field/],
    ['0 0 0 * *', /day-of-month field \(1 to 31;/],
    ['0 0 L * *', /day-of-month field/],
    ['0 0 15W * *', /day-of-month field/],
    ['0 0 ? * 1', /day-of-month field/],
    ['0 0 JAN * *', /day-of-month field/],
    ['0 0 * 13 *', /month field \(1 to 12 or JAN to DEC;/],
    ['0 0 * JANUARY *', /month field/],
    ['0 0 * * 8', /day-of-week field \(0 to 7 or SUN to SAT;/],
    ['0 0 * * 5L', /day-of-week field .*, not "5L"$/],
    ['0 0 * * 5#2', /day-of-week field/],
    ['0 0 * * +1', /day-of-week field/],
    ['0 0 * * MONDAY', /day-of-week field/],
    ['*/0 * * * *', /minute field/],
    ['5/15 * * * *', /minute field/],
    ['0,,30 * * * *', /minute field/],
    ['** * * * *', /minute field/],
    ['*5 * * * *', /minute field/],
    [`0 6 * * ${'0,'.repeat(50)}1`, /^schedule must be at most 100 characters long$/],
  ])('%j', (text, fault) => {
    expect(faultOf(text)).toMatch(fault);
  });

  it.each([
    ...['', '+02:00', '-0500', 'CET', 'EST5EDT', 'UTC+1', 'Berlin', 'Europe/Atlantis', 'Europe/Berlin '],
    ...['local', 'Europe/', '/Berlin', '../etc', 'A/'.repeat(1000), 'a'.repeat(100_000)],
  ])('time zone %.20j', (timeZone) => {
    expect(faultOf('@daily', timeZone)).toBe(
      'timezone must be an IANA time zone, like `Europe/Berlin` or `UTC`',
    );
  });

  it.each([
    'UTC',
    'utc',
    'GMT',
    'Etc/GMT+2',
    'America/Argentina/Buenos_Aires',
    'America/Port-au-Prince',
    'europe/berlin',
  ])('are none for the time zone %s', (timeZone) => {
    expect(faultOf('@daily', timeZone)).toBeNull();
  });

  it('come for any text, and quickly enough for thousands', () => {
    const characters = fc.constantFrom(...'0159*/,-?#LW@ \t\neveryJANmonE+.eINF'.split(''));
    const hostile = fc.oneof(
      fc.string({ unit: characters, maxLength: 120 }),
      fc
        .array(fc.string({ unit: characters, minLength: 1, maxLength: 20 }), { minLength: 5, maxLength: 5 })
        .map((fields) => fields.join(' ')),
      fc.constantFrom(
        '0 '.repeat(1e6),
        `${'1-'.repeat(24)} * * * *`,
        `${'*,'.repeat(45)}* * * * *`,
        '\t'.repeat(99),
      ),
      fc.constantFrom(
        `*${'/9'.repeat(45)} * * * *`,
        '1-1e9 * * * *',
        '0-59/0 * * * *',
        '0 0 29 2 0-6/7',
        'every 1e3m',
      ),
    );
    fc.assert(
      fc.property(hostile, (text) => {
        const judged = judgeSchedule(text, 'Europe/Berlin');
        if ('fault' in judged) expect(judged.fault).toMatch(/^must /);
        else expect(judged.schedule.next(new Date(0)).getTime()).toBeGreaterThan(0);
      }),
      { numRuns: 5000 },
    );
  });
});
