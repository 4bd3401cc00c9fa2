/** Resident memory of one process that serves and audits, under a mix of lists, searches, show and new reports: a line
 *  per minute. It should stay flat.
 *  npm run bench:memory -- --minutes 1 --reports 1000 */
import { parseArgs } from 'node:util';
import { Agent, request } from 'undici';
import { benchDatabase } from './support/database.js';
import { fill, TERMS } from './support/fill.js';
import { memoryMib } from './support/processes.js';
import { startService, UNLIMITED } from './support/service.js';
import { localSite } from './support/site.js';

const { values: options } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, reports: { type: 'string', default: '100000' } },
});
const CLIENTS = 8;
const PAGE = `<!doctype html><html lang="en"><title>Blue shoes</title><body><h1>Shoes</h1>${'<p>Text of some length.<img src=a.png>'.repeat(50)}`;
const PATHS = [
  '/api/v1/reports',
  '/api/v1/reports?per_page=100&sort_by=score',
  `/api/v1/reports?search=${TERMS['50 reports']}`,
  `/api/v1/reports?search=${TERMS['1 in 100']}&per_page=100`,
  '/api/v1/websites?sort_by=reports_count&per_page=100',
];

const database = await benchDatabase({ settings: { fsync: 'off' } });
const site = await localSite((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE);
});
const { accounts } = await fill(database.administratorUrl, [Number(options.reports)]);
const service = await startService({
  DATABASE_URL: database.url,
  ALLOWED_TARGETS: site.target,
  ...UNLIMITED,
});
const startedAt = performance.now();
const until = startedAt + Number(options.minutes) * 60_000;
const agent = new Agent({ connections: CLIENTS });
const headers = { authorization: `Bearer ${accounts[0]?.key ?? ''}`, 'content-type': 'application/json' };
let served = 0;
let refused = 0;
let newest = 1;

console.log('minute  requests  refused  resident MiB');
const timer = setInterval(printLine, 60_000);
await Promise.all(Array.from({ length: CLIENTS }, (_, client) => load(client)));
clearInterval(timer);
printLine();
await service.end('SIGTERM');
site.stop();
await database.stop();

async function load(client: number): Promise<void> {
  for (let n = client; performance.now() < until; n++) {
    const isNew = n % 10 === 0;
    const path = n % 10 === 5 ? `/api/v1/reports/${newest}` : (PATHS[n % PATHS.length] ?? '');
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
    else if (response.statusCode >= 500) throw new Error(`${path} returned ${response.statusCode}`);
    served++;
  }
}

function printLine(): void {
  const minute = ((performance.now() - startedAt) / 60_000).toFixed(1);
  const memory = memoryMib(service.pid, 'now').toFixed(0);
  console.log(
    [minute.padStart(6), String(served).padStart(9), String(refused).padStart(8), memory.padStart(13)].join(
      ' ',
    ),
  );
}
