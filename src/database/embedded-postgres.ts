import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, openSync, closeSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { prepareBinaries, type PostgresBinaries } from './postgres-binaries.js';
import { unprivileged, type Unprivileged } from './unprivileged.js';

/** A running PostgreSQL server that belongs to one data directory. */
export interface EmbeddedPostgres {
  /** `postgresql://…` of the database "pagegrade" on 127.0.0.1. */
  readonly url: string;
  /** Stops the server, unless another process still uses it. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Server settings beyond the defaults, `{fsync: 'off'}`. */
  readonly settings?: Readonly<Record<string, string>>;
}

const DATABASE = 'pagegrade';
const PASSWORD_FILE = 'pagegrade-password';
/** Name of the connections that only look whether anybody else is connected. */
const LAST_LOOK = 'pagegrade last look';
const START_TIMEOUT_MS = 30_000;
const WATCH_MS = 1000;

/** Starts PostgreSQL with its files in `dataDir`, or joins the server that already runs there
 *  (left behind by a process that was killed, or shared with a command line beside it).
 *  @param dataDir absolute path; made if missing
 *  @throws Error where the machine can't run the server, saying what to do */
export async function startEmbeddedPostgres(
  dataDir: string,
  options: EmbeddedPostgresOptions = {},
): Promise<EmbeddedPostgres> {
  await mkdir(dataDir, { recursive: true });
  const runner = await unprivileged(dataDir);
  if (runner.directory !== dataDir) {
    process.stderr.write(`PostgreSQL's files are in ${runner.directory}: only root can reach ${dataDir}.\n`);
  }
  const binaries = await prepareBinaries(runner);
  const cluster = new Cluster(runner.directory, runner, binaries, options.settings ?? {});
  await cluster.initialize();
  const port = (await cluster.runningPort()) ?? (await cluster.start());
  const url = `postgresql://postgres:${await cluster.password()}@127.0.0.1:${String(port)}`;
  await createDatabase(url);
  const watch = setInterval(() => void cluster.revive(), WATCH_MS).unref();
  const stop = () => {
    clearInterval(watch);
    return cluster.stop(url);
  };
  return { url: `${url}/${DATABASE}`, stop };
}

class Cluster {
  private readonly data: string;
  private readonly passwordFile: string;
  private isReviving = false;

  constructor(
    private readonly directory: string,
    private readonly runner: Unprivileged,
    private readonly binaries: PostgresBinaries,
    private readonly settings: Readonly<Record<string, string>>,
  ) {
    this.data = join(directory, 'postgres');
    this.passwordFile = join(this.data, PASSWORD_FILE);
  }

  async password(): Promise<string> {
    return (await readFile(this.passwordFile, 'utf8')).trim();
  }

