import { preferencesIn } from './preferences.js';

const NONE = { isStrict: false, isAsync: false, waitSeconds: null };

describe('preferencesIn', () => {
  it.each([
    [undefined, NONE],
    ['', NONE],
    ['handling=strict', { ...NONE, isStrict: true }],
    ['Handling="Strict"', { ...NONE, isStrict: true }],
    ['handling=lenient, handling=strict', NONE],
    ['respond-async, wait=10', { ...NONE, isAsync: true, waitSeconds: 10 }],
    ['respond-async; a="b, wait=3"', { ...NONE, isAsync: true }],
    ['foo="wait=3, respond-async", wait="5"', { ...NONE, waitSeconds: 5 }],
    ['wait=-1', NONE],
    ['wait=ten', NONE],
    ['wait=99999999999', NONE],
    [['wait=7', 'handling=strict'], { ...NONE, isStrict: true, waitSeconds: 7 }],
  ])('reads %j', (prefer, expected) => {
    expect(preferencesIn(prefer)).toEqual(expected);
  });
});
