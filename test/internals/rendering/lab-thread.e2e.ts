import { gzipSync } from 'node:zlib';
import { compiledFile } from '../../../src/basics/compiled-file.js';
import { type LabAnswer } from '../../../src/engine/rendering/client/lab/lab-work.js';
import { LabThread } from '../../../src/engine/rendering/client/lab/lab-thread.js';

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

const thread = new LabThread(
  compiledFile('../../../src/engine/rendering/client/lab/lab.worker.js', import.meta.url),
);

afterAll(() => thread.end());

async function answerTo(gzipped: Uint8Array, signal = new AbortController().signal): Promise<LabAnswer> {
  return thread.compute(
    { gzipped: [gzipped], device: 'mobile', covered: { scripts: [], styles: [] }, requests: [] },
    signal,
  );
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
  ])('answers with a reason to %s', async (_, gzipped, fault) => {
    expect(await answerTo(gzipped)).toEqual({
      values: null,
      fault: expect.stringMatching(fault),
      opportunities: [],
    });
  });

  it('answers with a reason once its page has ended, and then to the next page', async () => {
    const over = new AbortController();
    const answer = answerTo(traceOf(new Array<object>(200_000).fill(event('a', {}))), over.signal);
    over.abort();
    expect(await answer).toEqual({ values: null, fault: 'took_too_long', opportunities: [] });
    expect((await answerTo(traceOf([]))).fault).toMatch(/^(trace_failed|no_paint)$/);
  });
});
