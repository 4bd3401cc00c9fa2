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
    const svg = badge(state, null);
    expect(svg).toContain(`aria-label="pagegrade: ${message}"`);
    expect(svg).toContain(`>${message}</text>`);
    expect(svg).toContain(color);
  });

  const brandOf = (name: string | null) => ({ name, logo: null, accentColor: null, contact: null });
  const logo = { src: '/logo.png', width: 1, height: 1 };

  it.each([
    [brandOf('Blue <Agency>'), 'Blue &lt;Agency&gt;'],
    [brandOf('w'.repeat(80)), `${'w'.repeat(29)}…`],
    [{ ...brandOf(null), logo }, 'score'],
    [brandOf(null), 'pagegrade'],
  ])('has the name of a brand', (brand, label) => {
    expect(badge('locked', brand)).toContain(`aria-label="${label}: locked"`);
  });

  it('has room for wide characters', () => {
    const width = (name: string) =>
      Number(/^<svg[^>]* width="(\d+)"/.exec(badge('locked', brandOf(name)))?.[1]);
    expect(width('青色代理') - width('blue')).toBeGreaterThan(15);
  });
});
