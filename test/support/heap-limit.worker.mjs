import { getHeapStatistics } from 'node:v8';

/** The most memory that this thread may take, in bytes. */
export function heapLimit() {
  return getHeapStatistics().heap_size_limit;
}
