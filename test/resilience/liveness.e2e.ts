import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { type Wire, wireTo } from '../support/proxy.js';
import { type Service, startService } from '../support/service.js';

let database: TestDatabase;
let wire: Wire;
const services: Service[] = [];

beforeEach(async () => {
  database = await freshDatabase();
  wire = await wireTo(database.url);
});

afterEach(async () => {
  for (const { process: child, ended } of services.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  await wire.cut();
  await database.drop();
});

/** @returns the address of its metrics */
async function start(role: string): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = String((server.address() as AddressInfo).port);
  await new Promise((resolve) => server.close(resolve));
  services.push(await startService({ ROLE: role, DATABASE_URL: wire.url, METRICS_PORT: port }));
  return `http://127.0.0.1:${port}`;
}

async function live(address: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${address}/health/live`);
  return { status: response.status, text: await response.text() };
}

async function becomes(address: string, status: number, limitMs: number): Promise<boolean> {
  for (const deadline = Date.now() + limitMs; Date.now() < deadline;) {
    if ((await live(address)).status === status) return true;
    await sleep(250);
  }
  return false;
}

describe('a worker that has not polled for 60 s', () => {
  it('is not live and says why, until it polls again; an API is live all the while', async () => {
    const [worker, api] = [await start('worker'), await start('api')];
    expect(await live(worker)).toEqual({ status: 200, text: 'ok\n' });
    await wire.cut();
    expect(await becomes(worker, 503, 50_000)).toBe(false);
    expect(await becomes(worker, 503, 30_000)).toBe(true);
    expect((await live(worker)).text).toMatch(/^The worker has not polled for \d\d s: .+\.\n$/);
    expect(await live(api)).toEqual({ status: 200, text: 'ok\n' });
    await wire.restore();
    expect(await becomes(worker, 200, 20_000)).toBe(true);
    const metrics = await (await fetch(`${api}/metrics`)).text();
    expect(metrics).not.toMatch(/^pagegrade_worker_last_poll_timestamp_seconds \d/m);
  }, 150_000);
});
