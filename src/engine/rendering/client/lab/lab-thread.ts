import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { settlesWithin } from '../../../../basics/settles-within.js';
import { type PerformanceFault } from '../../../audit/parity/performance.js';
import { type LabAnswer, type LabWork, unmeasured } from './lab-work.js';

const COMPUTE_MS = 10_000;
/** Those of the process, whose flags would override others. */
const HEAP_MB = { old: 128, young: 6 };

/** A thread that computes the metrics of traces, one after the other: what it has loaded and compiled serves the next page,
 *  too. After a trace that it could not read, or not in time, another one takes its place. */
export class LabThread {
  private worker: Worker | null = null;

  /** @param file of the thread */
  constructor(private readonly file: URL | string = new URL('./lab.worker.js', import.meta.url)) {}

  /** Nothing rejects: without an answer, there is a reason. */
  async compute(work: LabWork, signal: AbortSignal): Promise<LabAnswer> {
    if (signal.aborted) return unmeasured('took_too_long');
    const worker = (this.worker ??= this.started());
    const answering = once(worker, 'message', { signal }).then(
      ([answer]) => answer as LabAnswer,
      (error: unknown) => unmeasured(faultOf(error)),
    );
    worker.postMessage(work);
    const answer = (await settlesWithin(COMPUTE_MS, answering))
      ? await answering
      : unmeasured('took_too_long');
    if (answer.fault !== null && answer.fault !== 'no_paint') await this.end();
    return answer;
  }

  async end(): Promise<void> {
    const { worker } = this;
    this.worker = null;
    await worker?.terminate();
  }

  private started(): Worker {
    const worker = new Worker(this.file, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB.old, maxYoungGenerationSizeMb: HEAP_MB.young },
    });
    worker.on('error', () => {
      if (this.worker === worker) this.worker = null;
    });
    return worker;
  }
}

function faultOf(error: unknown): PerformanceFault {
  const { code, name } = error as Error & { code?: string };
  if (name === 'AbortError') return 'took_too_long';
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'trace_too_large' : 'trace_failed';
}
