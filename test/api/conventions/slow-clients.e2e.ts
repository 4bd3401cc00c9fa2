import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '../../../src/platform/database/database.js';
import { type Instance, insertKey, startInstance } from '../../support/app.js';
import { eventually } from '../../support/eventually.js';
import { freshDatabase, type TestDatabase } from '../../support/database.js';

const LIMITS = { headersMs: 400, bodyMs: 2000, checkEveryMs: 50 };

let database: TestDatabase;
let instance: Instance;
let key: string;

beforeAll(async () => {
  database = await freshDatabase();
  instance = await startInstance(database.url, { ROLE: 'api' }, LIMITS);
  await instance.app.get(Database).connect();
  await database.query(`INSERT INTO accounts (name) VALUES ('Owner')`);
  key = await insertKey(database, 1, {});
});

afterAll(async () => {
  await instance.close();
  await database.drop();
});

interface Client {
  readonly socket: Socket;
  received(): string;
  /** Resolves once the server has closed the connection. */
  readonly closed: Promise<void>;
}

/** A connection whose own side stays open, whatever the server does. */
function open(): Client {
  const { hostname, port } = new URL(instance.url);
  let received = '';
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  socket.on('data', (chunk) => (received += chunk.toString()));
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => {
    socket.once('end', resolve);
    socket.once('close', resolve);
  });
  return { socket, received: () => received, closed };
}

/** Sends a byte every 20 ms until the server has closed the connection. */
async function drip({ socket, closed }: Client, bytes: string): Promise<void> {
  const timer = setInterval(() => socket.write(bytes), 20);
  await closed;
  clearInterval(timer);
}

/** Whether the server still keeps its end of a connection open. */
async function isAlive({ socket }: Client): Promise<boolean> {
  for (let tries = 0; tries < 100 && !socket.destroyed; tries++) {
    socket.write('x');
    await sleep(20);
  }
  return !socket.destroyed;
}

function problemIn(response: string): unknown {
  expect(response).toContain('HTTP/1.1 408 ');
  expect(response).toMatch(/^Content-Type: application\/problem\+json/im);
  expect(response).toMatch(/^Connection: close/im);
  return JSON.parse(response.slice(response.lastIndexOf('\r\n\r\n')));
}

const post = (authorization: string, framing: string) =>
  `POST /api/v1/reports HTTP/1.1\r\nHost: x\r\n${authorization}Content-Type: application/json\r\n${framing}\r\n\r\n`;
const get = (headers: string) =>
  `GET /api/v1/account HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n${headers}\r\n`;

describe('a connection', () => {
  it('that says nothing is closed with 408', async () => {
    const client = open();
    await client.closed;
    expect(problemIn(client.received())).toMatchObject({ status: 408, code: 'request_timeout' });
    expect(await isAlive(client)).toBe(false);
  });

  it('whose headers drip is closed with 408', async () => {
    const client = open();
    client.socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    await drip(client, 'a');
    expect(problemIn(client.received())).toMatchObject({ status: 408, code: 'request_timeout' });
    expect(await isAlive(client)).toBe(false);
  });

  it('may be idle for longer than headers may take, but a later request must not drip', async () => {
    const client = open();
    for (let n = 0; n < 2; n++) {
      client.socket.write(get(''));
      await sleep(LIMITS.headersMs + LIMITS.bodyMs + 200);
    }
    expect(client.received().match(/HTTP\/1.1 200 /g)).toHaveLength(2);
    client.socket.write('GET / HTTP/1.1\r\nX-Slow: ');
    await drip(client, 'a');
    expect(problemIn(client.received())).toMatchObject({ status: 408 });
  });

  it('that sends what is no HTTP is closed, even if the client never closes its end', async () => {
    const client = open();
    client.socket.write('nonsense\r\n\r\n');
    await client.closed;
    expect(client.received()).toContain('HTTP/1.1 400 ');
    await sleep(1500);
    expect(await isAlive(client)).toBe(false);
  });
});

describe('a body', () => {
  it.each([
    ['of a known length', 'Content-Length: 9000', 'a'],
    ['in chunks', 'Transfer-Encoding: chunked', '1\r\na\r\n'],
  ])('%s that drips is refused with 408, like every other problem', async (_what, framing, bytes) => {
    const client = open();
    client.socket.write(post(`Authorization: Bearer ${key}\r\nX-Request-Id: slow\r\n`, framing));
    await drip(client, bytes);
    expect(problemIn(client.received())).toMatchObject({
      type: 'http://x/problems/request-timeout',
      status: 408,
      instance: '/api/v1/reports',
      code: 'request_timeout',
      request_id: 'slow',
    });
    expect(await isAlive(client)).toBe(false);
  });

  it('that drips after the request was refused is not waited for', async () => {
    const client = open();
    client.socket.write(post('', 'Content-Length: 9000'));
    await drip(client, 'a');
    expect(client.received().match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 401']);
    expect(await isAlive(client)).toBe(false);
  });

  it('may come in parts, and may take longer than headers', async () => {
    const client = open();
    client.socket.write(post(`Authorization: Bearer ${key}\r\n`, 'Content-Length: 13'));
    await sleep(LIMITS.headersMs + 150);
    client.socket.write('{"max_age":0}');
    await eventually(() => Promise.resolve(client.received().includes('HTTP/1.1 ')));
    expect(client.received()).toContain('HTTP/1.1 422 ');
    client.socket.destroy();
  });
});

describe('a response', () => {
  it('may be waited for longer than a request may take', async () => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const url = `${instance.url}/api/v1/reports`;
    const body = JSON.stringify({ url: 'https://example.com/' });
    const made = await fetch(url, { method: 'POST', headers: { ...headers, prefer: 'wait=2' }, body });
    expect(made.status).toBe(202);
    expect(made.headers.get('preference-applied')).toBe('wait=2');
    const location = String(made.headers.get('location'));
    expect((await fetch(location, { headers: { ...headers, prefer: 'wait=2' } })).status).toBe(200);
  });
});
