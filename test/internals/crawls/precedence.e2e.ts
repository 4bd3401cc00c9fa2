import { setTimeout as sleep } from 'node:timers/promises';
import { Precedence } from '../../../src/reports/audits/precedence.js';
import { startApp, type TestApp } from '../../support/app.js';

let test: TestApp;

beforeAll(async () => {
  // Nothing is audited: the request waits until its time is over.
  test = await startApp({ ROLE: 'api' });
});

afterAll(() => test.close());

/** How long a page of a crawl of another account would wait. */
async function waitMs(): Promise<number> {
  const startedAtMs = performance.now();
  await test.app.get(Precedence).yielding(test.owner.id + 1)();
  return performance.now() - startedAtMs;
}

describe('a page of a crawl', () => {
  it('lets a report pass that a request waits for', async () => {
    const request = test.owner
      .call('post', '/api/v1/reports')
      .set('Prefer', 'wait=3')
      .send({ url: 'https://one.example/' })
      .expect(202);
    const waits: number[] = [];
    const over = request.then(() => 'over');
    while ((await Promise.race([over, sleep(10)])) !== 'over') waits.push(await waitMs());
    expect(Math.max(...waits)).toBeGreaterThan(295);
    expect(await waitMs()).toBeLessThan(100);
  });
});
