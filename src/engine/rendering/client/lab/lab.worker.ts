/** A thread that computes the metrics of traces, one after the other. */
import { parentPort } from 'node:worker_threads';
import { type LabAnswer, type LabWork, unmeasured } from './lab-work.js';
import { forgetTrace, NoPaint, simulate } from './lantern.js';
import { readTrace, TraceTooLarge } from './trace-events.js';

/** A page of 2000 elements takes 3 MB and 10 000 events. */
const LIMITS = { bytes: 64e6, events: 250_000 };

parentPort?.on('message', (work: LabWork) => {
  void answerTo(work).then((answer) => parentPort?.postMessage(answer));
});

async function answerTo({ gzipped, ...of }: LabWork): Promise<LabAnswer> {
  try {
    return { ...(await simulate(await readTrace(gzipped, LIMITS), of)), fault: null };
  } catch (error) {
    if (error instanceof TraceTooLarge) return unmeasured('trace_too_large');
    return unmeasured(error instanceof NoPaint ? 'no_paint' : 'trace_failed');
  } finally {
    forgetTrace();
  }
}
