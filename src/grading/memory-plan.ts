import { totalmem } from 'node:os';

const MB = 1024 * 1024;

/** How much memory the threads of one process may hold; in MiB. */
export interface MemoryPlan {
  /** Heap of each thread for ordinary documents. */
  readonly heapMb: number;
  /** Heap of the thread for large documents, of which there is one. */
  readonly largeHeapMb: number;
}

/** Divides what this process may use: by its container's limit, or the machine's memory where it has none. */
export function memoryPlan(availableMb = limitMb()): MemoryPlan {
  return {
    heapMb: 64,
    largeHeapMb: Math.round(Math.min(256, Math.max(128, availableMb * 0.3))),
  };
}

function limitMb(): number {
  const total = totalmem() / MB;
  const limit = process.constrainedMemory() / MB;
  return limit > 0 ? Math.min(limit, total) : total;
}
