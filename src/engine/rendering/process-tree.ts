import { readdirSync, readFileSync } from 'node:fs';

/** The processes whose command line contains a text, and all of their descendants. Linux only: none elsewhere. */
export function processesOf(text: string): number[] {
  return withDescendants(pids().filter((pid) => read(pid, 'cmdline').includes(text)));
}

/** Processes and all of their descendants that are running. */
export function withDescendants(roots: readonly number[]): number[] {
  const parents = new Map(pids().map((pid) => [pid, parentOf(pid)]));
  const found = new Set(roots.filter((pid) => parents.has(pid)));
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

/** Memory of a process that it shares with no file, in bytes. Unlike smaps, it can be read of sandboxed processes. */
export function memoryOf(pid: number): number {
  const [, kilobytes = 0] = /^RssAnon:\s+(\d+) kB$/m.exec(read(pid, 'status')) ?? [];
  return Number(kilobytes) * 1024;
}

export function kill(pids: readonly number[], signal: NodeJS.Signals = 'SIGKILL'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
  }
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function pids(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function parentOf(pid: number): number {
  const stat = read(pid, 'stat');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${String(pid)}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
