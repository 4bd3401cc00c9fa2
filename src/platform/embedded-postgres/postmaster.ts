import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { errorCodeOf } from '../../basics/error-code.js';

const STOP_TIMEOUT_MS = 10_000;

/** The server that a data directory's postmaster.pid speaks of; it may be gone. */
export interface Postmaster {
  readonly pid: number;
  /** Seconds since 1970. */
  readonly startedAt: number;
  readonly port: number;
  /** "starting", "ready", "standby", "stopping" */
  readonly status: string;
}

/** Lines 1, 3, 4 and 8 of postmaster.pid; null where there is none.
 *  @see https://www.postgresql.org/docs/18/storage-file-layout.html */
export async function postmasterOf(data: string): Promise<Postmaster | null> {
  const file = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => null);
  if (file === null) return null;
  const lines = file.split('\n');
  const [pid, , startedAt, port] = lines.map(Number);
  return { pid: pid ?? NaN, startedAt: startedAt ?? NaN, port: port ?? NaN, status: lines[7]?.trim() ?? '' };
}

/** Port of the last start: clients of that time find the server again. */
export async function lastPortOf(data: string): Promise<number | null> {
  const options = await readFile(join(data, 'postmaster.opts'), 'utf8').catch(() => '');
  const port = /port=(\d+)/.exec(options)?.[1];
  return port === undefined ? null : Number(port);
}

/** Whether a server runs as this process, and not another program that got its number. */
export async function isServer(pid: number): Promise<boolean> {
  return isAlive(pid) && (await isPostgres(pid));
}

/** Deletes a postmaster.pid of before the machine was started that names another program by now, as after a loss of power:
 *  PostgreSQL would not start beside it. */
export async function forgetStranger(data: string): Promise<void> {
  const postmaster = await postmasterOf(data);
  if (!postmaster || !isAlive(postmaster.pid) || (await isPostgres(postmaster.pid))) return;
  if (postmaster.startedAt < (await machineStartedAt()))
    await rm(join(data, 'postmaster.pid'), { force: true });
}

/** Seconds since 1970; 0 where /proc does not tell. */
async function machineStartedAt(): Promise<number> {
  const statistics = await readFile('/proc/stat', 'utf8').catch(() => '');
  return Number(/^btime (\d+)$/m.exec(statistics)?.[1] ?? 0);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCodeOf(error) === 'EPERM';
  }
}

/** Number of the user that the process runs as; null where /proc does not tell. */
export async function userOf(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8').catch(() => '');
  const uid = /^Uid:\s+(\d+)/m.exec(status)?.[1];
  return uid === undefined ? null : Number(uid);
}

/** Waits for a process to end, 10 s at most. */
export async function untilEnded(pid: number): Promise<void> {
  for (const deadline = Date.now() + STOP_TIMEOUT_MS; isAlive(pid) && Date.now() < deadline;) await sleep(20);
}

/** Whether the process is a PostgreSQL, not another that got the number of one that was killed. */
async function isPostgres(pid: number): Promise<boolean> {
  const command = await readFile(`/proc/${String(pid)}/cmdline`, 'utf8').catch(() => 'postgres');
  return command.includes('postgres');
}

/** Whether a PostgreSQL server listens on the port of 127.0.0.1. */
export async function answers(port: number): Promise<boolean> {
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
