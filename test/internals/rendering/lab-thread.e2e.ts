import { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { compiledFile } from '../../../src/basics/compiled-file.js';

const THREAD = compiledFile('../../../src/engine/rendering/client/lab/lab.worker.js', import.meta.url);

const event = (name: string, args: object, ts = 1) => ({
  args,
  cat: 'loading',
  name,
  ph: 'X',
  pid: 1,
  tid: 1,
  ts,
});
const traceOf = (events: readonly object[]) =>
  gzipSync(`{"traceEvents":[\n${events.map((one) => JSON.stringify(one)).join(',\n')}]}`);

async function answerTo(gzipped: Uint8Array): Promise<unknown> {
  const worker = new Worker(THREAD, { workerData: { gzipped: [gzipped], device: 'mobile' } });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  }).finally(() => worker.terminate());
}

describe('the thread that reads traces', () => {
  it.each([
    ['text', Buffer.from('{"traceEvents":[]}'), /^trace_failed$/],
    ['no events', traceOf([]), /^(trace_failed|no_paint)$/],
    [
      'events that no browser sends',
      traceOf([event('LayoutShift', { data: { is_main_frame: 1 } })]),
      /^(trace_failed|no_paint)$/,
    ],
    [
      'events whose parts are of other types',
      traceOf([
        event('TracingStartedInBrowser', { data: 7 }),
        event('navigationStart', { frame: [], data: 'x' }),
      ]),
      /^(trace_failed|no_paint)$/,
    ],
    ['65 MB in one event', traceOf([event('a', { data: ' '.repeat(65e6) })]), /^trace_too_large$/],
    ['250 001 events', traceOf(new Array<object>(250_001).fill(event('a', {}))), /^trace_too_large$/],
  ])(
    'answers with a reason to %s',
    async (_, gzipped, fault) => {
      expect(await answerTo(gzipped)).toEqual({ values: null, fault: expect.stringMatching(fault) });
    },
    60_000,
  );
});