  /** Makes the cluster aside and renames it: a kill half-way leaves nothing half-made, and of several processes
   *  that try at once the first wins. */
  async initialize(): Promise<void> {
    if (existsSync(join(this.data, 'PG_VERSION'))) return;
    const unfinished = await mkdtemp(`${this.data}.new-`);
    const passwordFile = `${unfinished}.password`;
    await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 });
    const { uid, gid } = this.runner;
    if (uid !== undefined && gid !== undefined) {
      await chown(passwordFile, uid, gid);
      await chown(unfinished, uid, gid);
    }
    await this.run(this.binaries.initdb, [
      `--pgdata=${unfinished}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      ...localeOptions(),
    ]);
    await rename(passwordFile, join(unfinished, PASSWORD_FILE));
    await rename(unfinished, this.data).catch(async (error: unknown) => {
      await rm(unfinished, { recursive: true, force: true });
      if (!existsSync(join(this.data, 'PG_VERSION'))) throw error;
    });
  }

  /** Port of the live server of this directory, waiting for one that is just starting. */
  async runningPort(): Promise<number | null> {
    for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline;) {
      await sleep(25);
      const state = await this.postmaster();
      if (!state || !isAlive(state.pid)) return null;
      if (state.status === 'ready' && (await answers(state.port))) return state.port;
      if (state.status === 'ready' && !(await this.isPostmaster(state.pid))) return null;
    }
    return null;
  }

  /** A server killed a moment ago may still hold its shared memory: the next try then succeeds. */
  async start(): Promise<number> {
    let cause: unknown;
    for (let attempt = 0; attempt < 5; attempt++) {
      try {
        return (await this.runningPort()) ?? (await this.startOnce());
      } catch (error) {
        cause = error;
        await sleep(500);
      }
    }
    throw new Error(`PostgreSQL does not start; its log: ${join(this.directory, 'postgres.log')}`, { cause });
  }

  /** Starts the server again if it is gone. */
  async revive(): Promise<void> {
    const state = await this.postmaster();
    if (this.isReviving || (state && isAlive(state.pid))) return;
    this.isReviving = true;
    await this.start().catch(() => undefined);
    this.isReviving = false;
  }

  /** Fast shutdown, awaited; left alone while any other client is connected. */
  async stop(url: string): Promise<void> {
    const state = await this.postmaster();
    if (!state || !isAlive(state.pid) || (await hasOtherClients(`${url}/postgres`))) return;
    process.kill(state.pid, 'SIGINT');
    for (const deadline = Date.now() + 10_000; isAlive(state.pid) && Date.now() < deadline;) await sleep(20);
  }

  private async startOnce(): Promise<number> {
    const port = await freePort(await this.lastPort());
    const settings = {
      port: String(port),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      log_min_messages: 'warning',
      ...this.settings,
    };
    const server = this.spawnServer(
      Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    );
    for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline;) {
      await sleep(25);
      if (server.exitCode !== null || server.signalCode !== null) break;
      const state = await this.postmaster();
      if (state?.port === port && state.status === 'ready') return port;
    }
    server.kill('SIGKILL');
    throw new Error('The server ended before it was ready');
  }

  /** In a session of its own: Ctrl-C must reach our process alone, which then ends this one last. */
  private spawnServer(options: string[]): ChildProcess {
    const log = openSync(join(this.directory, 'postgres.log'), 'a', 0o600);
    const [command, ...args] = this.runner.command(this.binaries.postgres, ['-D', this.data, ...options]);
    const server = spawn(command, args, {
      ...this.spawnOptions(),
      detached: true,
      stdio: ['ignore', log, log],
    });
    server.on('error', () => undefined);
    server.unref();
    closeSync(log);
    return server;
  }

  private async run(program: string, options: string[]): Promise<void> {
    const [command, ...args] = this.runner.command(program, options);
    try {
      await promisify(execFile)(command, args, this.spawnOptions());
    } catch (cause) {
      throw new Error(`PostgreSQL's files can't be made in ${this.directory}: ${String(cause)}`, { cause });
    }
  }

  private spawnOptions() {
    const { uid, gid } = this.runner;
    return { cwd: this.directory, ...(uid !== undefined && { uid, gid }) };
  }

  /** Port of the last start: whoever was connected then finds the server again. */
  private async lastPort(): Promise<number | null> {
    const options = await readFile(join(this.data, 'postmaster.opts'), 'utf8').catch(() => '');
    const port = /port=(\d+)/.exec(options)?.[1];
    return port === undefined ? null : Number(port);
  }

  private async isPostmaster(pid: number): Promise<boolean> {
    const command = await readFile(`/proc/${String(pid)}/cmdline`, 'utf8').catch(() => 'postgres');
    return command.includes('postgres');
  }

  /** Lines 1, 4 and 8 of postmaster.pid: process, port, status.
   *  @see https://www.postgresql.org/docs/18/storage-file-layout.html */
  private async postmaster(): Promise<{ pid: number; port: number; status: string } | null> {
    const lines = await readFile(join(this.data, 'postmaster.pid'), 'utf8').then(
      (file) => file.split('\n'),
      () => null,
    );
    if (!lines) return null;
    return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7]?.trim() ?? '' };
  }
}

/** PostgreSQL's own Unicode tables where the C library's can't be relied on. */
function localeOptions(): string[] {
  const builtin = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  return process.platform === 'linux' ? [...builtin, '--lc-ctype=C.UTF-8'] : builtin;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** `wanted` if it is free, else any that is. Below 32768: above it, the system itself may take a port between our look and the server's. */
async function freePort(wanted: number | null): Promise<number> {
  for (let port = wanted ?? somePort(); ; port = somePort()) {
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer()
        .once('error', () => {
          resolve(false);
        })
        .listen(port, '127.0.0.1', () =>
          probe.close(() => {
            resolve(true);
          }),
        );
    });
    if (isFree) return port;
  }
}

function somePort(): number {
  return 20_000 + (randomBytes(2).readUInt16BE() % 12_000);
}

async function answers(port: number): Promise<boolean> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    // Asked for a password: it is a PostgreSQL server, and it is up.
    return error instanceof Error && /password|SASL/.test(error.message);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    application_name: LAST_LOOK,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Several processes may try at once: then all but one are refused, and find the database at the next look. */
async function createDatabase(url: string): Promise<void> {
  await withClient(`${url}/postgres`, async (client) => {
    for (let attempt = 1; ; attempt++) {
      const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
      if (found.rowCount !== 0) return;
      try {
        await client.query(`CREATE DATABASE ${DATABASE}`);
      } catch (error) {
        if (attempt === 20) throw error;
        await sleep(100);
      }
    }
  });
}

async function hasOtherClients(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const others = await client.query(
      `SELECT 1 FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND application_name <> '${LAST_LOOK}' LIMIT 1`,
    );
    return others.rowCount !== 0;
  }).catch(() => false);
}
