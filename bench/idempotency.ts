/** Sends many requests with the same Idempotency-Keys at once to two processes, and counts what was made. */
import pg from 'pg';
import { benchDatabase } from './support/database.js';
import { freePorts, localSite, Member, postReport } from './support/fleet.js';

const KEYS = 100;
const REQUESTS_EACH = 100;
const AT_ONCE = 200;

const database = await benchDatabase();
const site = await localSite((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>A page</title>');
});
const env = { DATABASE_URL: database.url, ALLOWED_TARGETS: site.target, RATE_LIMIT: '0', CREATE_LIMIT: '0' };
const members = (await freePorts(2)).map((port) => new Member('all', port, env));
for (const member of members) member.start();
await Promise.all(members.map((member) => member.ready()));

const statuses = new Map<number, number>();
const ids = new Map<number, Set<number>>();
// Interleaved, so that requests with the same key meet.
let next = 0;
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let n = next++; n < KEYS * REQUESTS_EACH; n = next++) {
      const key = Math.floor(n / (2 * AT_ONCE)) * 4 + (n % 4);
      const api = members[n % 3 === 0 ? 0 : 1]?.url ?? '';
      const headers = { 'idempotency-key': `key-${key}` };
      const { status, body } = await postReport(api, `http://${site.target}/${key}`, headers);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (body.data) ids.set(key, (ids.get(key) ?? new Set()).add(body.data.id));
    }
  }),
);
const client = new pg.Client({ connectionString: database.url });
await client.connect();
const { rows } = await client.query<{ count: number }>('SELECT count(*)::int FROM reports');
const made = rows[0]?.count ?? 0;
console.log(`${KEYS} keys, ${REQUESTS_EACH} requests each, ${AT_ONCE} at once, 2 processes`);
console.log(`reports made: ${made}; keys answered with more than one report: ${manyIds()}`);
console.log(`answers by status: ${JSON.stringify(Object.fromEntries([...statuses].sort()))}`);
await client.end();
for (const member of members) await member.end('SIGKILL');
site.stop();
await database.stop();
process.exitCode = made === KEYS && manyIds() === 0 ? 0 : 1;

function manyIds(): number {
  return [...ids.values()].filter(({ size }) => size > 1).length;
}
