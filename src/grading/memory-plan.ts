import { availableParallelism, totalmem } from 'node:os';

const MB = 1024 * 1024;

/** Threads of one process, and the memory that they may hold. */
export interface MemoryPlan {
  /** Threads for ordinary documents: so many that one account alone, which gets half of them, can use every processor. */
  readonly threads: number;
  /** Heap of each of them, in MiB. */
  readonly heapMb: number;
  /** Heap of the one thread for large documents, in MiB. */
  readonly largeHeapMb: number;
}

/** Divides what this process may use: by its container's limit, or the machine's memory where it has none. */
export function memoryPlan(availableMb = limitMb()): MemoryPlan {
  return {
    threads: Math.max(2, 2 * availableParallelism() - 1),
    heapMb: 48,
    largeHeapMb: Math.round(Math.min(144, Math.max(128, availableMb * 0.27))),
  };
}

function limitMb(): number {
  const total = totalmem() / MB;
  const limit = process.constrainedMemory() / MB;
  return limit > 0 ? Math.min(limit, total) : total;
}
