import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { asDataUrl, pngFile } from '../../src/account/brand/png.fixture.js';
import { eventually } from '../support/eventually.js';
import { type Client, withService } from './client.js';
import { type Queryable } from './tables.js';

/** Pages for the audits. Each address is a website of its own. */
const PORT = 18_081;
/** Nothing listens here. */
const CLOSED_PORT = 18_082;
const [PUBLIC, PRIVATE, LOCKED, DELETED] = ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4'];
export const PASSWORD = 'upgrade password';

const GOOD = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Blue shoes</title>
<meta name="description" content="Shoes in every shade of blue.">
</head>
<body><h1>Blue shoes</h1><p>Shoes. <img src="/shoe.png"></p></body>
</html>
`;

/** No page over plain HTTP gets more than 79 points, so that "good" begins earlier: a report keeps the result that it had
 *  under the settings of its time. */
export const SETTINGS = {
  PUBLIC_URL: 'https://pagegrade.example',
  SCORE_GOOD: '55',
  ALLOWED_TARGETS: [PUBLIC, PRIVATE, LOCKED, DELETED]
    .flatMap((address) => [`${address}:${PORT}`, `${address}:${CLOSED_PORT}`])
    .join(),
};

/** Stores at least one row in every table, through the API and the command line where they can.
 *  @returns the secrets of the keys by their names */
export async function storeReleaseData(
  databaseUrl: string,
  database: Queryable,
): Promise<Record<string, string>> {
  const env = { ...SETTINGS, DATABASE_URL: databaseUrl };
  const keys = createKeys(env);
  await database.query(`UPDATE api_keys SET expires_at = created_at WHERE name = 'expired'`);
  const [revoked] = await database.query<{ id: number }>(
    `SELECT id::int FROM api_keys WHERE name = 'revoked'`,
  );
  cli(env, 'keys', 'revoke', String(revoked?.id));
  const stop = await servePages();
  try {
    await withService(env, 'all', keys, async (client) => {
      await storeCompleted(client);
      await client.post('crawls', { url: `http://${PUBLIC}:${PORT}/linking`, max_pages: '2', delay_ms: '1' });
      await eventually(() => isCrawled(database));
    });
  } finally {
    await stop();
  }
  await withService(env, 'api', keys, storeUnfinished);
  await storeScreenshot(database);
  await storePdf(database);
  await storeSignIns(database);
  await database.query('INSERT INTO browser_presence (seen_at) VALUES (now())');
  return keys;
}

/** No operation of the API makes one. */
async function storeScreenshot(database: Queryable): Promise<void> {
  await database.query(
    `WITH blob AS (
        INSERT INTO blobs (hash, content_type, size_bytes) VALUES (sha256('image'), 'image/webp', 5) RETURNING hash
      )
      INSERT INTO report_screenshots (account_id, report_id, kind, hash, width, height)
        SELECT account_id, id, 'viewport', hash, 721, 1440 FROM blob, reports
        WHERE status = 'completed' ORDER BY id LIMIT 1`,
  );
}

/** Without a browser, none is made. */
async function storePdf(database: Queryable): Promise<void> {
  await database.query(
    `WITH blob AS (
        INSERT INTO blobs (hash, content_type, size_bytes) VALUES (sha256('pdf'), 'application/pdf', 3) RETURNING hash
      )
      INSERT INTO report_pdfs (account_id, report_id, source_hash, hash)
        SELECT account_id, id, sha256('source'), hash FROM blob, reports
        WHERE status = 'completed' ORDER BY id LIMIT 1`,
  );
}

async function storeSignIns(database: Queryable): Promise<void> {
  for (const table of ['console_sessions', 'sign_in_tokens'])
    await database.query(
      `INSERT INTO ${table} (hash, key_id, expires_at)
        SELECT sha256('cookie'), min(id), now() + interval '1 hour' FROM api_keys`,
    );
}

async function isCrawled(database: Queryable): Promise<boolean> {
  const [ended] = await database.query('SELECT 1 FROM crawls WHERE finished_at IS NOT NULL');
  return ended !== undefined;
}

function createKeys(env: Record<string, string>): Record<string, string> {
  const create = (name: string, account: string, ...options: string[]) =>
    cli(env, 'keys', 'create', '--name', name, '--account', account, ...options);
  return {
    owner: create('owner', 'Owner'),
    reader: create('reader', 'Owner', '--scopes', 'reports:read,websites:read'),
    revoked: create('revoked', 'Owner'),
    expired: create('expired', 'Owner', '--expires-in', '1'),
    other: create('other', 'Other'),
  };
}

function cli(env: Record<string, string>, ...args: string[]): string {
  const options = { env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' } as const;
  return execFileSync(process.execPath, ['dist/cli.js', ...args], options).trim();
}

async function servePages(): Promise<() => Promise<void>> {
  const servers = [PUBLIC, LOCKED].map((address) =>
    createServer((request, response) => {
      const page = { '/good': GOOD, '/bad': '<p>', '/linking': '<p><a href="/good">Blue shoes</a>' }[
        request.url ?? ''
      ];
      response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(page);
    }).listen(PORT, address),
  );
  await Promise.all(servers.map((server) => once(server, 'listening')));
  return async () => {
    await Promise.all(servers.map((server) => once(server.close(), 'close')));
  };
}

/** Reports that have ended, and websites of each privacy. */
async function storeCompleted(client: Client): Promise<void> {
  await client.store(`http://${PUBLIC}:${PORT}/good`);
  await client.store(`http://${PUBLIC}:${PORT}/bad`);
  await client.store(`http://${PRIVATE}:${CLOSED_PORT}/Äpfel?a=1&b=2`);
  await client.store(`http://${LOCKED}:${PORT}/gone`);
  await client.store(`http://${LOCKED}:${CLOSED_PORT}/`);
  await client.store(`http://${DELETED}:${CLOSED_PORT}/`);
  await client.store(`http://${PUBLIC}:${CLOSED_PORT}/other`, { key: 'other' });
  await client.update(PUBLIC, { privacy: '0' });
  await client.update(LOCKED, { privacy: '2', password: PASSWORD });
  await client.tryPassword(LOCKED, 'wrong password');
  await client.updateAccount({ brand: { name: 'Blue Agency', logo: asDataUrl(pngFile()) } });
}

/** Without a worker: audits and deliveries stay queued, and the reports of the deleted website stay in their table. */
async function storeUnfinished(client: Client): Promise<void> {
  await client.store(`http://${PUBLIC}:${CLOSED_PORT}/queued`, { idempotencyKey: 'upgrade-1' });
  await client.store(`http://${PRIVATE}:${CLOSED_PORT}/Äpfel?a=1&b=2`);
  await client.delete(DELETED);
  const { id } = await client.post('webhooks', { url: `http://${PUBLIC}:${CLOSED_PORT}/hook` });
  await client.post(`webhooks/${String(id)}/test`);
  await client.post('monitors', { url: `http://${PUBLIC}:${CLOSED_PORT}/`, schedule: '0 0 29 2 *' });
  await client.post('monitors', {
    url: `http://${PUBLIC}:${CLOSED_PORT}/`,
    schedule: '0 0 29 2 *',
    kind: 'crawl',
  });
  const crawl = await client.post('crawls', { url: `http://${PUBLIC}:${CLOSED_PORT}/` });
  await client.remove(`crawls/${String(crawl.id)}`);
}
