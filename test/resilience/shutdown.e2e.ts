import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { type Service, startService } from '../support/service.js';
import { type StrangerSite, strangerSite } from '../support/website.js';

const KEY = 'operations-test-key';
const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };

let database: TestDatabase;
let site: StrangerSite;
let service: Service | null = null;

beforeEach(async () => {
  database = await freshDatabase();
  site = await strangerSite();
});

afterEach(async () => {
  service?.process.kill('SIGKILL');
  await service?.ended;
  service = null;
  await site.close();
  await database.drop();
});

async function start(settings: Record<string, string> = {}): Promise<Service> {
  service = await startService({
    DATABASE_URL: database.url,
    API_KEY: KEY,
    ALLOWED_TARGETS: site.target,
    ...settings,
  });
  return service;
}

describe('SIGTERM', () => {
  it('has the service say that it is not ready, serve on, close connections, and end with 0', async () => {
    const { url, process: child, endedWell } = await start({ DRAIN_SECONDS: '2' });
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    child.kill('SIGTERM');
    await sleep(200);
    const ready = await fetch(`${url}/health/ready`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toEqual({ status: 'unavailable', reasons: ['The process is shutting down.'] });
    const list = await fetch(`${url}/api/v1/reports`, { headers });
    expect(list.status).toBe(200);
    expect(list.headers.get('connection')).toBe('close');
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    await endedWell();
  });

  it('answers those who wait for a report, which then waits for the next worker', async () => {
    await site.close();
    site = await strangerSite(() => undefined);
    const { url, process: child, endedWell } = await start({ ROLE: 'api', ALLOWED_TARGETS: site.target });
    const waiting = fetch(`${url}/api/v1/reports`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ url: site.origin }),
    });
    await sleep(500);
    child.kill('SIGTERM');
    const answer = await waiting;
    expect(answer.status).toBe(202);
    await endedWell();
    const [row] = await database.query<{ count: number }>('SELECT count(*)::int FROM pending_audits');
    expect(row?.count).toBe(1);
  });
});

describe('a second SIGINT', () => {
  it('returns a running audit to the queue at once', async () => {
    await site.close();
    site = await strangerSite(() => undefined);
    const service = await start({ ALLOWED_TARGETS: site.target });
    const { url, process: child } = service;
    const body = JSON.stringify({ url: site.origin });
    const asynchronous = { ...headers, prefer: 'respond-async' };
    const answer = await fetch(`${url}/api/v1/reports`, { method: 'POST', headers: asynchronous, body });
    expect(answer.status).toBe(202);
    await eventually(() => Promise.resolve(site.requests.length > 0));
    child.kill('SIGINT');
    await sleep(100);
    child.kill('SIGINT');
    await sleep(2000);
    expect(service.output()).not.toContain('again');
    const startedAt = performance.now();
    child.kill('SIGINT');
    await service.endedWell();
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    const [row] = await database.query<{ count: number }>('SELECT count(*)::int FROM pending_audits');
    expect(row?.count).toBe(1);
  });
});
