import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { DateTimeFilter, dateTimeFrom } from './dates.js';

class Query {
  @DateTimeFilter('Only records created after this time.') created_after?: Date;
}

describe('dateTimeFrom', () => {
  it.each([
    ['2026-11-20T15:23:29Z', '2026-11-20T15:23:29.000Z'],
    ['2026-11-20t15:23:29z', '2026-11-20T15:23:29.000Z'],
    ['2026-11-20T15:23:29.1Z', '2026-11-20T15:23:29.100Z'],
    ['2026-11-20T15:23:29.123999999999Z', '2026-11-20T15:23:29.123Z'],
    [`2026-11-20T15:23:29.57${'0'.repeat(68)}Z`, '2026-11-20T15:23:29.570Z'],
    ['2026-11-20T15:23:29.9999+05:30', '2026-11-20T09:53:29.999Z'],
    ['2026-11-20T15:23:29-23:59', '2026-11-21T15:22:29.000Z'],
    ['2026-11-20T15:23:29-00:00', '2026-11-20T15:23:29.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['1990-12-31T15:59:60-08:00', '1991-01-01T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('reads %s', (text, expected) => {
    expect(dateTimeFrom(text)?.toISOString()).toBe(expected);
  });

  it.each([
    '',
    '2026-11-20',
    '2026-11-20T15:23:29',
    '2026-11-20T15:23Z',
    '2026-11-20 15:23:29Z',
    '2026-11-20T15:23:29 +01:00',
    '2026-11-20T15:23:29+0100',
    '2026-11-20T15:23:29+01',
    '2026-11-20T15:23:29,5Z',
    '2026-11-20T15:23:29.Z',
    `2026-11-20T15:23:29.${'0'.repeat(71)}Z`,
    '20261120T152329Z',
    '2026-324T15:23:29Z',
    'Fri, 20 Nov 2026 15:23:29 GMT',
    '1763652209',
    '２026-11-20T15:23:29Z',
    '2026-11-20T15:23:29Z\n',
    '+12026-11-20T15:23:29Z',
    '2026-00-20T15:23:29Z',
    '2026-13-20T15:23:29Z',
    '2026-11-00T15:23:29Z',
    '2026-11-31T15:23:29Z',
    '2026-02-29T15:23:29Z',
    '1900-02-29T15:23:29Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20T15:60:29Z',
    '2026-11-20T15:23:61Z',
    '2026-11-20T15:23:60Z',
    '2026-11-20T23:59:60Z',
    '2026-11-20T15:23:29+24:00',
    '2026-11-20T15:23:29+01:60',
    '0000-12-31T23:59:59Z',
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
  ])('refuses %j', (text) => {
    expect(dateTimeFrom(text)).toBeNull();
  });
});

describe('DateTimeFilter', () => {
  const faultsOf = (created_after: unknown) =>
    validateSync(plainToInstance(Query, { created_after })).map(({ constraints }) => constraints);

  it('makes a Date, or says what the parameter must be', () => {
    expect(plainToInstance(Query, { created_after: ' 2026-11-20T15:23:29Z ' }).created_after).toEqual(
      new Date('2026-11-20T15:23:29Z'),
    );
    for (const fine of [undefined, '', '2026-11-20T15:23:29Z']) expect(faultsOf(fine)).toEqual([]);
    for (const bad of ['2026-11-20', 5, true, {}]) {
      expect(faultsOf(bad)).toEqual([
        { isDate: expect.stringMatching(/^created_after must be a date and time with an offset/) },
      ]);
    }
  });
});
