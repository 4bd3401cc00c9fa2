import { readdir, readFile } from 'node:fs/promises';

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** The processes whose command line contains a text, and all of their descendants. Linux only: none elsewhere. */
export async function processesOf(text: string): Promise<number[]> {
  const names = await readdir('/proc').catch(() => []);
  const read = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(processAt));
  const all = read.filter((process) => process !== null);
  const found = new Set(all.filter(({ command }) => command.includes(text)).map(({ pid }) => pid));
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

/** Memory of processes in bytes; shared pages are divided among those that share them. */
export async function memoryOf(pids: readonly number[]): Promise<number> {
  const sizes = await Promise.all(
    pids.map(async (pid) => {
      const text = await readFile(`/proc/${String(pid)}/smaps_rollup`, 'utf8').catch(() => '');
      return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

export function kill(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
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

async function processAt(name: string): Promise<Process | null> {
  try {
    const [stat, command] = await Promise.all([
      readFile(`/proc/${name}/stat`, 'utf8'),
      readFile(`/proc/${name}/cmdline`, 'utf8'),
    ]);
    const [, parent = '0'] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { pid: Number(name), parent: Number(parent), command };
  } catch {
    return null;
  }
}
