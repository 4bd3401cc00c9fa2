/** What each index costs a report that is accepted and completed: time and WAL with all indexes, less what it takes
 *  without that one, each measured beside the other. Every measurement is rolled back.
 *
 *  npm run bench:indexes -- --size 1000000 --data /var/tmp/bench   (a folder of npm run bench) */
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openDataset } from './support/dataset.js';

const { values: options } = parseArgs({
  options: {
    size: { type: 'string', default: '100000' },
    data: { type: 'string' },
    reports: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '5' },
  },
});
const REPORTS = Number(options.reports);

interface Cost {
  /** Microseconds a report. */
  readonly us: number;
  /** Bytes a report. */
  readonly wal: number;
}

/** What the service writes into the table, statement by statement. */
const WRITES = (account: number) => `DO $$
  DECLARE
    website bigint[] := ARRAY(SELECT id FROM websites WHERE account_id = ${account} ORDER BY id LIMIT 1000);
    made bigint[];
    one bigint;
  BEGIN
    FOR n IN 1..${REPORTS} LOOP
      INSERT INTO reports (account_id, website_id, url, status)
        VALUES (${account}, website[1 + n % cardinality(website)],
          'https://site-' || n % 1000 || '.example/shop/category-' || hashint4(n) % 100 || '/product-' || hashint4(n) || '-' || random(), 'queued')
        RETURNING id INTO one;
      made := made || one;
    END LOOP;
    FOREACH one IN ARRAY made LOOP
      UPDATE reports SET status = 'completed', result = (ARRAY['bad', 'decent', 'good'])[1 + one % 3], score = one % 101,
          generated_at = now(), updated_at = now()
        WHERE account_id = ${account} AND id = one;
    END LOOP;
  END $$`;

/** New entries of this index wait beside it, and move into it by thousands: at a time that would be chance. */
const FLUSH = `SELECT gin_clean_pending_list('reports_grams')`;

const dataset = await openDataset(options.data, [Number(options.size)]);
const client = new pg.Client({ connectionString: dataset.administratorUrl });
await client.connect();
try {
  const account = dataset.accounts[0]?.id ?? 0;
  const { rows: indexes } = await client.query<{ name: string; bytes: number }>(
    `SELECT indexname AS name, (pg_relation_size(indexname::regclass)::float8 / (SELECT count(*) FROM reports)) AS bytes
      FROM pg_indexes WHERE tablename = 'reports' AND indexname <> 'reports_pkey' ORDER BY 1`,
  );
  // The image of a page that is first touched after a checkpoint, and what vacuum does, are no cost of a report.
  await client.query('ALTER SYSTEM SET full_page_writes = off');
  await client.query('ALTER SYSTEM SET autovacuum = off');
  await client.query('SELECT pg_reload_conf()');
  const all: Cost[] = [];
  const saved = new Map(indexes.map(({ name }): [string, Cost[]] => [name, []]));
  await costWithout(account, null);
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const [name, savings] of saved) {
      const [every, without] = [await costWithout(account, null), await costWithout(account, name)];
      all.push(every);
      savings.push({ us: every.us - without.us, wal: every.wal - without.wal });
    }
  }
  console.log(
    `${dataset.accounts[0]?.reports.toLocaleString('en')} reports; a report accepted and completed:`,
  );
  const row = (name: string, { us, wal }: Cost) =>
    `${name.padEnd(36)} ${us.toFixed(0).padStart(5)} µs ${wal.toFixed(0).padStart(6)} bytes of WAL`;
  console.log(row('all indexes', median(all)));
  for (const { name, bytes } of indexes) {
    console.log(`${row(name, median(saved.get(name) ?? []))} ${bytes.toFixed(0).padStart(5)} bytes kept`);
  }
} finally {
  await client.query('ALTER SYSTEM RESET ALL');
  await client.query('SELECT pg_reload_conf()');
  await client.query('VACUUM reports');
  await client.end();
  await dataset.close();
}

async function costWithout(account: number, index: string | null): Promise<Cost> {
  await client.query(FLUSH);
  await client.query('BEGIN');
  if (index !== null) await client.query(`DROP INDEX ${index}`);
  const walBefore = await wal();
  const startedAt = performance.now();
  await client.query(WRITES(account));
  if (index !== 'reports_grams') await client.query(FLUSH);
  const us = ((performance.now() - startedAt) * 1000) / REPORTS;
  const written = (await wal()) - walBefore;
  await client.query('ROLLBACK');
  return { us, wal: written / REPORTS };
}

/** Bytes written so far. */
async function wal(): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS bytes`,
  );
  return rows[0]?.bytes ?? NaN;
}

function median(costs: readonly Cost[]): Cost {
  const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
  return { us: middle(costs.map(({ us }) => us)), wal: middle(costs.map(({ wal }) => wal)) };
}
