import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'undici';
import { START_ARGUMENTS } from './service.js';

/** Of a clock tick of /proc, on every Linux that Node.js runs on. */
const TICK_MS = 10;

/** CPU time that a process has used, its threads included, in milliseconds. */
export function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Most memory that a process ever held, in MiB. */
export function peakMemoryMb(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

export interface Server {
  readonly pid: number;
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the built service and waits until it is ready. */
export async function startService(env: Record<string, string>): Promise<Server> {
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  const child = spawn(process.execPath, START_ARGUMENTS, {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'info',
      METRICS_PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  for (const deadline = Date.now() + 30_000; Date.now() < deadline;) {
    const ready = await request(`${url}/health/ready`).catch(() => null);
    await ready?.body.dump();
    if (ready?.statusCode === 200) return { pid: pidOf(child), url, stop: () => ended(child) };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The service did not become ready');
}

export function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('The process did not start');
  return child.pid;
}

export function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => Number(statOf(pid)[1]) === parent);
}

/** Fields from the state on; none if the process has ended.
 *  @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
