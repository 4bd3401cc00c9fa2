/** A thread that computes the metrics of one trace. */
import { parentPort, workerData } from 'node:worker_threads';
import { type PerformanceRun } from '../../../audit/parity/performance.js';
import { type LabWork } from './lab-work.js';
import { NoPaint, simulate } from './lantern.js';
import { readTrace, TraceTooLarge } from './trace-events.js';

/** A page of 2000 elements takes 3 MB and 10 000 events. */
const LIMITS = { bytes: 64e6, events: 250_000 };

parentPort?.postMessage(await answerTo(workerData as LabWork));

async function answerTo({ gzipped, device }: LabWork): Promise<PerformanceRun> {
  try {
    return { values: await simulate(await readTrace(gzipped, LIMITS), device), fault: null };
  } catch (error) {
    if (error instanceof TraceTooLarge) return { values: null, fault: 'trace_too_large' };
    return { values: null, fault: error instanceof NoPaint ? 'no_paint' : 'trace_failed' };
  }
}
