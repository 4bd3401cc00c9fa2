import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, constants, existsSync, fchownSync, openSync, renameSync, statSync } from 'node:fs';
import { lchown, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { errorCodeOf } from '../../basics/error-code.js';
import { freePort } from './free-port.js';
import { type PostgresBinaries } from './postgres-binaries.js';
import {
  answers,
  forgetStranger,
  isServer,
  lastPortOf,
  type Postmaster,
  postmasterOf,
  untilEnded,
} from './postmaster.js';
import { deleteAbandoned, makeUnfinished } from './unfinished.js';
import { type Identity, type Unprivileged } from './unprivileged.js';

const PASSWORD_FILE = 'pagegrade-password';
/** Root writes no log through a link that another user may have made. */
const APPEND = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | constants.O_NOFOLLOW;
const MAX_LOG_BYTES = 10e6;
const START_TIMEOUT_MS = 30_000;
const RECOVERY_TIMEOUT_MS = 30 * 60_000;

export interface ClusterOptions {
  /** Server settings beyond the defaults, `{wal_level: 'logical'}`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether the data is worth nothing once the server has ended: then nothing waits for the disk, which others may keep
   *  busy for many seconds. Default: no. */
  readonly isTemporary?: boolean;
}

const WITHOUT_SYNC = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' } as const;

/** The files of one PostgreSQL server, and its process. Any number of our processes may use one at once. */
export class Cluster {
  private readonly directory: string;
  private readonly data: string;
  private isReviving = false;

  constructor(
    private readonly runner: Unprivileged,
    private readonly binaries: PostgresBinaries,
    private readonly options: ClusterOptions,
  ) {
    this.directory = runner.directory;
    this.data = join(runner.directory, 'postgres');
  }

  /** Password of the superuser "postgres". */
  async password(): Promise<string> {
    return (await readFile(join(this.data, PASSWORD_FILE), 'utf8')).trim();
  }

  /** Makes the cluster aside and renames it: a kill half-way leaves nothing half-made, and of several processes
   *  that try at once the first wins.
   *  @throws Error if the existing files are of another major version of PostgreSQL, saying what to do */
  async initialize(): Promise<void> {
    await deleteAbandoned(this.directory);
    if (existsSync(join(this.data, 'PG_VERSION'))) {
      await this.requireVersion();
      return;
    }
    const unfinished = await makeUnfinished(this.data);
    const passwordFile = `${unfinished}.password`;
    await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx' });
    const { identity } = this.runner;
    if (identity) {
      await lchown(passwordFile, identity.uid, identity.gid);
      await lchown(unfinished, identity.uid, identity.gid);
    }
    try {
      await this.run(this.binaries.initdb, [
        `--pgdata=${unfinished}`,
        '--username=postgres',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        ...localeOptions(),
        ...(this.options.isTemporary === true ? ['--no-sync'] : []),
      ]);
      await rename(passwordFile, join(unfinished, PASSWORD_FILE));
      await rename(unfinished, this.data);
    } catch (error) {
      for (const path of [passwordFile, unfinished]) await rm(path, { recursive: true, force: true });
      if (!existsSync(join(this.data, 'PG_VERSION'))) throw error;
    }
  }

  /** Port of the server: of the one that runs already, or else of one that is started now. One killed a moment ago
   *  may still hold its shared memory: the next try then succeeds.
   *  @throws Error naming the server's log */
  async start(): Promise<number> {
    const log = join(this.directory, 'postgres.log');
    const loggedBytes = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
    let cause: unknown;
    for (let attempt = 0; attempt < 5; attempt++) {
      try {
        return (await this.runningPort()) ?? (await this.startOnce());
      } catch (error) {
        cause = error;
        await sleep(500);
      }
    }
    throw new Error(await whyNotStarted(log, loggedBytes), { cause });
  }

  /** Starts the server again if it is gone. */
  async revive(): Promise<void> {
    if (this.isReviving || (await this.livePid()) !== null) return;
    this.isReviving = true;
    await this.start().catch(() => undefined);
    this.isReviving = false;
  }

  /** Fast shutdown, awaited. */
  async stop(): Promise<void> {
    const pid = await this.livePid();
    if (pid === null) return;
    process.kill(pid, 'SIGINT');
    await untilEnded(pid);
  }

  private async requireVersion(): Promise<void> {
    const version = (await readFile(join(this.data, 'PG_VERSION'), 'utf8')).trim();
    const { majorVersion } = this.binaries;
    if (version === majorVersion) return;
    throw new Error(
      `The files in ${this.data} are of PostgreSQL ${version}, and this version of Pagegrade runs PostgreSQL ${majorVersion}: ` +
        'make a backup with the version of Pagegrade that ran before (npm run cli -- backup FILE), ' +
        'move that directory aside, and restore the backup with this version (npm run cli -- restore FILE).',
    );
  }

  private async livePid(): Promise<number | null> {
    const postmaster = await postmasterOf(this.data);
    return postmaster && (await isServer(postmaster.pid)) ? postmaster.pid : null;
  }

  /** Port of the live server of this directory, waiting for one that is just starting. */
  private async runningPort(): Promise<number | null> {
    for (const patience = new Patience(); patience.isLeft;) {
      await sleep(25);
      const postmaster = await postmasterOf(this.data);
      if (!postmaster || !(await isServer(postmaster.pid))) return null;
      patience.lookAt(postmaster);
      if (postmaster.status !== 'ready') continue;
      if (await answers(postmaster.port)) return postmaster.port;
    }
    return null;
  }

  private async startOnce(): Promise<number> {
    await forgetStranger(this.data);
    const port = await freePort(await lastPortOf(this.data));
    const server = this.spawnServer({
      port: String(port),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      log_min_messages: 'warning',
      log_checkpoints: 'off',
      ...(this.options.isTemporary === true && WITHOUT_SYNC),
      ...this.options.settings,
    });
    for (const patience = new Patience(); patience.isLeft;) {
      await sleep(25);
      if (server.exitCode !== null || server.signalCode !== null) break;
      const postmaster = await postmasterOf(this.data);
      // The file of a server that was killed still says "ready".
      if (postmaster?.pid !== server.pid || !postmaster) continue;
      if (postmaster.status === 'ready') return port;
      patience.lookAt(postmaster);
    }
    server.kill('SIGKILL');
    throw new Error('The server ended before it was ready');
  }

  /** In a session of its own: Ctrl-C must reach our process alone, which then ends this one last. */
  private spawnServer(settings: Readonly<Record<string, string>>): ChildProcess {
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const log = openLog(join(this.directory, 'postgres.log'), this.runner.identity);
    const server = spawn(this.binaries.postgres, ['-D', this.data, ...options], {
      ...this.spawnOptions(),
      detached: true,
      stdio: ['ignore', log, log],
    });
    server.on('error', () => undefined);
    server.unref();
    if (this.options.isTemporary === true) endWithProcess(server);
    closeSync(log);
    return server;
  }

  private async run(program: string, options: string[]): Promise<void> {
    try {
      await promisify(execFile)(program, options, this.spawnOptions());
    } catch (cause) {
      const reason = reasonIn(String(cause)) ?? String(cause);
      const isUnnamed = reason.includes('could not look up effective user ID');
      const orServer = this.options.isTemporary === true ? '' : ', or set DATABASE_URL to another server';
      const advice = isUnnamed ? ` Run this as a user that /etc/passwd names${orServer}.` : '';
      throw new Error(`PostgreSQL's files can't be made in ${this.directory}: ${reason}.${advice}`, {
        cause,
      });
    }
  }

  /** Another user gets none of our supplementary groups, which Node.js drops with the uid, and none of the secrets
   *  in our environment. */
  private spawnOptions() {
    const { identity } = this.runner;
    return { cwd: this.directory, ...(identity && { ...identity, env: {} }) };
  }
}

/** How long a server may take to be ready: half a minute, or up to half an hour as long as it says that it is starting. After
 *  a loss of power, it first does again what its log of changes says, which takes minutes on a slow disk. */
class Patience {
  private deadline = Date.now() + START_TIMEOUT_MS;
  private readonly tellsAt = this.deadline;
  private readonly end = Date.now() + RECOVERY_TIMEOUT_MS;
  private isTold = false;

  get isLeft(): boolean {
    return Date.now() < this.deadline;
  }

  lookAt({ status }: Postmaster): void {
    if (status !== 'starting') return;
    this.deadline = Math.min(Date.now() + START_TIMEOUT_MS, this.end);
    if (this.isTold || Date.now() < this.tellsAt) return;
    this.isTold = true;
    process.stderr.write(
      'The embedded PostgreSQL recovers what was written before it was killed: this waits.\n',
    );
  }
}

/** @param before length of the log before, whose words are of other starts */
async function whyNotStarted(log: string, before: number): Promise<string> {
  const logged = await readFile(log).catch(() => Buffer.alloc(0));
  const isPutAside = logged.length < before;
  const said = logged.subarray(isPutAside ? 0 : before).toString();
  const reason = reasonIn(said) ?? said.trim().split('\n').at(-1);
  return (
    `the embedded PostgreSQL does not start${reason === undefined || reason === '' ? '' : `: ${reason}`}. Its log is ${log}. ` +
    'If its files are damaged, set DATA_DIR to an empty directory and restore a backup.'
  );
}

/** What PostgreSQL or one of its programs says last about why it ends. */
function reasonIn(log: string): string | null {
  const line = log.split('\n').findLast((text) => /(?:FATAL|PANIC|initdb: error): /.test(text));
  return line?.replace(/^.*(?:FATAL|PANIC|initdb: error): +/, '') ?? null;
}

/** The log belongs to the user that PostgreSQL runs as, who can start it alone later. A file that is there already, or a
 *  hard link to one, is not given away. A long one is put aside: PostgreSQL adds to it for ever. */
function openLog(path: string, identity: Identity | undefined): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > MAX_LOG_BYTES) renameSync(path, `${path}.1`);
  try {
    const log = openSync(path, APPEND | constants.O_EXCL, 0o600);
    if (identity) fchownSync(log, identity.uid, identity.gid);
    return log;
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
    return openSync(path, APPEND, 0o600);
  }
}

/** Has a server end, without its last writes, when this process does. */
function endWithProcess(server: ChildProcess): void {
  const end = () => void server.kill('SIGQUIT');
  process.prependOnceListener('exit', end);
  server.once('exit', () => process.off('exit', end));
}

/** PostgreSQL's own Unicode tables where the C library's can't be relied on. */
function localeOptions(): string[] {
  const builtin = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  return process.platform === 'linux' ? [...builtin, '--lc-ctype=C.UTF-8'] : builtin;
}
