import { type JobRun } from '../../src/platform/queue/job.js';

/** A run that goes on until the job ends. */
export function aRun(): JobRun {
  const { signal } = new AbortController();
  return { jobId: 1, workerId: 'test', stopping: signal, signal };
}
