import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { emptyDatabase, freshDatabase, insertMany, type TestDatabase } from '../../support/database.js';
import { newDataDir, runCli } from '../../support/service.js';

/** Of up to three commands. */
const TIMEOUT_MS = 60_000;
/** Bytes at the end of a gzip file. */
const CHECKSUM_AND_LENGTH = 8;

let source: TestDatabase;
let target: TestDatabase;
let folder: string;
let file: string;

beforeAll(async () => {
  [source, target, folder] = await Promise.all([freshDatabase(), emptyDatabase(), newDataDir()]);
  file = join(folder, 'good.gz');
  await source.query(`INSERT INTO accounts (name) VALUES ('Owner')`);
  await source.query(
    `INSERT INTO websites (account_id, domain, privacy, share_token) SELECT id, 'a.example', 1, 't' FROM accounts`,
  );
  await insertMany(
    source,
    `INSERT INTO reports (account_id, website_id, url, status)
      SELECT account_id, id, 'http://a.example/' || gen_random_uuid(), 'failed' FROM websites, generate_series(1, 5000)`,
  );
  expect((await backup(file)).status).toBe(0);
}, TIMEOUT_MS);

afterAll(async () => {
  await source.drop();
  await target.drop();
  await rm(folder, { recursive: true, force: true });
});

const backup = (path: string, ...options: string[]) =>
  runCli(['backup', path, ...options], { DATABASE_URL: source.url });

const restore = (path: string, url = target.url) => runCli(['restore', path], { DATABASE_URL: url });

/** One sentence, and no stack. */
function refused(reason: string): object {
  return { status: 1, stdout: '', stderr: expect.stringMatching(`^[^\\n]*${reason}[^\\n]*\\.\\n$`) };
}

/** A file with the good backup, changed. */
function changed(name: string, change: (backup: Buffer) => Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, change(readFileSync(file)));
  return path;
}

const changedText = (name: string, change: (text: string) => string) =>
  changed(name, (bytes) => gzipSync(change(gunzipSync(bytes).toString())));

