/** Exports of a long list, in two orders and every format: time, CPU, size and the memory that they add to the server. Then
 *  both formats are read back and compared with the list, record by record.
 *
 *  npm run bench:export -- --reports 100000
 *  npm run bench:export -- --data /var/tmp/bench-export   (keeps the filled database) */
import { parse } from 'csv-parse';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { request } from 'undici';
import { openDataset } from './lists/dataset.js';
import { loadOf, withKey } from './support/load.js';
import { cpuMs, cpuMsWithChildren, memoryMib } from './support/processes.js';
import { startService, UNLIMITED } from './support/service.js';

const { values: options } = parseArgs({
  options: { reports: { type: 'string', default: '1000000' }, data: { type: 'string' } },
});
const MAX_SECONDS = 60;
const MAX_MIB = 20;
const ORDERS = { 'newest first': '', 'by score': 'sort_by=score' };
const SAMPLE_MS = 50;
/** A server at work: memory is counted from here. */
const WARM_UP = { clients: 16, seconds: 10 };

interface ListPage {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly meta: { readonly next_cursor: string | null };
}

const { database, accounts } = await openDataset(options.data, [Number(options.reports)]);
const service = await startService({ DATABASE_URL: database.url, ...UNLIMITED }, 'api');
const directory = await mkdtemp(join(tmpdir(), 'pagegrade-export-'));
const key = accounts[0]?.key ?? '';
const authorization = `Bearer ${key}`;
try {
  const requests = [withKey(`${service.url}/api/v1/reports?per_page=100`, key)];
  await loadOf({ pid: service.pid, requests }, WARM_UP);
  console.log(`Reports: ${Number(options.reports).toLocaleString('en')}`);
  console.log('order         export          seconds   CPU s      MB   more MiB');
  for (const [name, query] of Object.entries(ORDERS)) {
    await printExport(name, 'csv', { query });
    await printExport(name, 'ndjson', { query });
    await printExport(name, 'csv', { query, encoding: 'gzip' });
    console.log(`${name.padEnd(13)} equal to the list: ${await compared(query)} records`);
  }
} finally {
  await rm(directory, { recursive: true });
  await service.end('SIGTERM');
  await database.stop();
}

async function printExport(
  name: string,
  format: 'csv' | 'ndjson',
  { query, encoding = 'identity' }: { query: string; encoding?: string },
): Promise<void> {
  const path = fileOf(format, encoding);
  const before = memoryMib(service.pid, 'now');
  let peak = before;
  const sample = () => (peak = Math.max(peak, memoryMib(service.pid, 'now')));
  const timer = setInterval(sample, SAMPLE_MS);
  const cpu = cpuSeconds();
  const start = performance.now();
  const { body } = await request(`${service.url}/api/v1/reports.${format}?${query}`, {
    headers: { authorization, 'accept-encoding': encoding },
  });
  await pipeline(body, createWriteStream(path));
  const seconds = (performance.now() - start) / 1000;
  clearInterval(timer);
  const cpuUsed = cpuSeconds() - cpu;
  const megabytes = (await stat(path)).size / 1e6;
  const isSlow = seconds > (MAX_SECONDS * Number(options.reports)) / 1e6;
  const isLarge = peak - before > MAX_MIB;
  if (isSlow || isLarge) process.exitCode = 1;
  console.log(
    [
      name.padEnd(13),
      `${format}, ${encoding}`.padEnd(16),
      seconds.toFixed(1).padStart(6),
      cpuUsed.toFixed(1).padStart(8),
      megabytes.toFixed(0).padStart(7),
      (peak - before).toFixed(1).padStart(10),
      isSlow ? '  too slow' : '',
      isLarge ? '  too much memory' : '',
    ].join(''),
  );
}

/** Of the server and PostgreSQL. */
function cpuSeconds(): number {
  return (cpuMs(service.pid) + cpuMsWithChildren(database.postmaster())) / 1000;
}

/** Compares the exports of an order with its list.
 *  @throws Error at the first difference
 *  @returns the number of records */
async function compared(query: string): Promise<number> {
  const rows = createReadStream(fileOf('csv', 'identity'))
    .pipe(parse({ columns: true }))
    [Symbol.asyncIterator]();
  const lines = createInterface(createReadStream(fileOf('ndjson', 'identity')))[Symbol.asyncIterator]();
  let count = 0;
  for (let cursor: string | null = ''; cursor !== null;) {
    const { data, meta }: ListPage = await page(
      `per_page=100&${query}${cursor === '' ? '' : `&cursor=${cursor}`}`,
    );
    for (const record of data) {
      count++;
      const { value: line } = (await lines.next()) as { value: unknown };
      if (line !== JSON.stringify(record))
        throw new Error(`NDJSON differs in record ${count}: ${String(line)}`);
      const { value: row } = (await rows.next()) as { value: unknown };
      const found = JSON.stringify(row);
      if (found !== JSON.stringify(asRow(record)))
        throw new Error(`CSV differs in record ${count}: ${found}`);
    }
    cursor = meta.next_cursor;
  }
  const ends = await Promise.all([lines.next(), rows.next()]);
  if (!ends.every(({ done }) => done)) throw new Error(`The exports go on after record ${count}`);
  return count;
}

/** Cells of a record, all of them text. */
function asRow(record: ListPage['data'][number]): Record<string, string> {
  const cells = Object.entries(record).map(([name, value]): [string, unknown] =>
    name === 'error' ? ['error_code', (value as { code: string } | null)?.code ?? null] : [name, value],
  );
  return Object.fromEntries(
    cells.map(([name, value]) => [name, value === null ? '' : String(value as string | number)]),
  );
}

async function page(query: string): Promise<ListPage> {
  const { body } = await request(`${service.url}/api/v1/reports?${query}`, { headers: { authorization } });
  return (await body.json()) as ListPage;
}

function fileOf(format: string, encoding: string): string {
  return join(directory, `${encoding}.${format}`);
}
