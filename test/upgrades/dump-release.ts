/** Dumps a database of the current version, and how the service responds from it, to test/upgrades/<version>.json:
 *
 *    npm run dump:release -- 1.0.0
 *
 *  test/internals/database/upgrades.e2e.ts upgrades every dump to the current schema and expects the same responses. Create the
 *  dump of a version when it is released, after its last change to a migration, and commit it with the release. Never
 *  create it again afterwards: from then on its migrations must not change, and the dump proves that they don't. */
import { writeFile } from 'node:fs/promises';
import pg from 'pg';
import { benchDatabase } from '../../bench/support/database.js';
import { recorded } from './recording.js';
import { withoutRepeats } from './repeats.js';
import { SETTINGS, storeReleaseData } from './release-data.js';
import { checksumsOf, pathOfDump, type ReleaseDump } from './release-dump.js';
import { type Queryable, readTables } from './tables.js';

const version = process.argv[2] ?? '';
if (!/^\d+\.\d+\.\d+$/.test(version)) {
  console.error('Name the version that is being released: npm run dump:release -- 1.2.3');
  process.exit(64);
}
const database = await benchDatabase();
const pool = new pg.Pool({ connectionString: database.url });
const queryable: Queryable = {
  query: async <Result extends object>(text: string, values: unknown[] = []) =>
    (await pool.query<Result>(text, values)).rows,
};
try {
  const text = written(withoutRepeats(await dumpOf()) as ReleaseDump);
  await writeFile(pathOfDump(version), text);
  console.log(`${pathOfDump(version)}: ${(text.length / 1000).toFixed(0)} kB`);
} finally {
  await pool.end();
  await database.stop();
}

async function dumpOf(): Promise<ReleaseDump> {
  const keys = await storeReleaseData(database.url, queryable);
  const rows = await queryable.query<{ name: string }>('SELECT name FROM migrations ORDER BY id');
  const migrations = rows.map(({ name }) => name);
  const { tables, sequences } = await readTables(queryable);
  const exchanges = await recorded(database.url, keys, tables);
  return {
    version,
    migrations,
    sha256: checksumsOf(migrations),
    settings: SETTINGS,
    keys,
    sequences,
    tables,
    exchanges,
  };
}

/** JSON with a line for each row and each exchange. */
function written(dump: ReleaseDump): string {
  const { tables, exchanges, ...head } = dump;
  const list = (values: readonly unknown[]) =>
    `[\n${values.map((value) => JSON.stringify(value)).join(',\n')}\n]`;
  const lists = Object.entries(tables).map(([name, rows]) => `"${name}": ${list(rows)}`);
  const start = JSON.stringify(head, null, 2).slice(0, -2);
  return `${start},\n"tables": {\n${lists.join(',\n')}\n},\n"exchanges": ${list(exchanges)}\n}\n`;
}
