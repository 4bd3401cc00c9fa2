import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';

/** A Linux control group that limits the memory of its processes. Needs root. */
export interface MemoryLimit {
  /** Shell command that moves its shell into the group. */
  readonly enter: string;
  peakMib(): number;
  /** Number of processes that the kernel killed for lack of memory. */
  kills(): number;
  remove(): void;
}

const V2 = '/sys/fs/cgroup/cgroup.controllers';

/** @throws Error if this user can't create a control group */
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
