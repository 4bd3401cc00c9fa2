import { type Website } from '../websites/website.entity.js';
import { accessTo } from './access.js';
import { unlockCookie } from './unlock-cookie.js';

const NOW = Date.parse('2026-11-21T08:00:00Z');
const website = (privacy: 0 | 1 | 2, passwordHash: string | null = null) =>
  ({ accountId: 1, shareToken: 'token', privacy, passwordHash }) as Website;
const cookie = unlockCookie({ shareToken: 'token', passwordHash: 'hash' }, NOW);
const stranger = { accountId: null, cookie: null };

describe('accessTo', () => {
  it.each([
    ['public, to a stranger', website(0), stranger, 'open'],
    ['private, to a stranger', website(1), stranger, 'hidden'],
    ['private, to another account', website(1), { accountId: 2, cookie: null }, 'hidden'],
    ['private, to its owner', website(1), { accountId: 1, cookie: null }, 'open'],
    ['private, with an old cookie', website(1), { accountId: null, cookie }, 'hidden'],
    ['password, to a stranger', website(2, 'hash'), stranger, 'locked'],
    ['password, to another account', website(2, 'hash'), { accountId: 2, cookie: null }, 'locked'],
    ['password, to its owner', website(2, 'hash'), { accountId: 1, cookie: null }, 'open'],
    ['password, unlocked', website(2, 'hash'), { accountId: null, cookie }, 'open'],
    ['another password than was given', website(2, 'new'), { accountId: null, cookie }, 'locked'],
    ['no password set', website(2), { accountId: null, cookie }, 'locked'],
  ] as const)('%s', (_case, of, visitor, expected) => {
    expect(accessTo(of, visitor, NOW)).toBe(expected);
  });
});
