import fc from 'fast-check';
import { FairShare, type Release } from './fair-share.js';

async function granted(turn: Promise<unknown>): Promise<boolean> {
  return Promise.race([
    turn.then(() => true),
    new Promise<boolean>((resolve) => setTimeout(resolve, 5, false)),
  ]);
}

describe('FairShare', () => {
  it('gives one account half of the places, and keeps one for each that comes', async () => {
    const share = new FairShare(4);
    await share.take(1);
    await share.take(1);
    expect(await granted(share.take(1))).toBe(false);
    expect(await granted(share.take(2))).toBe(true);
    expect(await granted(share.take(2))).toBe(false);
    expect(await granted(share.take(3))).toBe(true);
    expect(await granted(share.take(4))).toBe(false);
  });

  it('has the account with the fewest places take the next one, regardless of who came first', async () => {
    const share = new FairShare(4);
    const first = await share.take(1);
    await share.take(1);
    await share.take(2);
    await share.take(3);
    const order: number[] = [];
    const waiting = [2, 1, 4].map((account) => share.take(account).then(() => order.push(account)));
    first();
    first();
    await waiting[2];
    expect(order).toEqual([4]);
  });

  it('serves accounts in turn where there is one place', async () => {
    const share = new FairShare(1);
    const order: number[] = [];
    const waiting = [1, 1, 1, 2, 3, 2].map(async (account) => {
      const release = await share.take(account);
      order.push(account);
      release();
    });
    await Promise.all(waiting);
    expect(order).toEqual([1, 1, 2, 3, 1, 2]);
  });

  it('serves an account that always waits as often as those that come again', async () => {
    const share = new FairShare(1);
    const served = new Map<number, number>();
    let rounds = 0;
    const comeAgain = async (account: number) => {
      while (++rounds < 300) {
        const release = await share.take(account);
        served.set(account, (served.get(account) ?? 0) + 1);
        await new Promise((resolve) => setImmediate(resolve));
        release();
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    await Promise.all([1, 1, 1, 1, 2, 3].map(comeAgain));
    expect(Math.min(...served.values())).toBeGreaterThan(60);
  });

  it('drops waiters whose signal is aborted', async () => {
    const share = new FairShare(1);
    const release = await share.take(1);
    const gone = new AbortController();
    const turn = share.take(2, gone.signal);
    gone.abort(new Error('gone'));
    await expect(turn).rejects.toThrow('gone');
    release();
    expect(await granted(share.take(3))).toBe(true);
    await expect(share.take(4, gone.signal)).rejects.toThrow('gone');
  });

  it('never grants more slots than there are, and eventually serves everyone', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 40 }),
        async (places, accounts) => {
          const share = new FairShare(places);
          let held = 0;
          await Promise.all(
            accounts.map(async (account) => {
              const release: Release = await share.take(account);
              held += 1;
              expect(held).toBeLessThanOrEqual(places);
              await new Promise((resolve) => setImmediate(resolve));
              held -= 1;
              release();
            }),
          );
          expect(held).toBe(0);
        },
      ),
    );
  });

  it('gives a slot at once or not at all to those who do not wait', () => {
    const share = new FairShare(4);
    const first = share.tryTake(1);
    expect(share.tryTake(1)).not.toBeNull();
    expect(share.tryTake(1)).toBeNull();
    expect(share.tryTake(2)).not.toBeNull();
    first?.();
    expect(share.tryTake(2)).not.toBeNull();
  });
});
