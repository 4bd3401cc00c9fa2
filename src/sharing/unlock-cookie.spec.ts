import { isUnlockedBy, type Lock, UNLOCK_SECONDS, unlockCookie } from './unlock-cookie.js';

const NOW = Date.parse('2026-11-21T08:00:00Z');
const lock: Lock = { shareToken: 'token', passwordHash: '$argon2id$one' };

describe('the unlock cookie', () => {
  it('opens its website for twelve hours and not a second longer', () => {
    const cookie = unlockCookie(lock, NOW);
    expect(isUnlockedBy(cookie, lock, NOW)).toBe(true);
    expect(isUnlockedBy(cookie, lock, NOW + UNLOCK_SECONDS * 1000 - 1)).toBe(true);
    expect(isUnlockedBy(cookie, lock, NOW + UNLOCK_SECONDS * 1000)).toBe(false);
  });

  it('opens it also on a replica whose clock is up to five minutes behind', () => {
    const cookie = unlockCookie(lock, NOW);
    expect(isUnlockedBy(cookie, lock, NOW - 1000)).toBe(true);
    expect(isUnlockedBy(cookie, lock, NOW - 300_000)).toBe(true);
    expect(isUnlockedBy(cookie, lock, NOW - 301_000)).toBe(false);
  });

  it.each([
    ['another password', { ...lock, passwordHash: '$argon2id$two' }],
    ['another address', { ...lock, shareToken: 'other' }],
  ])('does not open %s', (_case, other) => {
    expect(isUnlockedBy(unlockCookie(lock, NOW), other, NOW)).toBe(false);
  });

  it('is worth nothing when forged', () => {
    const cookie = unlockCookie(lock, NOW);
    const [expires = '', mac = ''] = cookie.split('.');
    const forged = [
      '',
      '.',
      expires,
      `${String(Number(expires) + 1)}.${mac}`,
      `${expires}.${mac.slice(0, -1)}`,
      `${expires}.${mac}x`,
      `9${expires}.${mac}`,
      `${expires}.${'A'.repeat(43)}`,
    ];
    for (const value of forged) expect(isUnlockedBy(value, lock, NOW)).toBe(false);
  });
});
