/** Each Idempotency-Key creates one report, although 100 requests with it reach two processes at once.
 *  npm run test:lab -- idempotency --keys 20 */
import pg from 'pg';
import { parseArgs } from 'node:util';
import { benchDatabase } from '../../../bench/support/database.js';
import { postReport, startService, UNLIMITED } from '../../../bench/support/service.js';
import { localSite } from '../../../bench/support/site.js';

const { values: options } = parseArgs({ options: { keys: { type: 'string', default: '100' } } });
const KEYS = Number(options.keys);
const REQUESTS_EACH = 100;
const AT_ONCE = 200;

const database = await benchDatabase();
const site = await localSite();
const env = { DATABASE_URL: database.url, ALLOWED_TARGETS: site.target, ...UNLIMITED };
const members = [await startService(env), await startService(env)] as const;

const statuses = new Map<number, number>();
const ids = new Map<number, Set<number>>();
// Interleaved, so that requests with the same key are concurrent.
let next = 0;
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let n = next++; n < KEYS * REQUESTS_EACH; n = next++) {
      const key = Math.floor(n / (2 * AT_ONCE)) * 4 + (n % 4);
      const api = members[n % 3 === 0 ? 0 : 1].url;
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
const created = rows[0]?.count ?? 0;
console.log(`${KEYS} keys, ${REQUESTS_EACH} requests each, ${AT_ONCE} at once, 2 processes`);
console.log(`reports created: ${created}; keys with more than one report: ${manyIds()}`);
console.log(`responses by status: ${JSON.stringify(Object.fromEntries([...statuses].sort()))}`);
await client.end();
for (const member of members) await member.end('SIGKILL');
site.stop();
await database.stop();
process.exitCode = created === KEYS && manyIds() === 0 ? 0 : 1;

function manyIds(): number {
  return [...ids.values()].filter(({ size }) => size > 1).length;
}
