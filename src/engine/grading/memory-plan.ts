import { availableParallelism } from 'node:os';
import { memoryLimit } from '../../basics/memory-limit.js';

const MB = 1024 * 1024;

/** Number of threads in one process, and their heap sizes. */
export interface MemoryPlan {
  /** Threads for ordinary documents. A single account gets half of them, which is enough to use every CPU. */
  readonly threads: number;
  /** Heap of each of them, in MiB. */
  readonly heapMb: number;
  /** Heap of the one thread for large documents, in MiB. */
  readonly largeHeapMb: number;
}

/** Plans by the memory limit of the container, or the machine's memory if there is none. */
export function memoryPlan(availableMb = memoryLimit() / MB): MemoryPlan {
  return {
    threads: Math.max(2, 2 * availableParallelism() - 1),
    heapMb: 48,
    largeHeapMb: Math.round(Math.min(144, Math.max(128, availableMb * 0.27))),
  };
}
