import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { cpuMs, isAlive, memoryMib } from '../support/processes.js';

export interface PeerOptions {
  /** After it, the run is ended. */
  readonly limitMs: number;
  /** Beginning of all URLs that are requested. */
  readonly within: string;
  /** Regular expression of URLs that are not requested. */
  readonly exclude?: string | undefined;
}

export interface PeerRun {
  readonly end: 'done' | 'stopped' | 'out of memory';
  readonly seconds: number;
  /** CPU time of the process, up to 200 ms before its end. */
  readonly cpuMs: number;
  /** Most resident memory, in MiB; 0 if it ended before it was measured. */
  readonly memory: number;
}

/** A program that crawls a website. What it requested is in the log of the server. */
export interface Peer {
  readonly name: string;
  /** @throws Error if the program is not installed */
  crawl(url: string, options: PeerOptions): Promise<PeerRun>;
}

const SAMPLE_MS = 200;
const HEAP_MIB = 2048;
const LINKINATOR = resolve('bench/crawl/node_modules/linkinator/build/src/cli.js');

export const linkinator: Peer = {
  name: 'linkinator',
  crawl: async (url, { limitMs, within, exclude }) => {
    if (!existsSync(LINKINATOR)) throw new Error('Install linkinator: npm --prefix bench/crawl ci');
    const args = [
      `--max-old-space-size=${String(HEAP_MIB)}`,
      LINKINATOR,
      url,
      '--recurse',
      '--concurrency=10',
      '--verbosity=none',
      `--skip=^(?!${within})`,
      ...(exclude === undefined ? [] : [`--skip=${exclude}`]),
    ];
    return run(process.execPath, args, limitMs);
  },
};

export const wget: Peer = {
  name: 'wget --spider',
  crawl: (url, { limitMs, within, exclude }) =>
    run(
      'wget',
      [
        '--spider',
        '--recursive',
        '--level=inf',
        '--no-verbose',
        `--accept-regex=^${within}`,
        ...(exclude === undefined ? [] : [`--reject-regex=${exclude}`]),
        url,
      ],
      limitMs,
    ),
};

async function run(program: string, args: readonly string[], limitMs: number): Promise<PeerRun> {
  const folder = await mkdtemp(join(tmpdir(), 'peer-'));
  const startedAtMs = performance.now();
  const child = spawn(program, args, { cwd: folder, stdio: 'ignore' });
  const seen = { cpuMs: 0, memory: 0 };
  const { pid } = child;
  const sample = () => {
    if (pid === undefined || !isAlive(pid)) return;
    seen.cpuMs = Math.max(seen.cpuMs, cpuMs(pid));
    seen.memory = Math.max(seen.memory, memoryMib(pid, 'peak') || 0);
  };
  const samples = setInterval(sample, SAMPLE_MS);
  const limit = setTimeout(() => child.kill('SIGKILL'), limitMs);
  try {
    // An event "error" rejects.
    await once(child, 'exit');
  } finally {
    clearInterval(samples);
    clearTimeout(limit);
    await rm(folder, { recursive: true, force: true });
  }
  return {
    end: child.killed ? 'stopped' : child.signalCode === null ? 'done' : 'out of memory',
    seconds: (performance.now() - startedAtMs) / 1000,
    ...seen,
  };
}
