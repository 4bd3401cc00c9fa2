import { kill, memoryOf, withDescendants } from './process-tree.js';

/** Of one browser, and of each further one. Beyond that, the largest process of the largest browser is killed at once: a
 *  page that fills the memory would take the service with it. */
const FIRST_BYTES = 1.6e9;
const FURTHER_BYTES = 0.4e9;
const WATCH_MS = 1000;

interface Watched {
  readonly root: number;
  readonly onMeasured: (bytes: number) => void;
}

/** Measures browsers every second, and kills the largest process before they use up the memory. Linux only: sees no
 *  processes elsewhere. */
export class MemoryWatch {
  private readonly browsers = new Set<Watched>();
  private timer: NodeJS.Timeout | undefined;

  /** @param root process id of a browser
   *  @param onMeasured is told the memory of the process and all below it, in bytes
   *  @returns a function that ends the watch */
  add(root: number, onMeasured: (bytes: number) => void): () => void {
    const watched = { root, onMeasured };
    this.browsers.add(watched);
    this.timer ??= setInterval(this.measure, WATCH_MS).unref();
    return () => {
      this.browsers.delete(watched);
      if (this.browsers.size > 0) return;
      clearInterval(this.timer);
      this.timer = undefined;
    };
  }

  private readonly measure = (): void => {
    const browsers = [...this.browsers].map((watched) => {
      const sizes = withDescendants([watched.root]).map((pid) => ({ pid, bytes: memoryOf(pid) }));
      return { watched, sizes, bytes: sum(sizes) };
    });
    for (const { watched, bytes } of browsers) watched.onMeasured(bytes);
    if (sum(browsers) <= FIRST_BYTES + FURTHER_BYTES * (browsers.length - 1)) return;
    const largest = largestOf(largestOf(browsers)?.sizes ?? []);
    if (largest) kill([largest.pid]);
  };
}

function sum(measured: readonly { readonly bytes: number }[]): number {
  return measured.reduce((total, { bytes }) => total + bytes, 0);
}

function largestOf<T extends { readonly bytes: number }>(measured: readonly T[]): T | undefined {
  return measured.toSorted((one, other) => other.bytes - one.bytes)[0];
}
