import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freshDatabase, type TestDatabase } from '../../support/database.js';
import { eventually } from '../../support/eventually.js';
import { freePort } from '../../support/free-port.js';
import { wireTo } from '../../support/proxy.js';
import { runCli, type Service, startService } from '../../support/service.js';
import { strangerSite } from '../../support/website.js';

const KEY = 'key-of-the-log-tests';
const TOKEN = '0123456789abcdef0123456789abcdef';
const ENCODED = TOKEN.replace(/./g, (character) => `%${character.charCodeAt(0).toString(16)}`);

let database: TestDatabase;
let service: Service;

beforeAll(async () => {
  database = await freshDatabase();
  service = await startService({
    DATABASE_URL: database.url,
    API_KEY: KEY,
    ROLE: 'api',
    LOG_LEVEL: 'info',
  });
});

afterAll(async () => {
  service.process.kill('SIGKILL');
  await service.ended;
  await database.drop();
});

/** Sends a request whose target no client library would leave as it is. */
async function send(target: string): Promise<void> {
  const { hostname, port } = new URL(service.url);
  const lines = [`GET ${target} HTTP/1.1`, `Host: ${hostname}`, `Referer: http://${hostname}/s/${TOKEN}`];
  await new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`);
    });
    socket.on('data', () => undefined);
    socket.on('close', resolve);
    socket.on('error', reject);
  });
}

interface LogLine {
  readonly req?: { readonly path: string };
  readonly err?: Readonly<Record<string, unknown>>;
}

/** Log lines since the output was so long. */
async function linesSince(length: number): Promise<LogLine[]> {
  await sleep(200);
  return service
    .output()
    .slice(length)
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as LogLine);
}

describe('logs', () => {
  it('hold no share token, however the address is spelled', async () => {
    const before = service.output().length;
    const targets = [
      `/s/${TOKEN}?token=${TOKEN}`,
      `//s//${TOKEN}`,
      `/S/${TOKEN.toUpperCase()}`,
      `/s/${ENCODED}/reports/1`,
      `/%73/${TOKEN}`,
      `/s%2f${TOKEN}`,
      `/x/../s/${TOKEN};v=1`,
      `http://localhost/s/${TOKEN}`,
    ];
    for (const target of targets) await send(target);
    const lines = await linesSince(before);
    expect(lines.map(({ req }) => req?.path)).toEqual([
      '/s/…',
      '//s//…',
      '/S/…',
      '/s/…/reports/1',
      '/…/…',
      '/…',
      '/x/../s/…',
      '…//localhost/s/…',
    ]);
    expect(decodeURIComponent(service.output()).toLowerCase()).not.toContain(TOKEN);
  });

  it('hold no value of a statement that failed', async () => {
    await database.query(`INSERT INTO websites (account_id, domain, privacy, share_token)
      SELECT id, 'example.com', 0, '${TOKEN}' FROM accounts`);
    await database.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN RAISE EXCEPTION ''broken for the test'' USING DETAIL = NEW.share_token; END'`);
    await database.query(
      'CREATE TRIGGER broken BEFORE UPDATE ON websites FOR EACH ROW EXECUTE FUNCTION fail()',
    );
    const before = service.output().length;
    const [row] = await database.query<{ id: string }>('SELECT id FROM websites');
    const { status } = await fetch(`${service.url}/api/v1/websites/${String(row?.id)}/share-url`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}` },
    });
    expect(status).toBe(500);
    const failed = (await linesSince(before)).find(({ err }) => err?.message === 'broken for the test');
    expect(failed?.err).toMatchObject({ type: 'QueryFailedError', code: 'P0001' });
    expect(service.output().slice(before)).not.toMatch(/[\da-f]{32}/);
  });
});

describe('an API_KEY that was replaced', () => {
  it('is named at the start as long as it works, and one that was revoked', async () => {
    const own = await freshDatabase();
    const startWith = async (key: string) => {
      const started = await startService({ DATABASE_URL: own.url, API_KEY: key, LOG_LEVEL: 'warn' });
      started.process.kill('SIGTERM');
      await started.ended;
      return started.output();
    };
    expect(await startWith(KEY)).not.toContain('API_KEY');
    expect(await startWith('another-key-0123456789')).toMatch(
      /An earlier API_KEY still works: [^ ]+…[^ ]+\. To end it, run the command: keys revoke \d+/,
    );
    await runCli(['keys', 'revoke', '1'], { DATABASE_URL: own.url });
    expect(await startWith('another-key-0123456789')).not.toContain('API_KEY');
    expect(await startWith(KEY)).toContain('API_KEY was deleted or has expired, so it is refused.');
  });
});

describe('a request', () => {
  it('is one line with its key, its time and its ids', async () => {
    const [key] = await database.query<{ id: string }>('SELECT id FROM api_keys');
    const before = service.output().length;
    const headers = { authorization: `Bearer ${KEY}`, 'x-request-id': 'of-the-client' };
    await fetch(`${service.url}/api/v1/reports?search=secret`, { headers });
    expect(await linesSince(before)).toEqual([
      expect.objectContaining({
        req: { method: 'GET', path: '/api/v1/reports' },
        res: { status: 200 },
        duration_ms: expect.any(Number),
        key_id: Number(key?.id),
        request_id: 'of-the-client',
        own_request_id: expect.stringMatching(/^[\da-f-]{36}$/),
      }),
    ]);
  });
});

describe('an audit', () => {
  it('is one line: the page without its query, the score, the time, and why it was not loaded', async () => {
    const own = await freshDatabase();
    const site = await strangerSite();
    const worker = await startService({
      DATABASE_URL: own.url,
      API_KEY: KEY,
      LOG_LEVEL: 'info',
      ALLOWED_TARGETS: `${site.target},127.0.0.1:9`,
    });
    for (const url of [`${site.origin}/page?token=secret`, 'http://127.0.0.1:9/'])
      await fetch(`${worker.url}/api/v1/reports`, {
        method: 'POST',
        headers: { authorization: `Bearer ${KEY}`, prefer: 'wait=20' },
        body: new URLSearchParams({ url }),
      });
    await sleep(200);
    const audits = worker
      .output()
      .split('\n')
      .filter((line) => line.includes('"report_id"'));
    const account_id = expect.any(Number) as number;
    const duration_ms = expect.any(Number) as number;
    const score = expect.any(Number) as number;
    expect(audits.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ report_id: 1, account_id, url: `${site.origin}/page?…`, score, duration_ms }),
      expect.objectContaining({ url: 'http://127.0.0.1:9/', score: 0, error: 'connection_refused' }),
    ]);
    expect(worker.output()).not.toContain('secret');
    worker.process.kill('SIGTERM');
    await worker.ended;
    await site.close();
    await own.drop();
  });
});

describe('an outage of the database', () => {
  it('is one line when it begins, and one with its length when it ends', async () => {
    const own = await freshDatabase();
    const wire = await wireTo(own.url, { isCut: false });
    const outage = await startService({
      DATABASE_URL: wire.url,
      API_KEY: KEY,
      ROLE: 'api',
      LOG_LEVEL: 'info',
    });
    const list = async () =>
      (await fetch(`${outage.url}/api/v1/reports`, { headers: { authorization: `Bearer ${KEY}` } })).status;
    expect(await list()).toBe(200);
    await wire.cut();
    const statuses = [await list(), await list(), await list()];
    await wire.restore();
    while (!outage.output().includes('is available again')) await sleep(100);
    const refused = statuses.filter((status) => status === 503).length;
    expect(refused).toBeGreaterThan(0);
    expect(outage.output().match(/The database is unavailable/g)).toHaveLength(1);
    expect(outage.output()).toMatch(
      new RegExp(`available again after \\d+\\.\\d s\\. ${String(refused)} requests? (was|were) refused`),
    );
    expect(outage.output()).not.toContain('stack');
    outage.process.kill('SIGTERM');
    await outage.ended;
    expect(outage.output()).toContain('Received SIGTERM, shutting down.');
    expect(outage.output()).toContain('Pagegrade has stopped.');
    await wire.cut();
    await own.drop();
  });
});

it('that can not be written do not end the service', async () => {
  const port = await freePort();
  const command = ['sh', '-c', `exec "${process.execPath}" dist/main.js > /dev/full`];
  const full = spawn(command[0] ?? '', command.slice(1), {
    env: {
      ...{ PATH: process.env.PATH, HOST: '127.0.0.1', PORT: port, METRICS_PORT: '0', BROWSER: 'off' },
      ...{ DATABASE_URL: database.url, API_KEY: KEY, ROLE: 'api', LOG_LEVEL: 'info', DRAIN_SECONDS: '0' },
    },
  });
  const ended = once(full, 'exit');
  const list = () =>
    fetch(`http://127.0.0.1:${port}/api/v1/reports`, { headers: { authorization: `Bearer ${KEY}` } });
  await eventually(
    async () =>
      full.exitCode !== null ||
      (await list().then(
        ({ ok }) => ok,
        () => false,
      )),
  );
  for (let request = 0; request < 20; request++) expect((await list()).status).toBe(200);
  full.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
