import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually.js';
import { openWorkshop, type Workshop } from '../support/workshop.js';

let workshop: Workshop;

beforeEach(async () => {
  workshop = await openWorkshop();
});

afterEach(() => workshop.close());

async function pendingAudits(): Promise<number> {
  return (await workshop.database.query('SELECT 1 FROM pending_audits')).length;
}

describe('SIGTERM', () => {
  it('has the service say that it is not ready, serve on, close connections, and end with 0', async () => {
    const { url, process: child, endedWell } = await workshop.start('all', { DRAIN_SECONDS: '2' });
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    child.kill('SIGTERM');
    const ready = await eventually(async () => {
      const response = await fetch(`${url}/health/ready`);
      return response.status === 503 && response;
    });
    expect(await ready.json()).toEqual({ status: 'unavailable', reasons: ['The process is shutting down.'] });
    const list = await fetch(`${url}/api/v1/reports`, { headers: workshop.headers });
    expect(list.status).toBe(200);
    expect(list.headers.get('connection')).toBe('close');
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    await endedWell();
  });

  it('answers those who wait for a report, which then waits for the next worker', async () => {
    const { url, process: child, endedWell } = await workshop.start('api');
    const waiting = fetch(`${url}/api/v1/reports`, {
      method: 'POST',
      headers: workshop.headers,
      body: JSON.stringify({ url: workshop.site.origin }),
    });
    await eventually(async () => (await pendingAudits()) === 1);
    child.kill('SIGTERM');
    const answer = await waiting;
    expect(answer.status).toBe(202);
    await endedWell();
    expect(await pendingAudits()).toBe(1);
  });
});

describe('a second SIGINT', () => {
  it('returns a running audit to the queue at once', async () => {
    workshop.routes.set('/', () => new Promise(() => undefined));
    const service = await workshop.start('all');
    const { process: child } = service;
    expect(await workshop.post(service, '/')).toMatchObject({ status: 202 });
    await eventually(() => Promise.resolve(workshop.site.requests.length > 0));
    child.kill('SIGINT');
    await sleep(100);
    child.kill('SIGINT');
    await sleep(2000);
    expect(service.output()).not.toContain('again');
    const startedAt = performance.now();
    child.kill('SIGINT');
    await service.endedWell();
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    expect(await pendingAudits()).toBe(1);
  });
});
