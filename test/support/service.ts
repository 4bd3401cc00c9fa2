import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The built service as a process of its own. */
export interface Service {
  readonly url: string;
  readonly process: ChildProcess;
  /** Everything that it printed so far. */
  output(): string;
  /** Resolves with the exit status once it has ended. */
  readonly ended: Promise<number | null>;
  /** Resolves once it has ended with status 0.
   *  @throws Error with everything that it printed, if it has ended otherwise */
  readonly endedWell: () => Promise<void>;
}

export async function newDataDir(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'pagegrade-data-'));
}

const MAIN = [process.execPath, resolve('dist/main.js')];

export interface StartOptions {
  /** The program and its arguments; it must become the service itself. */
  readonly command?: readonly string[];
  readonly directory?: string;
}

/** Starts the service and waits until it says that it is ready, or ends. */
export async function startService(
  env: Record<string, string>,
  { command = MAIN, directory }: StartOptions = {},
): Promise<Service> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd: directory,
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'error',
      METRICS_PORT: '0',
      DRAIN_SECONDS: '0',
      BROWSER: 'off',
      ...env,
    },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((settle) => child.once('exit', settle));
  const isReady = async () => {
    while (!output.includes('is ready') && child.exitCode === null && child.signalCode === null)
      await sleep(20);
  };
  await isReady();
  await sleep(20);
  const url = /Address\s+(\S+)/.exec(output)?.[1] ?? '';
  const endedWell = async () => {
    const status = await ended;
    if (status !== 0) throw new Error(`Ended with ${String(status ?? child.signalCode)}:\n${output}`);
  };
  return { url, process: child, output: () => output, ended, endedWell };
}

/** Runs a command of the built command line to its end. */
export async function runCli(
  args: string[],
  env: Record<string, string>,
  directory?: string,
): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [resolve('dist/cli.js'), ...args], {
    cwd: directory,
    env: { PATH: process.env.PATH, ...env },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const status = await new Promise<number | null>((settle) => child.once('close', settle));
  return { status, stdout, stderr };
}
