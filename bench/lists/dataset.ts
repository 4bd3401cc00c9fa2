import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type BenchDatabase, benchDatabase } from '../support/database.js';
import { fill, type FilledDatabase } from '../support/fill.js';
import { JSON_LOG } from './statements.js';

export interface Dataset extends FilledDatabase {
  readonly database: BenchDatabase;
}

const SETTINGS = {
  ...JSON_LOG,
  fsync: 'off',
  shared_buffers: '2GB',
  max_wal_size: '8GB',
};

/** Fills a database, or opens the one that an earlier run left in `data`.
 *  @param data directory to keep it in; without one it is deleted when it stops */
export async function openDataset(data: string | undefined, sizes: readonly number[]): Promise<Dataset> {
  const dataDir = data === undefined ? undefined : resolve(data);
  if (dataDir !== undefined) await mkdir(dataDir, { recursive: true });
  const database = await benchDatabase({ settings: SETTINGS, dataDir });
  const note = dataDir === undefined ? null : join(dataDir, 'filled.json');
  if (note !== null && existsSync(note)) {
    const { accounts, smallAccounts } = JSON.parse(readFileSync(note, 'utf8')) as FilledDatabase;
    const chosen = accounts.filter(({ reports }) => sizes.includes(reports));
    if (chosen.length === sizes.length) return { database, smallAccounts, accounts: chosen };
    await database.stop();
    const found = accounts.map(({ reports }) => reports).join(',');
    throw new Error(`${note} has accounts of the sizes ${found}. Choose among them, or another directory.`);
  }
  const start = performance.now();
  const filled = await fill(database.administratorUrl, sizes);
  console.log(`Filled in ${((performance.now() - start) / 1000).toFixed(0)} s`);
  if (note !== null) writeFileSync(note, JSON.stringify(filled));
  return { database, ...filled };
}
