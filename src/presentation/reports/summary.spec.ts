import { summaryText } from './summary.js';

const at = (time: string, score: number) => ({ createdAt: new Date(time), score });
const NOW = at('2026-11-25T08:00:00Z', 63);
const FIVE = { count: 5, score: 84 };

describe('the summary of a report', () => {
  it.each([
    ['the first one', null, FIVE, '63 of 100. Five fixes would bring it to 84.'],
    [
      'one that fell',
      at('2026-11-02T08:00:00Z', 67),
      FIVE,
      '63 of 100, 4 less than on 2 November. Five fixes would bring it to 84.',
    ],
    [
      'one that rose since last year',
      at('2025-12-31T23:59:00Z', 60),
      { count: 1, score: 70 },
      '63 of 100, 3 more than on 31 December 2025. One fix would bring it to 70.',
    ],
    [
      'one that stayed, on the same day',
      at('2026-11-25T07:05:00Z', 63),
      { count: 2, score: 70 },
      '63 of 100, the same as at 07:05 UTC. Two fixes would bring it to 70.',
    ],
  ])('of %s', (_name, earlier, fixes, text) => {
    expect(summaryText(NOW, earlier, fixes)).toBe(text);
  });

  it('says when nothing is left to fix, and when a few fixes would not help', () => {
    const none = { count: 0, score: 0 };
    expect(summaryText({ ...NOW, score: 100 }, null, none)).toBe('100 of 100. Nothing is left to fix.');
    expect(summaryText(NOW, null, none)).toBe('63 of 100. A few fixes alone would not change that.');
  });
});
