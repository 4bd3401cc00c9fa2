import fc from 'fast-check';
import { parseTimestamp } from './timestamps.js';

describe('parseTimestamp', () => {
  it.each([
    ['2026-11-20 15:23:29.123+00', '2026-11-20T15:23:29.123Z'],
    ['2026-11-20 15:23:29.1+00', '2026-11-20T15:23:29.100Z'],
    ['2026-11-20 15:23:29.12+00', '2026-11-20T15:23:29.120Z'],
    ['2026-11-20 15:23:29+00', '2026-11-20T15:23:29.000Z'],
    ['2026-11-20 15:23:29.123456+00', '2026-11-20T15:23:29.123Z'],
    ['2026-11-20 16:23:29.123+01', '2026-11-20T15:23:29.123Z'],
    ['2026-11-20 20:53:29+05:30', '2026-11-20T15:23:29.000Z'],
    ['0099-01-02 03:04:05+00', '0099-01-02T03:04:05.000Z'],
  ])('reads %s', (text, moment) => {
    expect(parseTimestamp(text).toISOString()).toBe(moment);
  });

  it('reads every moment that PostgreSQL may spell', () => {
    const moments = fc.date({
      min: new Date('0100-01-01'),
      max: new Date('9999-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, (moment) => {
        const spelled = moment
          .toISOString()
          .replace('T', ' ')
          .replace(/\.?0*Z$/, '+00');
        expect(parseTimestamp(spelled)).toEqual(moment);
        expect(parseTimestamp(spelled).toISOString()).toBe(moment.toISOString());
      }),
    );
  });
});
