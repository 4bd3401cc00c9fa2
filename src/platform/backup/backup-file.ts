import { createReadStream } from 'node:fs';
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { pipeline as readThrough, Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { errorCodeOf } from '../../basics/error-code.js';
import { BackupFault, reasonOf } from './backup-fault.js';

/** Name of the first line, and with it what tells a backup from any other file. */
const FIRST = 'pagegrade-backup';
/** Name of the last line. */
const LAST = 'end';
/** Of the lines; the tables have their migrations. */
const FORMAT = 1;
const CHUNK_BYTES = 256 * 1024;
/** Of a line. The rows that this version writes are rarely longer than 0.1 MB. */
const MAX_LINE_BYTES = 16e6;
const LINE_FEED = 10;
const ABANDONED_MS = 60 * 60 * 1000;

export interface BackupHeader {
  /** Of Pagegrade, when it made the backup. */
  readonly version: string;
  readonly created_at: string;
  /** Names of the migrations that had run, in order. */
  readonly migrations: readonly string[];
  /** Sequence → last value. */
  readonly sequences: Readonly<Record<string, string>>;
  /** Table → columns, in the order in which foreign keys let the tables be filled. */
  readonly tables: Readonly<Record<string, readonly string[]>>;
}

/** Table → number of rows. */
export type RowCounts = Record<string, number>;

/** A row: the name of its table, and its columns as a JSON object. */
export type BackupRow = readonly [table: string, json: string];

/** The text of a backup, in pieces of any size. A backup is a gzip file of lines with a name, a tab, and JSON without
 *  line breaks: the header, the rows of all tables, and the counts of the rows. */
export type BackupText = AsyncIterable<string>;

export const headerLine = (header: BackupHeader) =>
  lineOf(FIRST, JSON.stringify({ format: FORMAT, ...header }));

/** @param json as PostgreSQL stores it: it may have line breaks between its tokens, but not within them */
export const rowLine = (table: string, json: string) => lineOf(table, json.replaceAll(/[\r\n]/g, ' '));

export const lastLine = (counts: RowCounts) => lineOf(LAST, JSON.stringify(counts));

function lineOf(name: string, json: string): string {
  return `${name}\t${json}\n`;
}

export interface WriteOptions {
  /** Whether an existing file is replaced. */
  readonly overwrite: boolean;
  readonly signal: AbortSignal;
}

/** Writes a backup beside the file and renames it, so that the file is always complete. Only its owner may read it.
 *  @param named may be a symbolic link to the file
 *  @throws BackupFault if the file can't be written */
export async function writeBackup(named: string, text: BackupText, options: WriteOptions): Promise<void> {
  const file = await realpath(named).catch(() => named);
  const found = await stat(file).catch(() => null);
  if (found && !found.isFile())
    throw new BackupFault(`${file} is a device or folder: name a file, which can be copied from there.`);
  if (found && !options.overwrite)
    throw new BackupFault(`${file} exists already: choose another name, or replace it with --overwrite.`);
  const part = `${file}.part`;
  if (await isAbandoned(part)) await rm(part, { force: true });
  const output = await open(part, 'wx', 0o600).catch((error: unknown) => {
    throw unwritable(file, error);
  });
  try {
    const stream = output.createWriteStream({ flush: true });
    await pipeline(Readable.from(text), createGzip(), stream, { signal: options.signal });
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    if (options.signal.aborted) throw new BackupFault('The backup was interrupted: start it again.');
    throw error instanceof BackupFault ? error : unwritable(file, error);
  }
}

/** Whether the backup that wrote a file was killed: it writes many times a minute. */
async function isAbandoned(part: string): Promise<boolean> {
  const found = await stat(part).catch(() => null);
  return found?.isFile() === true && Date.now() - found.mtimeMs > ABANDONED_MS;
}

function unwritable(file: string, error: unknown): BackupFault {
  if (errorCodeOf(error) === 'EEXIST')
    return new BackupFault(
      `${file}.part exists: another backup is writing it, or was killed; in the second case, delete it, or try again in an hour.`,
    );
  return new BackupFault(
    `${file} can't be written (${reasonOf(error)}): choose a directory that this user can write to, on a disk with enough space.`,
    { cause: error },
  );
}

export interface BackupReader {
  readonly header: BackupHeader;
  /** To be read once and to its end, which is where a file that is cut off or damaged shows.
   *  @throws BackupFault if the backup is incomplete */
  readonly rows: AsyncGenerator<BackupRow>;
  /** What is wrong with the backup when its rows can't be stored. Damage shows only at the end of the file, and until
   *  then as rows that nobody wrote.
   *  @returns the error; of a file that is damaged, a BackupFault that says so */
  readonly reasonFor: (error: unknown) => Promise<unknown>;
}

/** Opens a backup and reads its header.
 *  @throws BackupFault if there is no such file, or it is no backup */
export async function openBackup(file: string): Promise<BackupReader> {
  const lines = linesOf(file);
  const first = await lines.next();
  const [name, json] = first.done === true ? ['', ''] : first.value;
  if (name !== FIRST) {
    await lines.return(undefined);
    throw notABackup(file);
  }
  const { format, ...header } = parsedHeader(file, json);
  if (format === FORMAT)
    return {
      header,
      rows: rowsOf(file, lines),
      reasonFor: async (error) => ((await isIntact(file)) ? error : incomplete(file)),
    };
  await lines.return(undefined);
  throw new BackupFault(
    `${file} was written by version ${header.version} in a newer format: restore it with that version or a later one.`,
  );
}

async function* rowsOf(file: string, lines: AsyncGenerator<BackupRow>): AsyncGenerator<BackupRow> {
  const counts: RowCounts = {};
  let expected: RowCounts | null = null;
  for await (const [name, json] of lines) {
    if (name === LAST) expected = JSON.parse(json) as RowCounts;
    else yield [name, json];
    counts[name] = (counts[name] ?? 0) + 1;
  }
  const isComplete =
    expected && Object.entries(expected).every(([name, rows]) => (counts[name] ?? 0) === rows);
  if (!isComplete) throw incomplete(file);
}

async function isIntact(file: string): Promise<boolean> {
  const discard = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    await pipeline(createReadStream(file, { highWaterMark: CHUNK_BYTES }), createGunzip(), discard);
    return true;
  } catch {
    return false;
  }
}

