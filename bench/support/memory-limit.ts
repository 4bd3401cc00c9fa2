import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';

/** A control group of Linux whose processes together get no more memory than this. Needs root. */
export interface MemoryLimit {
  /** Shell words that put the shell that runs them into the group. */
  readonly enter: string;
  peakMib(): number;
  /** Processes that the kernel has killed for want of memory. */
  kills(): number;
  remove(): void;
}

const V2 = '/sys/fs/cgroup/cgroup.controllers';

/** @throws Error where this machine lets nobody make one */
export function memoryLimit(mib: number): MemoryLimit {
  const isV2 = existsSync(V2);
  const path = `/sys/fs/cgroup/${isV2 ? '' : 'memory/'}pagegrade-bench-${process.pid}`;
  const read = (file: string) => readFileSync(`${path}/${file}`, 'utf8');
  mkdirSync(path);
  writeFileSync(`${path}/${isV2 ? 'memory.max' : 'memory.limit_in_bytes'}`, String(mib * 1024 * 1024));
  return {
    enter: `echo $$ > ${path}/cgroup.procs`,
    peakMib: () => Number(read(isV2 ? 'memory.peak' : 'memory.max_usage_in_bytes')) / 1024 / 1024,
    kills: () => Number(/oom_kill (\d+)/.exec(read(isV2 ? 'memory.events' : 'memory.oom_control'))?.[1]),
    remove: () => {
      rmdirSync(path);
    },
  };
}
