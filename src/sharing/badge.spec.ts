import { badge } from './badge.js';

describe('badge', () => {
  it.each([
    [{ score: 87, result: 'good' as const }, '87 good', '#10693a'],
    [{ score: 100, result: 'good' as const }, '100 good', '#10693a'],
    [{ score: 50, result: 'decent' as const }, '50 decent', '#7a4f00'],
    [{ score: 0, result: 'bad' as const }, '0 bad', '#a8231b'],
    ['not graded' as const, 'not graded', '#525c68'],
    ['locked' as const, 'locked', '#525c68'],
  ])('says %j as %s', (state, message, color) => {
    const svg = badge(state);
    expect(svg).toContain(`aria-label="pagegrade: ${message}"`);
    expect(svg).toContain(`>${message}</text>`);
    expect(svg).toContain(color);
  });
});
