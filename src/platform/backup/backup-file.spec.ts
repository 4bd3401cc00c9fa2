import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { BackupFault } from './backup-fault.js';
import {
  type BackupHeader,
  type BackupRow,
  headerLine,
  lastLine,
  openBackup,
  rowLine,
  writeBackup,
} from './backup-file.js';

const HEADER: BackupHeader = {
  version: '1.2.3',
  created_at: '2026-01-02T03:04:05.678Z',
  migrations: ['First1'],
  sequences: { pages_id_seq: '9007199254740993' },
  tables: { pages: ['id', 'text'] },
};
const ROWS: BackupRow[] = [
  ['pages', '{"id":9007199254740993,"text":"tab \\t and line \\n"}'],
  ['pages', '{"id":2,"text":"separators \u2028\u2029\u0085 and 😀"}'],
];
const LINES = [
  headerLine(HEADER),
  ...ROWS.map(([table, json]) => rowLine(table, json)),
  lastLine({ pages: 2 }),
];

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pagegrade-backup-file-'));
  file = join(folder, 'backup.gz');
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

async function* textOf(pieces: Iterable<string>): AsyncGenerator<string> {
  for (const piece of pieces) yield Promise.resolve(piece);
}

function write(pieces: Iterable<string> = LINES, overwrite = false): Promise<void> {
  return writeBackup(file, textOf(pieces), { overwrite, signal: new AbortController().signal });
}

async function readAll(): Promise<{ header: BackupHeader; rows: BackupRow[] }> {
  const { header, rows } = await openBackup(file);
  const all: BackupRow[] = [];
  for await (const row of rows) all.push(row);
  return { header, rows: all };
}

describe('a backup file', () => {
  it('holds what was written, with numbers and characters that JavaScript does not keep or takes for line ends', async () => {
    await write();
    expect(await readAll()).toEqual({ header: HEADER, rows: ROWS });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('may have rows of any length', async () => {
    const long = Array.from({ length: 50 }, (_, n): BackupRow => [
      'pages',
      JSON.stringify('ä'.repeat(n * 10_000)),
    ]);
    await write([
      headerLine(HEADER),
      ...long.map(([table, json]) => rowLine(table, json)),
      lastLine({ pages: 50 }),
    ]);
    expect((await readAll()).rows).toEqual(long);
  });

  it('holds stored JSON that has line breaks on one line', async () => {
    await write([headerLine(HEADER), rowLine('pages', '{"a":\r\n1}'), lastLine({ pages: 1 })]);
    expect((await readAll()).rows).toEqual([['pages', '{"a":  1}']]);
  });

  it.each([
    ['was never begun', () => Buffer.alloc(0), 'is incomplete'],
    ['is cut off in its header', (backup: Buffer) => backup.subarray(0, 60), 'is incomplete'],
    ['is cut off in its last byte', (backup: Buffer) => backup.subarray(0, -1), 'is incomplete'],
    ['has no end', () => gzipSync(LINES.slice(0, -1).join('')), 'is incomplete'],
    ['lacks a row', () => gzipSync(LINES.toSpliced(1, 1).join('')), 'is incomplete'],
    ['is text', () => Buffer.from('Not a\tbackup.\n'), 'is not a backup'],
    ['is other compressed text', () => gzipSync('Not a\tbackup.\n'), 'is not a backup'],
    ['is compressed, but empty', () => gzipSync(''), 'is not a backup'],
    [
      'has a newer format',
      () => gzipSync(LINES.join('').replace('"format":1', '"format":2')),
      'was written by version 1.2.3 in a newer format',
    ],
  ])('is refused if it %s', async (_state, change, reason) => {
    await write();
    writeFileSync(file, change(readFileSync(file)));
    await expect(readAll()).rejects.toThrow(`${file} ${reason}`);
    await expect(readAll()).rejects.toThrow(BackupFault);
  });

  it('is refused if it is missing or a directory', async () => {
    await expect(readAll()).rejects.toThrow(`${file} can't be read (ENOENT`);
    file = folder;
    await expect(readAll()).rejects.toThrow(`${folder} can't be read (EISDIR`);
  });
});

describe('writing a backup', () => {
  it('replaces a file only if told to', async () => {
    writeFileSync(file, 'mine');
    await expect(write()).rejects.toThrow(`${file} exists already`);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    await write(LINES, true);
    expect(gunzipSync(readFileSync(file)).toString()).toBe(LINES.join(''));
  });

  it('leaves the unfinished file of another backup alone', async () => {
    writeFileSync(`${file}.part`, 'theirs');
    await expect(write()).rejects.toThrow(`${file}.part exists`);
    expect(readFileSync(`${file}.part`, 'utf8')).toBe('theirs');
  });

  it('leaves no file if the text breaks off, and says why it did', async () => {
    function* broken() {
      yield LINES[0] ?? '';
      throw new BackupFault('The database is gone.');
    }
    await expect(write(broken())).rejects.toThrow(/^The database is gone\.$/);
    expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false]);
  });

  it('into a missing directory says so', async () => {
    file = join(folder, 'missing', 'backup.gz');
    await expect(write()).rejects.toThrow(`${file} can't be written (ENOENT`);
  });
});
