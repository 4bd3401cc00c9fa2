import { execFileSync } from 'node:child_process';
import { Agent, request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { type Service, startService } from '../support/service.js';
import { type StrangerSite, strangerSite } from '../support/website.js';

const KEY = 'descriptors-test-key';
/** Fewer than any process has open, so that it gets no further one. */
const NO_MORE = 3;
const ENOUGH = 1024;
const POOL_SIZE = 2;

interface Answer {
  readonly status: number | undefined;
  readonly data: { id: number; status: string; score: number | null; error: object | null };
}

let database: TestDatabase;
let site: StrangerSite;
let service: Service;
let connection: Agent;

beforeEach(async () => {
  database = await freshDatabase();
  site = await strangerSite();
  service = await startService({
    DATABASE_URL: database.url,
    API_KEY: KEY,
    ALLOWED_TARGETS: site.target,
    RATE_LIMIT: '0',
    DATABASE_POOL_SIZE: String(POOL_SIZE),
  });
  connection = new Agent({ keepAlive: true, maxSockets: 1 });
});

afterEach(async () => {
  connection.destroy();
  service.process.kill('SIGKILL');
  await service.ended;
  await site.close();
  await database.drop();
});

/** Sends a request over the one connection that the client has. */
async function send(method: string, path: string, prefer: string, url?: string): Promise<Answer> {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', prefer };
  return new Promise((resolve, reject) => {
    const sent = httpRequest(`${service.url}${path}`, { method, headers, agent: connection }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => {
        resolve({ status: response.statusCode, ...(JSON.parse(text) as Pick<Answer, 'data'>) });
      });
    });
    sent.on('error', reject);
    sent.end(url && JSON.stringify({ url }));
  });
}

/** Else the process would open them when it can't. */
async function openWholePool(): Promise<void> {
  const headers = { authorization: `Bearer ${KEY}` };
  const read = async () => (await fetch(`${service.url}/api/v1/reports`, { headers })).text();
  await Promise.all(Array.from({ length: 10 * POOL_SIZE }, read));
}

function allowDescriptors(count: number): void {
  execFileSync('prlimit', ['--pid', String(service.process.pid), `--nofile=${String(count)}:`]);
}

it('a process out of descriptors serves requests, grades no page by that, and audits it later', async () => {
  expect((await send('POST', '/api/v1/reports', 'wait=25', `${site.origin}/before`)).status).toBe(201);
  await openWholePool();
  allowDescriptors(NO_MORE);
  const { status, data } = await send('POST', '/api/v1/reports', 'respond-async', `${site.origin}/page`);
  expect(status).toBe(202);
  const path = `/api/v1/reports/${String(data.id)}`;
  while (!service.output().includes('EMFILE')) {
    const { data: report } = await send('GET', path, 'wait=0');
    expect(report).toMatchObject({ score: null, error: null });
    expect(['queued', 'running']).toContain(report.status);
    await sleep(50);
  }
  expect((await send('GET', path, 'wait=0')).data).toMatchObject({ score: null, error: null });
  allowDescriptors(ENOUGH);
  let report = data;
  while (['queued', 'running'].includes(report.status))
    ({ data: report } = await send('GET', path, 'wait=5'));
  expect(report).toMatchObject({ status: 'completed', error: null, score: expect.any(Number) });
  expect(site.requests).toContain('/page');
});
