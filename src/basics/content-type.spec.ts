import { contentTypeOf } from './content-type.js';

const typeIn = (...values: string[]) => {
  const type = contentTypeOf({ headers: values.map((value) => ['content-type', value] as const) });
  return type && [type.essence, type.charset];
};

it.each([
  [[' Text/HTML ;charset="utf-8"'], ['text/html', 'utf-8']],
  [['text/html, text/plain;charset=a'], ['text/plain', 'a']],
  [
    ['text/plain', 'text/html'],
    ['text/html', undefined],
  ],
  [['text/html;charset=a, text/html'], ['text/html', 'a']],
  [['text/html;charset=a, text/plain, text/html'], ['text/html', undefined]],
  [['text/html;x=",text/plain", */*, html'], ['text/html', undefined]],
  [['text/html;x="\\",text/plain'], ['text/html', undefined]],
  [[''], null],
  [['html', ', ;charset=utf-8'], null],
])('reads %j', (values, type) => {
  expect(typeIn(...values)).toEqual(type);
});
