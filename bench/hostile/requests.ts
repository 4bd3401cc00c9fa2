/** Requests of one account that cost the service as much as they can, within the default limits, beside the lists and audits
 *  of other accounts. Fails if those become slow, or if the service responds with 5xx.
 *  npm run bench:hostile -- requests --seconds 20 --only 'a storm of replays' */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { Agent, request } from 'undici';
import { INITIAL_STATE } from '../../src/monitors/judgment/monitor-state.js';
import { urlHash } from '../../src/monitors/url-hash.js';
import { benchDatabase } from '../support/database.js';
import { addAccount, type FilledAccount } from '../support/fill.js';
import { completedReport, startService } from '../support/service.js';
import { localSite } from '../support/site.js';
import { Bystanders } from './bystanders.js';

type Owner = Omit<FilledAccount, 'reports'>;

/** Begins an attack, which goes on until the signal. */
type Attack = (owner: Owner, signal: AbortSignal) => Promise<void>;

const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: '15' }, only: { type: 'string', multiple: true } },
});
const SECONDS = Number(options.seconds);
const VICTIMS = 12;
const ROWS = '<p>Text with a <a href="/sizes">link</a> and an <img src=a.png></p>'.repeat(2000);

const wide = (fields: number) => `{${Array.from({ length: fields }, (_, at) => `"f${at}":1`).join(',')}}`;
const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

let faults = 0;
let received = 0;
const endpoint = await localSite((_request, response) => {
  received += 1;
  response.writeHead(500).end();
});
const shop = await localSite((asked, response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end(`<!doctype html><title>Shop</title>${asked.url === '/large' ? ROWS : '<h1>Shop</h1>'}`);
});
const database = await benchDatabase();
const service = await startService({
  DATABASE_URL: database.url,
  ALLOWED_TARGETS: `${shop.target},${endpoint.target}`,
  BROWSER: 'off',
  LOG_LEVEL: 'silent',
});
const pool = new pg.Pool({ connectionString: database.url, max: 4 });
const attackers = new Agent({ connections: 16, pipelining: 1 });
const keys: string[] = [];
for (let at = 0; at < VICTIMS; at += 1) keys.push((await addAccount(pool, `victim ${at}`)).key);
const bystanders = new Bystanders(service.url, keys, shop.target);

const ATTACKS: Readonly<Record<string, Attack>> = {
  'no attack': () => Promise.resolve(),
  'a batch of 90 000 fields': (owner, signal) => batches(owner, signal, `{"items":[${wide(90_000)}]}`),
  'a batch 10 000 deep': (owner, signal) => batches(owner, signal, `{"items":${deep(10_000)}}`),
  'a batch of 500 000 items': (owner, signal) =>
    batches(owner, signal, `{"items":[${Array(500_000).fill(1).join(',')}]}`),
  'a batch of 100 × 50 fields': (owner, signal) =>
    batches(owner, signal, `{"items":[${Array(100).fill(wide(50)).join(',')}]}`),
  'a batch of a string of 1 MB': (owner, signal) =>
    batches(owner, signal, `{"items":[{"url":"${'x'.repeat(1_000_000)}"}]}`),
  'a recent report 100 times': async (owner, signal) => {
    const url = `http://${shop.target}/large`;
    await completedReport(service.url, { key: owner.key, body: { url } });
    const items = Array(100).fill({ url, max_age: 3600 });
    await batches(owner, signal, JSON.stringify({ items }));
  },
  'reports with 12 keys': async (owner, signal) => {
    const keys = await moreKeys(owner, 12);
    await Promise.all(
      keys.map(async (key, at) => {
        for (let n = 0; !signal.aborted; n += 1)
          await post(key, 'reports', JSON.stringify({ url: `http://${shop.target}/${at}/${n}` }));
      }),
    );
  },
  'a storm of replays': async (owner, signal) => {
    const [key = ''] = await moreKeys(owner, 1);
    const created = await post(key, 'webhooks', JSON.stringify({ url: `http://${endpoint.target}/` }));
    const { id } = (created as { data: { id: number } }).data;
    await pool.query(
      `INSERT INTO deliveries (account_id, webhook_id, event_id, type, body, status, next_attempt_at)
        SELECT $1, $2, 'evt_' || n, 'report.completed', '{}', 'succeeded', NULL FROM generate_series(1, 20000) n`,
      [owner.id, id],
    );
    // Each begins earlier than the one before, so that none is the same replay.
    for (let at = Date.parse('2020-01-01'); !signal.aborted; at -= 1) {
      await post(key, `webhooks/${id}/replay`, JSON.stringify({ since: new Date(at).toISOString() }));
      await sleep(100);
    }
  },
  'monitors that are due': async (owner, signal) => {
    const urls = Array.from({ length: 1000 }, (_, at) => `http://${shop.target}/monitored/${at}`);
    await pool.query(
      `INSERT INTO monitors (account_id, url, url_hash, schedule, timezone, render, device, budgets, confirm,
          enabled, state, next_run_at)
        SELECT $1, u.url, u.hash, 'every 5m', 'UTC', 'never', 'mobile', '[]', true, true, $4, now()
          FROM unnest($2::text[], $3::bytea[]) AS u (url, hash)`,
      [owner.id, urls, urls.map(urlHash), INITIAL_STATE],
    );
    while (!signal.aborted) {
      await pool.query('UPDATE monitors SET next_run_at = now() WHERE account_id = $1', [owner.id]);
      await sleep(1000);
    }
  },
};

