import { fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { Agent, request } from 'undici';
import { pageStatement } from '../src/database/ordered-list.js';
import { reportsList } from '../src/reports/reports-list.js';
import { benchDatabase } from './support/database.js';
import { cpuMsOf, ended, pidOf, type Server, startService } from './support/processes.js';

/** CPU that the list of 10 out of many reports costs, beside bare node:http and pg with the same statement. */
const { values: options } = parseArgs({
  options: {
    reports: { type: 'string', default: '100000' },
    requests: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '5' },
  },
});
const KEY = 'bench-key-0123456789abcdef';
const CONCURRENCY = 16;

async function seed(url: string, reports: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`INSERT INTO websites (account_id, domain, privacy, share_token)
    SELECT 1, 'site-' || n || '.example', 1, md5(n::text) FROM generate_series(1, 100) n`);
  await client.query(
    `INSERT INTO reports (account_id, website_id, url, status, result, score, generated_at)
      SELECT 1, 1 + n % 100, 'https://site-' || (n % 100) || '.example/articles/' || md5(n::text) || '/page-' || n, 'completed',
        CASE WHEN n % 101 >= 80 THEN 'good' WHEN n % 101 >= 50 THEN 'decent' ELSE 'bad' END, n % 101, now()
      FROM generate_series(1, $1::int) n`,
    [reports],
  );
  await client.query('UPDATE account_totals SET reports_count = $1, websites_count = 100', [reports]);
  await client.query('VACUUM ANALYZE');
  await client.end();
}

async function startFloor(url: string): Promise<Server> {
  const child = fork('bench/floor-server.ts', { execArgv: ['--import', 'tsx'] });
  const list = reportsList(1, { sortBy: 'id', search: null, websiteId: null, result: null }, 'desc');
  const { text, values } = pageStatement(list, { page: 1, perPage: 10, sort: 'desc' });
  const port = new Promise<number>((resolve) =>
    child.once('message', (address: { port: number }) => resolve(address.port)),
  );
  child.send({ url, text, values });
  return { pid: pidOf(child), url: `http://127.0.0.1:${await port}/`, stop: () => ended(child) };
}

/** CPU microseconds a request, of the serving process. */
async function measure(server: Server, path: string, requests: number): Promise<number> {
  const agent = new Agent({ connections: CONCURRENCY, pipelining: 1 });
  const before = cpuMsOf(server.pid);
  let left = requests;
  const client = async (): Promise<void> => {
    while (left-- > 0) {
      const response = await request(new URL(path, server.url), {
        dispatcher: agent,
        headers: { authorization: `Bearer ${KEY}`, accept: 'application/json' },
      });
      if (response.statusCode !== 200) throw new Error(`Status ${response.statusCode}`);
      await response.body.dump();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, client));
  await agent.close();
  return ((cpuMsOf(server.pid) - before) * 1000) / requests;
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
}

const database = await benchDatabase();
const service = await startService({ DATABASE_URL: database.url, API_KEY: KEY, RATE_LIMIT: '1000000' });
await seed(database.url, Number(options.reports));
const floor = await startFloor(database.url);
const requests = Number(options.requests);
await measure(floor, '/', 5000);
await measure(service, '/api/v1/reports', 5000);
const rounds: { floor: number; service: number }[] = [];
for (let round = 0; round < Number(options.rounds); round++) {
  rounds.push({
    floor: await measure(floor, '/', requests),
    service: await measure(service, '/api/v1/reports', requests),
  });
}
const floorUs = median(rounds.map((round) => round.floor));
const serviceUs = median(rounds.map((round) => round.service));
const ratio = median(rounds.map((round) => round.service / round.floor));
console.log(
  `List of 10 from ${options.reports} reports, Node.js ${process.version}, median of ${options.rounds} rounds`,
);
console.log(`  node:http + pg   ${floorUs.toFixed(0)} µs CPU a request`);
console.log(`  Pagegrade        ${serviceUs.toFixed(0)} µs CPU a request`);
console.log(`  ratio            ${ratio.toFixed(2)} (at most 3)`);
await Promise.all([floor.stop(), service.stop()]);
await database.stop();
