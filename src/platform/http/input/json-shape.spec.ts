import { jsonShape } from './json-shape.js';

const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
const fields = (count: number) => Array.from({ length: count }, (_, at) => `"f${at}":"${at},:{["`).join(',');

it('lets ordinary bodies pass', () => {
  const body = '{ "url" : "https://a.example/?q={[\\"", "budgets": [{"metric":"score","min":1}], "n":null }';
  expect(jsonShape(body)).toEqual({ repeated: [], fault: null });
});

it('finds names that occur twice, however they are written', () => {
  expect(jsonShape('{"url":1,"b":{"url":1},"\\u0075rl":2,"b":3,"":4}').repeated).toEqual(['url', 'b']);
});

it.each([
  '{"a":{"b":1,"c":{},"\\u0062":2}}',
  '{"a":[{"b":1},{"b":1,"b":1}]}',
  '{"a":[[{"b":{"c":1,"c":1}}]]}',
])('refuses %s, where an object within a field has a name twice', (text) => {
  expect(jsonShape(text).fault).toEqual({
    field: 'a',
    message: 'a must not have an object that has a field twice.',
  });
});

it('refuses what is nested more than 8 deep', () => {
  expect(jsonShape(nested(8)).fault).toBeNull();
  expect(jsonShape(nested(9)).fault).toEqual({
    field: 'a',
    message: 'a must not be nested more than 8 deep.',
  });
  expect(jsonShape(nested(500_000)).fault?.field).toBe('a');
});

it('refuses an object of more than 50 fields, wherever it is', () => {
  expect(jsonShape(`{${fields(50)}}`).fault).toBeNull();
  expect(jsonShape(`{${fields(51)}}`).fault?.message).toContain('more than 50 fields');
  expect(jsonShape(`{"items":[{},{${fields(50)}},{${fields(50)}}]}`).fault).toBeNull();
  expect(jsonShape(`{"items":[{},{${fields(51)}}]}`).fault).toEqual({
    field: 'items',
    message: 'items must not have an object of more than 50 fields.',
  });
});

it.each(['{"a', '{"\\', '{"\\x":1}', '}}}', '{"a":]', '"', ''])(
  'reads %j, which is no JSON, to its end',
  (text) => {
    expect(jsonShape(text).fault).toBeNull();
  },
);

it('refuses a list of more than 1000 values', () => {
  const list = (count: number) => `{"ids":[${Array(count).fill('1').join(',')}]}`;
  expect(jsonShape(list(1000)).fault).toBeNull();
  expect(jsonShape(list(1001)).fault?.message).toBe('ids must not have a list of more than 1000 values.');
});
