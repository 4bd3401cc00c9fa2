import { readdirSync, readFileSync } from 'node:fs';

/** One clock tick of /proc on every Linux that Node.js supports. */
const TICK_MS = 10;

/** CPU time of a process and its threads, in milliseconds. */
export function cpuMs(pid: number): number {
  const [user = 0, system = 0] = ticksOf(pid);
  return (user + system) * TICK_MS;
}

/** CPU time of a process and its children, those that have ended included, in milliseconds. */
export function cpuMsWithChildren(pid: number): number {
  const own = ticksOf(pid).reduce((sum, ticks) => sum + ticks, 0) * TICK_MS;
  return childrenOf(pid).reduce((sum, child) => sum + cpuMs(child), own);
}

/** CPU time of a process and of its children that have ended, in milliseconds. */
export function cpuMsWithEnded(pid: number): number {
  return ticksOf(pid).reduce((sum, ticks) => sum + ticks, 0) * TICK_MS;
}

export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => Number(statOf(pid)[1]) === parent);
}

/** Memory in MiB: resident now, or the most that was ever resident. */
export function memoryMib(pid: number, which: 'now' | 'peak'): number {
  const field = which === 'now' ? /VmRSS:\s+(\d+)/ : /VmHWM:\s+(\d+)/;
  return Number(field.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Memory in bytes that a process shares with no file: what it shares with other processes counts by its part, so that the
 *  sum of them is what they take together. Needs the right to trace it, which root has.
 *  @returns null: it may not be read, or the process has ended
 *  @see https://docs.kernel.org/filesystems/proc.html */
export function proportionalMemory(pid: number): number | null {
  try {
    const sizes = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const kb = [...sizes.matchAll(/^Pss_(?:Anon|Shmem): +(\d+) kB$/gm)].map(([, size]) => Number(size));
    return kb.reduce((sum, size) => sum + size, 0) * 1024;
  } catch {
    return null;
  }
}

/** The command line of a process; empty if it has ended. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Of the process (user, system), then of its ended children (user, system). */
function ticksOf(pid: number): number[] {
  return statOf(pid).slice(11, 15).map(Number);
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