console.log(
  'attack                        lists   p50 ms   p99 ms  audits  slowest ms  attacker: 5xx  POSTs to an endpoint',
);
for (const name of options.only ?? Object.keys(ATTACKS)) await under(name);

await pool.end();
await Promise.all([bystanders.close(), attackers.close()]);
await service.end('SIGTERM');
shop.stop();
endpoint.stop();
await database.stop();

async function under(name: string): Promise<void> {
  const owner = await addAccount(pool, name);
  [faults, received] = [0, 0];
  const over = new AbortController();
  const attack =
    ATTACKS[name]?.(owner, over.signal) ?? Promise.reject(new Error(`There is no attack "${name}".`));
  await sleep(2000);
  const endsAt = performance.now() + SECONDS * 1000;
  const served = await bystanders.serveUntil(() => performance.now() >= endsAt);
  over.abort();
  await attack;
  const { lists, listP50Ms, listP99Ms, audits, slowestAuditMs } = served;
  if (!served.isFastEnough || faults > 0) process.exitCode = 1;
  console.log(
    `${name.padEnd(28)} ${String(lists).padStart(6)} ${listP50Ms.toFixed(1).padStart(8)} ${listP99Ms.toFixed(1).padStart(8)} ${String(audits).padStart(7)} ${slowestAuditMs.toFixed(0).padStart(11)} ${String(faults).padStart(14)} ${String(received).padStart(21)}`,
  );
  await pool.query('DELETE FROM monitors');
  await pool.query('DELETE FROM pending_audits WHERE claimed_by IS NULL');
}

async function batches(owner: Owner, signal: AbortSignal, body: string): Promise<void> {
  const keys = await moreKeys(owner, 5);
  await Promise.all(
    [...keys, ...keys].map(async (key) => {
      while (!signal.aborted) await post(key, 'reports/batch', body);
    }),
  );
}

async function post(key: string, path: string, body: string): Promise<unknown> {
  const response = await request(`${service.url}/api/v1/${path}`, {
    method: 'POST',
    headers: { ...bearer(key), 'content-type': 'application/json', prefer: 'respond-async' },
    body,
    dispatcher: attackers,
  });
  if (response.statusCode >= 500) faults += 1;
  if (response.statusCode === 429) await sleep(200);
  return response.body.json();
}

/** Keys with all scopes, as the account's own can make. */
async function moreKeys({ id }: Owner, count: number): Promise<string[]> {
  await pool.query(`UPDATE api_keys SET scopes = $2 WHERE account_id = $1`, [
    id,
    ['reports', 'websites', 'keys', 'webhooks', 'monitors'].flatMap((each) => [
      `${each}:read`,
      `${each}:write`,
    ]),
  ]);
  const keys: string[] = [];
  await sleep(1100);
  for (let at = 0; at < count; at += 1) {
    const made = (await post(`bench-key-of-account-${id}`, 'keys', `{"name":"more ${at}"}`)) as {
      data: { secret: string };
    };
    keys.push(made.data.secret);
  }
  return keys;
}

function bearer(key: string) {
  return { authorization: `Bearer ${key}` };
}
