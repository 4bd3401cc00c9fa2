import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../platform/config/config.js';
import { Precedence } from './precedence.js';

const [ONE, OTHER] = [1, 2];

async function timeOf(wait: Promise<void>): Promise<number> {
  const startedAtMs = performance.now();
  await wait;
  return performance.now() - startedAtMs;
}

function precedenceWith(auditConcurrency: number): Precedence {
  return new Precedence(readConfig({ AUDIT_CONCURRENCY: String(auditConcurrency) }));
}

describe('Precedence', () => {
  const precedence = precedenceWith(10);

  it('lets a page begin at once if nothing else is under way', async () => {
    expect(await timeOf(precedence.yielding(ONE)())).toBeLessThan(20);
  });

  it('has a page wait for all audits with precedence, also if one fails', async () => {
    const over = [
      precedence.audit(sleep(60)),
      precedence.audit(sleep(100).then(() => Promise.reject(new Error('failed')))),
    ];
    const settled = Promise.allSettled(over);
    expect(await timeOf(precedence.yielding(ONE)())).toBeGreaterThan(95);
    await settled;
    expect(await timeOf(precedence.yielding(ONE)())).toBeLessThan(20);
  });

  it('has a page wait for requests of other accounts', async () => {
    const requests = [precedence.request(ONE, sleep(60)), precedence.request(OTHER, sleep(100))];
    const [ofOne, ofOther] = await Promise.all([
      timeOf(precedence.yielding(ONE)()),
      timeOf(precedence.yielding(OTHER)()),
    ]);
    expect(ofOne).toBeGreaterThan(95);
    expect(ofOther).toBeGreaterThan(55);
    expect(ofOther).toBeLessThan(95);
    await Promise.all(requests);
  });

  it('has a page wait for 300 ms in all of its steps', async () => {
    const end = new AbortController();
    const over = precedence.audit(sleep(10_000, undefined, { signal: end.signal }).catch(() => undefined));
    const letPass = precedence.yielding(ONE);
    const first = await timeOf(letPass());
    expect(first).toBeGreaterThan(295);
    expect(first).toBeLessThan(500);
    expect(await timeOf(letPass())).toBeLessThan(20);
    end.abort();
    await over;
  });

  it('leaves a place for what has precedence: not all pages wait', async () => {
    const small = precedenceWith(3);
    const over = small.request(OTHER, sleep(100));
    const times = await Promise.all([1, 2, 3].map(() => timeOf(small.yielding(ONE)())));
    expect(times.filter((ms) => ms > 95)).toHaveLength(2);
    expect(times.filter((ms) => ms < 20)).toHaveLength(1);
    await over;
  });
});
