import { tokenOf } from './structured-field.js';

describe('tokenOf', () => {
  it.each([
    ['same-origin', 'same-origin'],
    ['  same-origin  ', 'same-origin'],
    ['same-origin;report-to', 'same-origin'],
    ['same-origin;  report-to="a; b"', 'same-origin'],
    [String.raw`same-origin; a="\"\\"; b`, 'same-origin'],
    ['a; b=1; c=-1.5; d=?1; e=:YQ==:; f=tok/en; g=@1700000000; h=%"%c3%a4"', 'a'],
    ['a; *key.x_y-1=*', 'a'],
    ["*!#$%&'+-.^_`|~:/9", "*!#$%&'+-.^_`|~:/9"],
    ['Same-Origin', 'Same-Origin'],
  ])('reads %j as %j', (field, token) => {
    expect(tokenOf(field)).toBe(token);
  });

  it.each([
    '',
    ' ',
    'same-origin;',
    'same-origin; ',
    'same-origin ;a',
    'same-origin, same-origin',
    'same origin',
    '"same-origin"',
    '1',
    '?1',
    '(a)',
    '\ta',
    'a;\tb',
    'a; B',
    'a; b=',
    'a; b= c',
    'a; b =c',
    'a; b=c d',
    'a; b="',
    String.raw`a; b="\a"`,
    'a; b="ä"',
    'a; b=1.',
    'a; b=1.2345',
    'a; b=1234567890123456',
    'a; b=1234567890123.1',
    'a; b=?2',
    'a; b=:a',
    'a; b=%"%C3"',
    'a;;b',
    'ä',
  ])('refuses %j', (field) => {
    expect(tokenOf(field)).toBeNull();
  });
});
