import { memoryLimit } from '../../basics/memory-limit.js';
import { kill, memoryOf, withDescendants } from './process-tree.js';

export interface MemoryLimits {
  /** Limit of one browser. */
  readonly first: number;
  /** What each further browser adds to the limit. */
  readonly further: number;
}

/** In bytes. Beyond them, the largest process of the largest browser is killed at once: a page that fills the memory
 *  would take the service with it. */
const LIMITS: MemoryLimits = { first: 1.6e9, further: 0.4e9 };
/** What all browsers may take of the memory of the machine or the container: beyond that, the system would kill them. */
const MOST = 0.85;
const WATCH_MS = 1000;

/** What a browser takes. */
export interface MeasuredMemory {
  /** Memory of its processes. */
  readonly bytes: number;
  /** Whether a process of it is killed although it would have room enough alone. */
  readonly isCrowdedOut: boolean;
}

interface ProcessSize {
  readonly pid: number;
  readonly bytes: number;
}

interface Watched {
  readonly root: number;
  readonly onMeasured: (memory: MeasuredMemory) => void;
}

/** Measures browsers every second, and kills the largest process before they use up the memory. Linux only: sees no
 *  processes elsewhere. */
export class MemoryWatch {
  private readonly browsers = new Set<Watched>();
  private timer: NodeJS.Timeout | undefined;

  /** @param most what all browsers together may take, in bytes */
  constructor(
    private readonly limits = LIMITS,
    private readonly most = MOST * memoryLimit(),
  ) {}

  /** What a browser may take that is alone, in bytes. */
  get limitOfOne(): number {
    return Math.min(this.limits.first, this.most);
  }

  /** @param root process id of a browser
   *  @param onMeasured is told the memory of the process and all below it
   *  @returns a function that ends the watch */
  add(root: number, onMeasured: (memory: MeasuredMemory) => void): () => void {
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
    const { first, further } = this.limits;
    const limit = Math.min(first + further * (browsers.length - 1), this.most);
    const isTooMuch = sum(browsers) > limit;
    const victim = isTooMuch ? largestOf(browsers) : undefined;
    for (const browser of browsers) {
      const { watched, bytes } = browser;
      watched.onMeasured({ bytes, isCrowdedOut: browser === victim && bytes <= this.limitOfOne });
    }
    if (victim) kill([processToKill(victim)]);
  };
}

/** The largest, which is a page's in most cases. All of the browser ends only if its own process takes most of the memory. */
function processToKill({
  watched: { root },
  sizes,
  bytes,
}: {
  readonly watched: Watched;
  readonly sizes: readonly ProcessSize[];
  readonly bytes: number;
}): number {
  const largest = largestOf(sizes.filter(({ pid, bytes: own }) => pid !== root || own > bytes / 2));
  return largest?.pid ?? root;
}

function sum(measured: readonly { readonly bytes: number }[]): number {
  return measured.reduce((total, { bytes }) => total + bytes, 0);
}

function largestOf<T extends { readonly bytes: number }>(measured: readonly T[]): T | undefined {
  return measured.toSorted((one, other) => other.bytes - one.bytes)[0];
}
