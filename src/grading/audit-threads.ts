import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { Piscina } from 'piscina';
import { errorCodeOf } from '../error-code.js';
import { type Inspection, type PageBytes, type TargetDescription } from './audit-page.js';

export interface AuditThreadsOptions {
  /** Compiled `audit.worker.js`; beside this file unless told. */
  readonly entry?: string;
  readonly timeoutMs?: number;
  /** Threads that are kept ready; 1 unless told. */
  readonly minThreads?: number;
}

const TIMEOUT_MS = 10_000;
const MEMORY_MB = 512;
/** Of the nursery: documents outlive a smaller one and are copied; each thread has its own. */
const YOUNG_MEMORY_MB = 64;

/** Audits pages in threads that can be killed: a page that takes too much time or memory costs its thread, not
 *  the process. */
export class AuditThreads {
  private readonly pool: Piscina<PageBytes, Inspection | TargetDescription | null>;
  private readonly timeoutMs: number;
  /** As many audits as threads: time waiting for a thread must not count as time auditing. */
  private readonly atOnce = pLimit(availableParallelism());

  constructor({ entry, timeoutMs = TIMEOUT_MS, minThreads = 1 }: AuditThreadsOptions = {}) {
    this.timeoutMs = timeoutMs;
    this.pool = new Piscina({
      filename: entry ?? fileURLToPath(new URL('./audit.worker.js', import.meta.url)),
      minThreads,
      maxThreads: availableParallelism(),
      idleTimeout: 30_000,
      resourceLimits: {
        maxOldGenerationSizeMb: MEMORY_MB,
        maxYoungGenerationSizeMb: YOUNG_MEMORY_MB,
        stackSizeMb: 4,
      },
    });
  }

  /** @returns null where the page is too complex: too many elements, too much memory, too much time
   *  @throws Error where the audit itself is broken */
  inspect(page: PageBytes): Promise<Inspection | null> {
    return this.run('auditPage', page) as Promise<Inspection | null>;
  }

  /** Describes another page of a visit, within the same limits. */
  describe(page: PageBytes): Promise<TargetDescription | null> {
    return this.run('describePage', page) as Promise<TargetDescription | null>;
  }

  async close(): Promise<void> {
    await this.pool.close();
  }

  private run(name: 'auditPage' | 'describePage', page: PageBytes) {
    return this.atOnce(async () => {
      try {
        return await this.pool.run(page, { name, signal: AbortSignal.timeout(this.timeoutMs) });
      } catch (error) {
        if (isTooMuch(error)) return null;
        throw error;
      }
    });
  }
}

function isTooMuch(error: unknown): boolean {
  const isAborted = error instanceof Error && error.name === 'AbortError';
  return isAborted || errorCodeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY' || error instanceof RangeError;
}
