import { totalmem } from 'node:os';

/** How much memory this process and those beside it may take, in bytes: that of the machine, or of the container. */
export function memoryLimit(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
