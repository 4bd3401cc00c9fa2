import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Exchange } from './exchange.js';
import { withRepeats } from './repeats.js';

const DUMPS = resolve('test/upgrades');
const MIGRATIONS = resolve('src/platform/database/migrations');

/** Column → value, as PostgreSQL's row_to_json writes it; bigint as a string, because JSON numbers are not exact. */
export type Row = Readonly<Record<string, unknown>>;

export type Tables = Readonly<Record<string, readonly Row[]>>;

/** What the database of a release held, and how the release responded from it. */
export interface ReleaseDump {
  readonly version: string;
  /** Names of the migrations that had run, in order. */
  readonly migrations: readonly string[];
  /** Path below src/platform/database/migrations → SHA-256, for every file of these migrations. */
  readonly sha256: Readonly<Record<string, string>>;
  /** Environment variables of the service. */
  readonly settings: Readonly<Record<string, string>>;
  /** Name → secret. */
  readonly keys: Readonly<Record<string, string>>;
  /** Last value of each sequence. */
  readonly sequences: Readonly<Record<string, number>>;
  /** In the order in which foreign keys let them be loaded. */
  readonly tables: Tables;
  readonly exchanges: readonly Exchange[];
}

/** The dumps of all releases, oldest first. */
export function releaseDumps(): ReleaseDump[] {
  return readdirSync(DUMPS)
    .filter((name) => name.endsWith('.json'))
    .map((name) => readDump(join(DUMPS, name)))
    .toSorted((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }));
}

function readDump(path: string): ReleaseDump {
  return withRepeats(JSON.parse(readFileSync(path, 'utf8')) as object) as ReleaseDump;
}

/** @returns the path of the dump of a version */
export function pathOfDump(version: string): string {
  return join(DUMPS, `${version}.json`);
}

/** SHA-256 of every file of these migrations: what is in the folder `<name>`, and `<timestamp>-<name>.ts` if there is one.
 *  @param names in the database, such as `AddBlobs1764700000000` */
export function checksumsOf(names: readonly string[]): Record<string, string> {
  const files = readdirSync(MIGRATIONS, { recursive: true, encoding: 'utf8' }).toSorted();
  const checksums: Record<string, string> = {};
  for (const name of names) {
    const [, words = name, timestamp = ''] = /^(.*?)(\d+)$/.exec(name) ?? [];
    const folder = words.replace(/\B[A-Z]/g, '-$&').toLowerCase();
    const script = `${timestamp}-${folder}.ts`;
    const own = files.filter((file) => file === script || file.startsWith(`${folder}/`));
    if (own.length === 0) throw new Error(`The files of migration ${name} are missing: restore them.`);
    for (const file of own) checksums[file] = sha256Of(join(MIGRATIONS, file));
  }
  return checksums;
}

function sha256Of(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
