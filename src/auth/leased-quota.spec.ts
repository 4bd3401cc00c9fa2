import { LeasedQuota } from './leased-quota.js';

/** The window that all processes share, a minute long. */
class SharedWindow {
  roundTrips = 0;
  private used = 0;
  private endsAtMs = 0;

  constructor(private readonly now: () => number) {}

  readonly count = async (_account: number, uses: number) => {
    await Promise.resolve();
    this.roundTrips += 1;
    if (this.endsAtMs <= this.now()) Object.assign(this, { used: 0, endsAtMs: this.now() + 60_000 });
    this.used += uses;
    return { used: this.used, seconds: Math.ceil((this.endsAtMs - this.now()) / 1000) };
  };
}

let nowMs = 1_000_000;
const now = () => nowMs;

async function granted(quota: LeasedQuota, requests: number): Promise<number> {
  const grants = await Promise.all(Array.from({ length: requests }, () => quota.take(1, 1)));
  return grants.reduce((sum, { count }) => sum + count, 0);
}

it('grants exactly the limit to one process, in few round trips', async () => {
  const shared = new SharedWindow(now);
  const quota = new LeasedQuota(600, shared.count, now);
  expect(await granted(quota, 590)).toBe(590);
  expect(await granted(quota, 590)).toBe(10);
  expect(await granted(quota, 590)).toBe(0);
  expect(shared.roundTrips).toBeLessThan(120);
  nowMs += 60_000;
  expect(await granted(quota, 590)).toBe(590);
});

it('never grants more than the limit to several processes, and nearly all of it', async () => {
  const shared = new SharedWindow(now);
  const quotas = [1, 2, 3].map(() => new LeasedQuota(600, shared.count, now));
  const sums = await Promise.all(quotas.map((quota) => granted(quota, 400)));
  const sum = sums.reduce((one, other) => one + other);
  expect(sum).toBeLessThanOrEqual(600);
  expect(sum).toBeGreaterThan(590);
});

it('grants a part of what is asked for at once', async () => {
  const quota = new LeasedQuota(120, new SharedWindow(now).count, now);
  expect((await quota.take(1, 100)).count).toBe(100);
  expect(await quota.take(1, 100)).toEqual({ count: 20, secondsToReset: expect.any(Number) });
});

it('asks again when the window cannot be counted', async () => {
  let fails = true;
  const shared = new SharedWindow(now);
  const count = (account: number, uses: number) =>
    fails ? Promise.reject(new Error('away')) : shared.count(account, uses);
  const quota = new LeasedQuota(10, count, now);
  await expect(quota.take(1, 1)).rejects.toThrow('away');
  fails = false;
  expect((await quota.take(1, 1)).count).toBe(1);
});
