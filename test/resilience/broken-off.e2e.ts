import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '../../src/platform/database/database.js';
import { type Instance, startApp, startInstance, type TestApp } from '../support/app.js';
import { freshDatabase } from '../support/database.js';
import { type Wire, wireTo } from '../support/proxy.js';
import { type Service, startService } from '../support/service.js';

const URL_SENT = 'https://example.com/';

let test: TestApp;
let wire: Wire;

/** An API that no worker audits for, on a wire to its database. */
beforeEach(async () => {
  const database = await freshDatabase();
  wire = await wireTo(database.url);
  test = await startApp({ ROLE: 'api', DATABASE_URL: wire.url, STORE_WAIT_SECONDS: '4' }, database);
});

afterEach(async () => {
  await test.close();
  await wire.cut();
});

/** A request that waits for its report, which never comes. */
function send(url: string, key: string, signal?: AbortSignal) {
  return fetch(`${url}/api/v1/reports`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${test.owner.key}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({ url: URL_SENT }),
    signal: signal ?? null,
  });
}

function repeat(key: string) {
  return test.owner
    .call('post', '/api/v1/reports')
    .set({ 'Idempotency-Key': key, Prefer: 'wait=0' })
    .send({ url: URL_SENT });
}

async function madeReports(count: number): Promise<number[]> {
  for (;;) {
    const rows = await test.database.query<{ id: string }>('SELECT id FROM reports');
    if (rows.length >= count) return rows.map(({ id }) => Number(id));
    await sleep(20);
  }
}

describe('a request that broke off after its report was accepted', () => {
  let other: Instance;
  let client: AbortController;

  beforeEach(async () => {
    client = new AbortController();
    other = await startInstance(test.database.url, { ROLE: 'api', STORE_WAIT_SECONDS: '25' });
    await other.app.get(Database).connect();
  });

  afterEach(async () => {
    client.abort();
    await other.close();
  });

  it.each(['this', 'another'])(
    'by its client, at %s process, is answered with that report',
    async (where) => {
      const first = send(where === 'this' ? test.url : other.url, 'departed', client.signal);
      const [id] = await madeReports(1);
      client.abort();
      await expect(first).rejects.toThrow();
      const { body, headers } = await repeat('departed').expect(202);
      expect(body.data.id).toBe(id);
      expect(headers).toMatchObject({
        location: `${test.url}/api/v1/reports/${String(id)}`,
        'idempotent-replayed': 'true',
      });
      expect(await madeReports(1)).toHaveLength(1);
    },
  );

  it('is still running as long as its process answers it, wherever it is asked again', async () => {
    const first = send(other.url, 'running', client.signal).catch(() => null);
    await madeReports(1);
    const { body } = await repeat('running').expect(409);
    expect(body.code).toBe('request_in_progress');
    client.abort();
    await first;
  });
});

describe('a process that dies while it answers', () => {
  let doomed: Service;

  it('leaves the report to the repeated request', async () => {
    doomed = await startService({ ROLE: 'api', DATABASE_URL: test.database.url, RATE_LIMIT: '0' });
    const first = send(doomed.url, 'killed').catch(() => null);
    const [id] = await madeReports(1);
    doomed.process.kill('SIGKILL');
    await doomed.ended;
    await first;
    const { body } = await repeat('killed').expect(202);
    expect(body.data.id).toBe(id);
  });
});

describe('a database that goes while a request waits for its report', () => {
  it('is no reason not to say that the report was accepted', async () => {
    const waiting = test.owner
      .call('post', '/api/v1/reports')
      .set('Idempotency-Key', 'cut')
      .send({ url: URL_SENT })
      .then((response) => response);
    const [id = 0] = await madeReports(1);
    await sleep(200);
    await wire.cut();
    const { status, headers, body } = await waiting;
    expect(status).toBe(202);
    expect(headers.location).toBe(`${test.url}/api/v1/reports/${String(id)}`);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(body.data).toMatchObject({ id, url: URL_SENT, status: 'queued', score: null, checks: [] });

    await wire.restore();
    const shown = await untilShown(id);
    expect(shown.data).toEqual(body.data);
    expect((await repeat('cut').expect(202)).body.data.id).toBe(id);
    expect(await madeReports(1)).toHaveLength(1);
  });
});

async function untilShown(id: number): Promise<{ data: object }> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline;) {
    const { status, body } = await test.owner.call('get', `/api/v1/reports/${String(id)}`);
    if (status === 200) return body as { data: object };
    await sleep(100);
  }
  throw new Error('The report was not shown');
}