async function* linesOf(file: string): AsyncGenerator<BackupRow> {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  readThrough(createReadStream(file, { highWaterMark: CHUNK_BYTES }), gunzip, () => undefined);
  let hasBegun = false;
  let rest: Buffer[] = [];
  let restBytes = 0;
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
        yield splitLine(Buffer.concat([...rest, chunk.subarray(start, end)]).toString());
        hasBegun = true;
        rest = [];
        restBytes = 0;
        start = end + 1;
      }
      if (start < chunk.length) rest.push(chunk.subarray(start));
      restBytes += chunk.length - start;
      if (restBytes > MAX_LINE_BYTES) throw tooLong(file);
    }
  } catch (error) {
    throw error instanceof BackupFault ? error : readFault(file, error, hasBegun);
  }
}

function parsedHeader(file: string, json: string): BackupHeader & { readonly format: number } {
  try {
    return JSON.parse(json) as BackupHeader & { readonly format: number };
  } catch {
    throw notABackup(file);
  }
}

function splitLine(line: string): BackupRow {
  const tab = line.indexOf('\t');
  return [line.slice(0, tab), line.slice(tab + 1)];
}

function readFault(file: string, error: unknown, hasBegun: boolean): BackupFault {
  const code = errorCodeOf(error);
  if (code === 'Z_DATA_ERROR' && !hasBegun) return notABackup(file);
  if (code.startsWith('Z_')) return incomplete(file);
  return new BackupFault(
    `${file} can't be read (${reasonOf(error)}): name a file that "backup" has written.`,
  );
}

const notABackup = (file: string) =>
  new BackupFault(`${file} is not a backup of Pagegrade: name a file that "backup" has written.`);

const tooLong = (file: string) =>
  new BackupFault(
    `${file} has a line of more than ${String(MAX_LINE_BYTES / 1e6)} MB, which no backup has: use another backup.`,
  );

const incomplete = (file: string) =>
  new BackupFault(
    `${file} is incomplete or damaged, so nothing was restored: copy it again, or use another backup.`,
  );
