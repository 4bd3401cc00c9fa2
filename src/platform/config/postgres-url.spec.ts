import { readPostgresUrl, withPassword } from './postgres-url.js';

it.each([
  ['postgresql://u@h:5432/db', 'postgresql://u:a%20%40%2F@h:5432/db'],
  ['postgres://u@h1,h2:5433/db?sslmode=require', 'postgres://u:a%20%40%2F@h1,h2:5433/db?sslmode=require'],
  ['postgresql://u:own@h/db', 'postgresql://u:own@h/db'],
  ['postgresql://h/db', 'postgresql://h/db'],
])('a password is added to %s', (raw, expected) => {
  expect(withPassword(raw, 'a @/')).toBe(expected);
});

describe('readPostgresUrl', () => {
  it.each([
    ['postgresql://u:p@h:5432/db', ['postgresql://u:p@h:5432/db'], null],
    ['postgres://h/db', ['postgres://h/db'], null],
    ['postgresql:///db?host=/run/postgresql', ['postgresql:///db?host=/run/postgresql'], null],
    ['postgresql://h1:5432,h2/db', ['postgresql://h1:5432/db', 'postgresql://h2/db'], null],
    [
      'postgresql://u:p%40,@h1,[::1]:5433/db?target_session_attrs=read-write&sslmode=require',
      [
        'postgresql://u:p%40,@h1/db?target_session_attrs=read-write&sslmode=verify-full',
        'postgresql://u:p%40,@[::1]:5433/db?target_session_attrs=read-write&sslmode=verify-full',
      ],
      'read-write',
    ],
    ['postgresql://h/db?sslmode=prefer&ssl=1', ['postgresql://h/db?sslmode=verify-full&ssl=1'], null],
    ['postgresql://h/db?sslmode=no-verify', undefined, null],
    ['postgresql://h/db?uselibpqcompat=true&sslmode=require', undefined, null],
    ['postgresql://h/db?target_session_attrs=primary', undefined, 'read-write'],
    ['postgresql://h/db?target_session_attrs=any', undefined, 'any'],
  ])('reads %s', (raw, servers, target) => {
    expect(readPostgresUrl(raw)).toEqual({ servers: servers ?? [raw], target });
  });

  it.each([
    'mysql://h/db',
    'h1,h2',
    'postgresql://h1:x,h2/db',
    'postgresql://h1:5432,/db',
    'postgresql://h1,,h2/db',
    'postgresql://h/db?target_session_attrs=standby',
    'postgresql://h/db?sslmode=verify-all',
  ])('refuses %s', (raw) => {
    expect(readPostgresUrl(raw)).toBeNull();
  });
});
