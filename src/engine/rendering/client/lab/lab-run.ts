import { settlesWithin } from '../../../../basics/settles-within.js';
import { type Device } from '../../device.js';
import { type CoveredFile, ScriptCoverage } from './coverage.js';
import { type LabThread } from './lab-thread.js';
import { type LabAnswer, unmeasured } from './lab-work.js';
import { NetworkLog } from './network-log.js';
import { type BrowserPage } from '../protocol/browser-page.js';
import { type ProtocolSession } from '../protocol/protocol-session.js';
import { readStream } from '../protocol/read-stream.js';

/** What the metrics, and the insights about them, are computed from. */
const CATEGORIES = [
  'disabled-by-default-lighthouse',
  'loading',
  'v8.execute',
  'blink.user_timing',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-devtools.timeline.stack',
  'disabled-by-default-devtools.screenshot',
];
/** Of what the browser keeps of a trace. Beyond it, events are lost. */
const BUFFER_KB = 64 * 1024;
/** Of a compressed trace, which takes a tenth of its text. */
const MAX_BYTES = 8e6;
/** The browser waits up to 5 s for processes that don't answer. */
const END_MS = 8000;

/** The trace of one page load and what a thread computes of it. A trace is of a whole browser, which
 *  has one page. Nothing rejects: without an answer, there is a reason. */
export class LabRun {
  private readonly stopped = new AbortController();
  private answer: Promise<LabAnswer> = Promise.resolve(unmeasured('trace_failed'));

  private constructor(
    private readonly session: ProtocolSession,
    private readonly device: Device,
    private readonly thread: LabThread,
    private readonly coverage: ScriptCoverage,
    private readonly network: NetworkLog,
    private isTracing: boolean,
  ) {}

  /** To be called before the page is loaded. */
  static async start(page: BrowserPage, device: Device, thread: LabThread): Promise<LabRun> {
    const { session } = page;
    const network = new NetworkLog(page);
    const coverage = await ScriptCoverage.start(session);
    const traceConfig = {
      recordMode: 'recordUntilFull' as const,
      traceBufferSizeInKb: BUFFER_KB,
      includedCategories: CATEGORIES,
      excludedCategories: ['*'],
    };
    const starting = session.send('Tracing.start', {
      transferMode: 'ReturnAsStream',
      streamCompression: 'gzip',
      traceConfig,
    });
    return starting.then(
      () => new LabRun(session, device, thread, coverage, network, true),
      () => new LabRun(session, device, thread, coverage, network, false),
    );
  }

  /** Ends the trace and begins to read it.
   *  @param readStyles is called when nothing of it can be in the trace any more */
  end(readStyles: () => Promise<readonly CoveredFile[]>): void {
    if (!this.isTracing) return;
    this.isTracing = false;
    this.answer = this.read(readStyles).catch(() => unmeasured('trace_failed'));
  }

  /** What was computed. */
  async answered(): Promise<LabAnswer> {
    return this.answer;
  }

  /** Ends what is under way. */
  stop(): void {
    this.stopped.abort();
    if (this.isTracing) this.session.send('Tracing.end').catch(() => undefined);
    this.isTracing = false;
  }

  private async read(readStyles: () => Promise<readonly CoveredFile[]>): Promise<LabAnswer> {
    const requests = this.network.end();
    const completed = this.session.next('Tracing.tracingComplete');
    const ended = this.session.send('Tracing.end').then(() => completed);
    if (!(await settlesWithin(END_MS, ended))) return unmeasured('took_too_long');
    const { stream, dataLossOccurred } = await ended;
    if (stream === undefined) return unmeasured('trace_failed');
    const covering = Promise.all([this.coverage.end(), readStyles().catch(() => [])]);
    if (dataLossOccurred) {
      await this.session.send('IO.close', { handle: stream }).catch(() => undefined);
      return unmeasured('trace_too_large');
    }
    const gzipped = await readStream(this.session, stream, MAX_BYTES);
    if (!gzipped) return unmeasured('trace_too_large');
    const [scripts, styles] = await covering;
    const work = { gzipped, device: this.device, covered: { scripts, styles }, requests };
    return this.thread.compute(work, this.stopped.signal);
  }
}