describe('a restore', () => {
  it.each([
    ['a file that is cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length * 0.8), 'is incomplete'],
    [
      'a damaged file',
      (bytes: Buffer) => Buffer.from(bytes).fill(0, bytes.length - 2000, bytes.length - 1900),
      'is incomplete or damaged',
    ],
    ['another file', () => Buffer.from('Not a backup.\n'), 'is not a backup'],
  ])(
    'of %s restores nothing',
    async (name, change, reason) => {
      expect(await restore(changed(`${name}.gz`, change))).toEqual(refused(reason));
      const tables = await target.query(`SELECT FROM pg_class WHERE oid = to_regclass('accounts')`);
      expect(tables.length === 0 || (await target.query('SELECT FROM accounts LIMIT 1')).length === 0).toBe(
        true,
      );
    },
    TIMEOUT_MS,
  );

  it(
    'of a newer schema asks for a newer version',
    async () => {
      const path = changedText('schema.gz', (text) =>
        text.replace('"migrations":[', '"migrations":["Later1",'),
      );
      expect(await restore(path)).toEqual(refused('whose schema is newer than this one'));
    },
    TIMEOUT_MS,
  );

  it(
    'into other tables than those of the backup says so',
    async () => {
      const path = changedText('tables.gz', (text) => text.replace('"domain",', ''));
      expect(await restore(path)).toEqual(refused('other tables'));
    },
    TIMEOUT_MS,
  );

  it(
    'leaves out a table that is none of ours',
    async () => {
      await source.query('CREATE TABLE notes (id serial, text text)');
      await source.query(`INSERT INTO notes (text) VALUES ('Call Ada.')`);
      const path = join(folder, 'notes.gz');
      await backup(path);
      await source.query('DROP TABLE notes');
      const database = await emptyDatabase();
      expect(await restore(path, database.url)).toEqual({
        status: 0,
        stdout: expect.stringContaining('reports 5000') as string,
        stderr: 'Left out, as they are no tables of Pagegrade: notes.\n',
      });
      expect(await database.query('SELECT domain FROM websites')).toEqual([{ domain: 'a.example' }]);
      await database.drop();
    },
    TIMEOUT_MS,
  );

  it(
    'with rows of a table that nothing knows says so',
    async () => {
      const path = changedText('unknown.gz', (text) =>
        text.replace('\nwebsites\t', '\npasswords\t{"a":1}\nwebsites\t'),
      );
      expect(await restore(path)).toEqual(refused('does not name \\(passwords\\)'));
    },
    TIMEOUT_MS,
  );

  it.each([
    ['the first', (text: string) => text.replace('\n', '\n\t{"a":1}\n')],
    ['another', (text: string) => text.replace('\nwebsites\t', '\n\t{"a":1}\nwebsites\t')],
  ])(
    'with %s row of a table without a name says so',
    async (which, change) => {
      const path = changedText(`unnamed-${which}.gz`, change);
      expect(await restore(path)).toEqual(refused('does not name \\(without a name\\)'));
      expect(await target.query(`SELECT FROM accounts LIMIT 1`)).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it.each([
    ['of a table that nothing knows', '\nwebsites\t', '\npasswords\t'],
    ['that are no JSON', '\nwebsites\t{', '\nwebsites\t%'],
  ])(
    'of a damaged file that reads as rows %s says that it is damaged',
    async (rows, good, bad) => {
      const path = changedText(`damaged-${rows}.gz`, (text) => text.replace(good, bad));
      const bytes = readFileSync(path);
      writeFileSync(path, bytes.fill(0, bytes.length - CHECKSUM_AND_LENGTH));
      expect(await restore(path)).toEqual(refused('is incomplete or damaged'));
    },
    TIMEOUT_MS,
  );

  it(
    'with a line of 300 MB ends before it is in memory',
    async () => {
      const path = changedText('bomb.gz', (text) =>
        text.replace('\nwebsites\t', `\nwebsites\t{"domain":"${'x'.repeat(3e8)}"}\nwebsites\t`),
      );
      expect(readFileSync(path).length).toBeLessThan(5e6);
      const limited = { DATABASE_URL: target.url, NODE_OPTIONS: '--max-old-space-size=100' };
      expect(await runCli(['restore', path], limited)).toEqual(refused('more than 16 MB'));
    },
    TIMEOUT_MS,
  );

  it(
    'shows what it quotes of a file without letting it control the terminal',
    async () => {
      const path = changedText('escape.gz', (text) =>
        text
          .replace(/"version":"[^"]*"/, String.raw`"version":"1\u001b[2J\u202e"`)
          .replace('"migrations":[', '"migrations":["Later1",'),
      );
      expect(await restore(path)).toEqual(refused(String.raw`version 1\\u001b\[2J\\u202e`));
    },
    TIMEOUT_MS,
  );

  it(
    'into a database that is not empty changes nothing',
    async () => {
      expect(await restore(file, source.url)).toEqual(refused('The database is not empty'));
      const other = await emptyDatabase();
      await other.query('CREATE TABLE notes AS SELECT 1 AS note');
      expect(await restore(file, other.url)).toEqual(refused('The database is not empty \\(notes\\)'));
      expect(await other.query(`SELECT FROM pg_class WHERE relname = 'migrations'`)).toEqual([]);
      await other.drop();
    },
    TIMEOUT_MS,
  );

  it(
    'into an unreachable database says so, without the password',
    async () => {
      const result = await restore(file, 'postgresql://user:hunter2@127.0.0.1:1/x');
      expect(result).toEqual(refused(`The database can't be reached`));
      expect(result.stderr).not.toContain('hunter2');
    },
    TIMEOUT_MS,
  );

  it(
    'succeeds after all of these failed',
    async () => {
      expect(await restore(file)).toMatchObject({ status: 0, stderr: '' });
      expect(await target.query('SELECT * FROM reports ORDER BY id')).toEqual(
        await source.query('SELECT * FROM reports ORDER BY id'),
      );
    },
    TIMEOUT_MS,
  );
});

it(
  'a restore queues the second audit of a breach that awaits one',
  async () => {
    const [from, to] = await Promise.all([freshDatabase(), emptyDatabase()]);
    await from.query(`INSERT INTO accounts (name) VALUES ('Owner')`);
    const insert = `INSERT INTO monitors (account_id, url, url_hash, schedule, timezone, render, device, budgets, confirm, enabled, next_run_at, state)
      SELECT id, $2::text, convert_to($2::text, 'UTF8'), '@daily', 'UTC', 'never', 'mobile', '[]', true, true, now() + interval '1 day', $1 FROM accounts`;
    for (const awaited of [null, { baseline: 80 }]) {
      const budget = { streak: 1, breach: null, before: 80, awaited };
      const state = { status: 'ok', since: null, budgets: [null, budget], basis: null };
      await from.query(insert, [
        JSON.stringify(state),
        awaited === null ? 'https://a.example/' : 'https://b.example/',
      ]);
    }
    const path = join(folder, 'breach.gz');
    expect((await runCli(['backup', path], { DATABASE_URL: from.url })).status).toBe(0);
    expect((await restore(path, to.url)).status).toBe(0);
    const jobs = 'SELECT task_identifier AS kind FROM graphile_worker.jobs';
    expect(await to.query(jobs)).toEqual([{ kind: 'confirm-breach' }]);
    await Promise.all([from.drop(), to.drop()]);
  },
  TIMEOUT_MS,
);

it(
  'a restore that is interrupted changes nothing, and says so',
  async () => {
    const own = await emptyDatabase();
    const env = { PATH: process.env.PATH, DATABASE_URL: own.url };
    expect(await runCli(['migrate'], { DATABASE_URL: own.url })).toMatchObject({ status: 0 });
    const lock = new pg.Client({ connectionString: own.url });
    await lock.connect();
    await lock.query('BEGIN; LOCK TABLE reports IN ROW EXCLUSIVE MODE');
    const child = spawn(process.execPath, ['dist/cli.js', 'restore', file], { env });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const ended = once(child, 'close');
    while (!(await own.isAnyWaiting())) await sleep(50);
    child.kill('SIGINT');
    expect(await ended).toEqual([1, null]);
    expect(stderr).toBe('The restore was interrupted, and nothing was restored: start it again.\n');
    await lock.end();
    expect(await own.query('SELECT FROM accounts')).toEqual([]);
    await own.drop();
  },
  TIMEOUT_MS,
);

describe('a backup', () => {
  it(
    'replaces a file only if it is told to',
    async () => {
      const path = changed('existing.gz', () => Buffer.from('mine'));
      expect(await backup(path)).toEqual(refused('exists already'));
      expect(await backup(path, '--overwrite')).toMatchObject({ status: 0, stderr: '' });
      expect(gunzipSync(readFileSync(path)).toString()).toContain('a.example');
    },
    TIMEOUT_MS,
  );

  it(
    'is written to what a link names, and replaces no device',
    async () => {
      const path = changed('linked.gz', () => Buffer.from('mine'));
      const link = `${path}.link`;
      symlinkSync(path, link);
      expect(await backup(link, '--overwrite')).toMatchObject({ status: 0, stderr: '' });
      expect(lstatSync(link).isSymbolicLink()).toBe(true);
      expect(gunzipSync(readFileSync(path)).toString()).toContain('a.example');
      expect(await backup('/dev/null', '--overwrite')).toEqual(refused('is a device'));
      expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
    },
    TIMEOUT_MS,
  );

  it(
    'on a disk without space leaves no file, and keeps the one before',
    async () => {
      const path = changed('full.gz', () => Buffer.from('before'));
      const script = 'ulimit -f 8; exec "$0" dist/cli.js backup "$1" --overwrite';
      const env = { PATH: process.env.PATH, DATABASE_URL: source.url };
      const child = spawn('sh', ['-c', script, process.execPath, path], { env });
      let stderr = '';
      child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
      const [status] = await once(child, 'close');
      expect({ status, stdout: '', stderr }).toEqual(refused(`full.gz can't be written \\(EFBIG`));
      expect(readFileSync(path, 'utf8')).toBe('before');
      expect(existsSync(`${path}.part`)).toBe(false);
    },
    TIMEOUT_MS,
  );

  it.each([[['SIGTERM']], [['SIGHUP']], [['SIGINT', 'SIGINT']]] as const)(
    'that is interrupted by %j leaves no file',
    async (signals) => {
      const path = join(folder, 'interrupted.gz');
      const lock = new pg.Client({ connectionString: source.url });
      await lock.connect();
      await lock.query('BEGIN; LOCK TABLE reports');
      const env = { PATH: process.env.PATH, DATABASE_URL: source.url };
      const child = spawn(process.execPath, ['dist/cli.js', 'backup', path], { env });
      while (!existsSync(`${path}.part`)) await sleep(20);
      for (const signal of signals) child.kill(signal);
      const [printed] = (await once(child.stderr, 'data')) as [Buffer];
      expect(printed.toString()).toBe('The backup was interrupted: start it again.\n');
      expect(readdirSync(folder).filter((name) => name.startsWith('interrupted'))).toEqual([]);
      const ended = once(child, 'exit');
      await lock.end();
      expect(await ended).toEqual([1, null]);
    },
    TIMEOUT_MS,
  );

  it(
    'waits for no other one that was killed',
    async () => {
      const path = join(folder, 'killed.gz');
      writeFileSync(`${path}.part`, 'part of a backup');
      expect(await backup(path)).toEqual(refused('another backup is writing it'));
      const longAgo = new Date(Date.now() - 61 * 60_000);
      utimesSync(`${path}.part`, longAgo, longAgo);
      expect((await backup(path)).status).toBe(0);
      expect(readdirSync(folder).filter((name) => name.startsWith('killed'))).toEqual(['killed.gz']);
    },
    TIMEOUT_MS,
  );

  it(
    'of a database that was never used is refused',
    async () => {
      const database = await emptyDatabase();
      const path = join(folder, 'unused.gz');
      expect(await runCli(['backup', path], { DATABASE_URL: database.url })).toEqual(
        refused('The database has no tables of Pagegrade'),
      );
      expect(existsSync(path)).toBe(false);
      await database.drop();
    },
    TIMEOUT_MS,
  );

  it(
    'of an unreachable database leaves no file',
    async () => {
      const path = join(folder, 'unreachable.gz');
      const env = { DATABASE_URL: 'postgresql://user:hunter2@127.0.0.1:1/x' };
      expect(await runCli(['backup', path], env)).toEqual(refused(`The database can't be reached`));
      expect(readdirSync(folder).filter((name) => name.startsWith('unreachable'))).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
