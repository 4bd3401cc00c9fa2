import { setTimeout as sleep } from 'node:timers/promises';
import { Precedence } from './precedence.js';

async function timeOf(wait: Promise<void>): Promise<number> {
  const startedAtMs = performance.now();
  await wait;
  return performance.now() - startedAtMs;
}

describe('Precedence', () => {
  const precedence = new Precedence();

  it('lets a page begin at once if nothing else is under way', async () => {
    expect(await timeOf(precedence.yielding()())).toBeLessThan(20);
  });

  it('has a page wait for all audits with precedence, also if one fails', async () => {
    const over = [
      precedence.over(sleep(60)),
      precedence.over(sleep(100).then(() => Promise.reject(new Error('failed')))),
    ];
    const settled = Promise.allSettled(over);
    expect(await timeOf(precedence.yielding()())).toBeGreaterThan(95);
    await settled;
    expect(await timeOf(precedence.yielding()())).toBeLessThan(20);
  });

  it('has a page wait for 300 ms in all of its steps', async () => {
    const end = new AbortController();
    const over = precedence.over(sleep(10_000, undefined, { signal: end.signal }).catch(() => undefined));
    const letPass = precedence.yielding();
    const first = await timeOf(letPass());
    expect(first).toBeGreaterThan(295);
    expect(first).toBeLessThan(500);
    expect(await timeOf(letPass())).toBeLessThan(20);
    end.abort();
    await over;
  });
});
