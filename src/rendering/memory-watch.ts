import { kill, memoryOf, withDescendants } from './process-tree.js';

/** Beyond it, the largest process is killed at once: a page that fills the memory would take the service with it. */
const EMERGENCY_BYTES = 1.6e9;
const WATCH_MS = 1000;

/** Measures a browser's processes every second, and kills the largest before they use up the memory. Linux only: sees
 *  no processes elsewhere. */
export class MemoryWatch {
  private readonly timer: NodeJS.Timeout;

  /** @param onMeasured is told the sum, in bytes */
  constructor(
    private readonly roots: readonly number[],
    onMeasured?: (bytes: number) => void,
  ) {
    this.timer = setInterval(() => {
      this.limit();
      onMeasured?.(this.bytes);
    }, WATCH_MS).unref();
  }

  get bytes(): number {
    return sum(this.sizes());
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private limit(): void {
    const sizes = this.sizes();
    if (sum(sizes) <= EMERGENCY_BYTES) return;
    const [largest] = [...sizes].sort(([, one], [, other]) => other - one);
    if (largest) kill([largest[0]]);
  }

  private sizes(): Map<number, number> {
    return new Map(withDescendants(this.roots).map((pid) => [pid, memoryOf(pid)]));
  }
}

function sum(sizes: ReadonlyMap<number, number>): number {
  return [...sizes.values()].reduce((total, size) => total + size, 0);
}
