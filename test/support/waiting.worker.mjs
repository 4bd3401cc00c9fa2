import { readlinkSync } from 'node:fs';
import { threadId } from 'node:worker_threads';

const tid = Number(readlinkSync('/proc/thread-self').split('/').at(-1));

/** Waits without using the processor. */
export function wait({ input: { ms }, parts }) {
  parts.postMessage([{ threadId, tid }]);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  return 'waited';
}

/** Uses the processor until it is ended. */
export function compute({ parts }) {
  parts.postMessage([{ threadId, tid }]);
  for (;;);
}
