import { type AuditScore, categoryScore } from './category-score.js';

const WEIGHTS = { heavy: 10, usual: 7, light: 3, slight: 1 };

it.each<[string, Readonly<Record<string, AuditScore>>, number]>([
  ['all pass', { heavy: 1, usual: 1, light: 1, slight: 1 }, 100],
  ['all fail', { heavy: 0, usual: 0, light: 0, slight: 0 }, 0],
  ['none applies', { heavy: null, usual: null, light: null, slight: null }, 0],
  ['the heaviest fails', { heavy: 0, usual: 1, light: 1, slight: 1 }, 52],
  ['the heaviest passes alone', { heavy: 1, usual: 0, light: 0, slight: 0 }, 48],
  ['one that does not apply weighs nothing', { heavy: null, usual: 1, light: 0, slight: null }, 70],
  ['an absent one weighs nothing', { usual: 1, light: 0 }, 70],
  ['one without a weight does not count', { heavy: 1, other: 0 }, 100],
  ['a half is rounded up', { heavy: 1, usual: null, light: null, slight: null, a: 0 }, 100],
])('is the weighted share of passed audits: %s', (_, audits, score) => {
  expect(categoryScore(audits, WEIGHTS)).toBe(score);
});

it.each([
  [1, 7, 13],
  [1, 199, 1],
  [2, 197, 1],
  [199, 1, 100],
  [1, 399, 0],
])('rounds %i of %i + %i as Lighthouse does', (passed, failed, score) => {
  expect(categoryScore({ passed: 1, failed: 0 }, { passed, failed })).toBe(score);
});
