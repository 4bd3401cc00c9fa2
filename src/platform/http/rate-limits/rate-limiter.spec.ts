import { RateLimiter } from './rate-limiter.js';

describe('RateLimiter', () => {
  it('counts each key by itself until its window ends', () => {
    let now = 1_000_000;
    const limiter = new RateLimiter(2, 60, () => now);
    expect([1, 1, 2, 1].map((key) => limiter.take(key).remaining)).toEqual([1, 0, 1, -1]);
    now += 59_999;
    expect(limiter.take(1)).toMatchObject({ remaining: -2, secondsToReset: 1 });
    now += 1;
    expect(limiter.take(1)).toMatchObject({ remaining: 1, secondsToReset: 60 });
  });

  it('has windows of other lengths, too', () => {
    let now = 1_000_000;
    const limiter = new RateLimiter(1, 1, () => now);
    expect(limiter.take('all')).toMatchObject({ remaining: 0, windowSeconds: 1, secondsToReset: 1 });
    now += 1000;
    expect(limiter.take('all')).toMatchObject({ remaining: 0 });
  });

  it('takes back what was counted, and never more', () => {
    const limiter = new RateLimiter(2);
    limiter.giveBack(1);
    limiter.take(1);
    limiter.giveBack(1);
    limiter.giveBack(1);
    expect(limiter.take(1).remaining).toBe(1);
  });
});
