/** Memory of the service under a mix of lists, searches, shows and new reports: one line a minute. Flat is what it
 *  should be. npm run bench:memory -- --minutes 60 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Agent, request } from 'undici';
import { benchDatabase } from './support/database.js';
import { localSite } from './support/fleet.js';
import { startService } from './support/processes.js';
import { seed, TERMS } from './support/seed.js';

const { values: options } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, reports: { type: 'string', default: '100000' } },
});
const CLIENTS = 8;
const PAGE = `<!doctype html><html lang="en"><title>Blue shoes</title><body><h1>Shoes</h1>${'<p>Text of some length.<img src=a.png>'.repeat(50)}`;

const database = await benchDatabase({ settings: { fsync: 'off' } });
const site = await localSite((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE);
});
const [account] = await seed(database.administratorUrl, [Number(options.reports)]);
const service = await startService({
  DATABASE_URL: database.url,
  API_KEY: 'bench-key-0123456789abcdef',
  ALLOWED_TARGETS: site.target,
  RATE_LIMIT: '0',
  CREATE_LIMIT: '0',
});
const until = performance.now() + Number(options.minutes) * 60_000;
const agent = new Agent({ connections: CLIENTS });
const headers = { authorization: `Bearer ${account?.key ?? ''}`, 'content-type': 'application/json' };
let served = 0;
let refused = 0;
let newest = 1;

console.log('minute  requests  refused  resident MiB');
const report = setInterval(() => {
  const minute = Number(options.minutes) - Math.round((until - performance.now()) / 60_000);
  console.log(
    `${String(minute).padStart(6)} ${String(served).padStart(9)} ${String(refused).padStart(8)} ${residentMb().padStart(13)}`,
  );
}, 60_000);
await Promise.all(Array.from({ length: CLIENTS }, (_, client) => load(client)));
clearInterval(report);
await service.stop();
site.stop();
await database.stop();

async function load(client: number): Promise<void> {
  const paths = [
    '/api/v1/reports',
    '/api/v1/reports?per_page=100&sort_by=score',
    `/api/v1/reports?search=${TERMS.fifty}`,
    `/api/v1/reports?search=${TERMS.common}&per_page=100`,
    '/api/v1/websites?sort_by=reports_count&per_page=100',
  ];
  for (let n = client; performance.now() < until; n++) {
    const isNew = n % 10 === 0;
    const path = n % 10 === 5 ? `/api/v1/reports/${newest}` : (paths[n % paths.length] ?? '');
    const response = isNew
      ? await request(`${service.url}/api/v1/reports`, {
          method: 'POST',
          headers,
          dispatcher: agent,
          body: JSON.stringify({ url: `http://${site.target}/page-${n}` }),
        })
      : await request(service.url + path, { headers, dispatcher: agent });
    const body = (await response.body.json()) as { data?: { id?: number } };
    if (isNew) newest = body.data?.id ?? newest;
    if (response.statusCode === 503) refused++;
    else if (response.statusCode >= 500) throw new Error(`${path} answers ${response.statusCode}`);
    served++;
  }
}

function residentMb(): string {
  const status = readFileSync(`/proc/${service.pid}/status`, 'utf8');
  return (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024).toFixed(0);
}
