import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '../../../src/platform/database/database.js';
import { type Account, startApp, type TestApp } from '../../support/app.js';
import { insertMany } from '../../support/database.js';
import { exported } from '../../support/exports.js';

/** More than the buffers of two sockets hold: 25 MB. */
const REPORTS = 20_000;
const URL_LENGTH = 1000;
const ROWS_PER_READ = 250;

/** Queued reports: the index of pieces of URLs would take minutes to fill. */
const INSERT = `INSERT INTO reports (account_id, website_id, url, status)
  SELECT $1, $2, rpad('https://a.example/' || n || '/', ${URL_LENGTH}, 'x'), 'queued'
  FROM generate_series(1, ${REPORTS}) n`;

let test: TestApp;
let reads: jest.SpyInstance;

beforeAll(async () => {
  test = await startApp({ ROLE: 'api' });
  const [website] = await test.database.query<{ id: string }>(
    `INSERT INTO websites (account_id, domain, privacy, share_token) VALUES ($1, 'a.example', 1, 'a') RETURNING id`,
    [test.owner.id],
  );
  await insertMany(test.database, INSERT, [test.owner.id, website?.id]);
  reads = jest.spyOn(test.app.get(Database), 'queryReplica');
});

afterAll(() => test.close());

/** An export whose client reads nothing until it is told to. */
interface Paused {
  readonly socket: Socket;
  /** Everything from now to the end of the response, or to its break. */
  rest(): Promise<string>;
}

function open({ key }: Account): Socket {
  const socket = connect(Number(new URL(test.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  const headers = `Host: x\r\nAuthorization: Bearer ${key}\r\nConnection: close`;
  socket.write(`GET /api/v1/reports.ndjson HTTP/1.1\r\n${headers}\r\n\r\n`);
  return socket;
}

/** Resolves once a part of the list has arrived. */
async function reading(account: Account): Promise<Pick<Paused, 'socket'>> {
  const socket = open(account);
  for (let bytes = 0; bytes < 1_000_000;) bytes += ((await once(socket, 'data')) as [Buffer])[0].length;
  return { socket };
}

/** Resolves once the server has filled all buffers and waits. */
async function paused(account: Account): Promise<Paused> {
  const socket = open(account).pause();
  await settledReads();
  return {
    socket,
    rest: async () => {
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk.toString();
      });
      socket.resume();
      if (!socket.destroyed) await once(socket, 'close');
      return text;
    },
  };
}

/** The number of statements so far, once there are no further ones. */
async function settledReads(): Promise<number> {
  const count = () => reads.mock.calls.length;
  for (let before = -1; before < 1 || before !== count();) {
    before = count();
    await sleep(600);
  }
  return count();
}

const idsIn = (text: string) => [...text.matchAll(/^\{"id":(\d+)/gm)].map(([, id]) => Number(id));
const isWhole = (text: string) => text.endsWith('\r\n0\r\n\r\n');

async function ids(): Promise<number[]> {
  const rows = await test.database.query<{ id: string }>(
    'SELECT id FROM reports WHERE account_id = $1 ORDER BY id DESC',
    [test.owner.id],
  );
  return rows.map(({ id }) => Number(id));
}

describe('an export', () => {
  beforeEach(() => reads.mockClear());

  it('waits for a slow client without a statement, transaction or snapshot, and then goes on', async () => {
    const client = await paused(test.owner);
    expect(reads.mock.calls.length).toBeLessThan(REPORTS / ROWS_PER_READ - 2);
    const held = await test.database.query(
      `SELECT state, query FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'pagegrade'
        AND (state <> 'idle' OR xact_start IS NOT NULL OR backend_xmin IS NOT NULL)`,
    );
    expect(held).toEqual([]);
    const text = await client.rest();
    expect(isWhole(text)).toBe(true);
    expect(idsIn(text)).toEqual(await ids());
  });

  it.each(['while it reads', 'while it waits'])('stops reading when its client leaves %s', async (when) => {
    const client = await (when === 'while it reads' ? reading(test.owner) : paused(test.owner));
    client.socket.destroy();
    expect(await settledReads()).toBeLessThan(REPORTS / ROWS_PER_READ - 2);
  });

  it('is cut off, not ended, where reading fails', async () => {
    const client = await paused(test.owner);
    await test.database.query('ALTER TABLE reports RENAME TO reports_away');
    const text = await client.rest();
    await test.database.query('ALTER TABLE reports_away RENAME TO reports');
    expect(text).toContain('HTTP/1.1 200 ');
    expect(idsIn(text).length).toBeGreaterThan(0);
    expect(isWhole(text)).toBe(false);
    expect(text).not.toContain('reports_away');
  });

  it('that fails at its start is a problem', async () => {
    await test.database.query('ALTER TABLE reports RENAME TO reports_away');
    const { status, headers, text } = await exported(test, test.owner, 'reports.csv');
    await test.database.query('ALTER TABLE reports_away RENAME TO reports');
    expect([status, headers['content-type']]).toEqual([500, 'application/problem+json; charset=utf-8']);
    expect(JSON.parse(text)).toMatchObject({ code: 'internal_error' });
  });

  it('has every other record once, though some are added and deleted meanwhile', async () => {
    const before = await ids();
    const client = await paused(test.owner);
    await test.database.query('DELETE FROM reports WHERE account_id = $1 AND id % 10 = 0', [test.owner.id]);
    const [{ website_id: websiteId }] = (await test.database.query<{ website_id: string }>(
      'SELECT website_id FROM reports WHERE account_id = $1 LIMIT 1',
      [test.owner.id],
    )) as [{ website_id: string }];
    await test.database.query(
      `INSERT INTO reports (account_id, website_id, url, status)
        SELECT $1, $2, 'https://a.example/new', 'queued' FROM generate_series(1, 500)`,
      [test.owner.id, websiteId],
    );
    const text = await client.rest();
    expect(isWhole(text)).toBe(true);
    const isKept = (id: number) => id % 10 !== 0;
    expect(idsIn(text).filter(isKept)).toEqual(before.filter(isKept));
    expect(new Set(idsIn(text)).size).toBe(idsIn(text).length);
  });

  it('is one of at most four of an account, and one request of its limit', async () => {
    const clients = [];
    for (let n = 0; n < 4; n++) clients.push(await paused(test.owner));
    // The minute of this key's limit begins here.
    const key = await test.keyFor(test.owner);
    const { body, headers } = await key.call('get', '/api/v1/websites.csv').expect(429);
    expect(body).toMatchObject({ code: 'too_many_requests', detail: expect.stringContaining('4 exports') });
    expect(headers['retry-after']).toBe('10');
    await key.call('get', '/api/v1/reports').expect(200);
    await test.stranger.call('get', '/api/v1/websites.csv').expect(200);
    clients.pop()?.socket.destroy();
    await settledReads();
    const after = await key.call('get', '/api/v1/websites.csv').expect(200);
    expect(Number(headers['x-ratelimit-remaining']) - Number(after.headers['x-ratelimit-remaining'])).toBe(2);
    for (const { socket } of clients) socket.destroy();
  });

  it('reads no further than the first page for HEAD', async () => {
    await test.owner.call('head', '/api/v1/reports.csv').expect(200);
    expect(await settledReads()).toBe(1);
  });
});
