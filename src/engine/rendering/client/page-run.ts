import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../../basics/message-of.js';
import { type AxeVerdicts, type ClientEvent, type RenderOptions, type TurnKind } from '../client-messages.js';
import { EMULATIONS } from '../device.js';
import { type FoundOpportunity } from '../opportunities.js';
import { type Observed } from '../web-vitals.js';
import { RenderError } from '../render-error.js';
import { withoutNodes, withSelectors } from './lab/elements.js';
import { type CoveredFile } from './lab/coverage.js';
import { LabRun } from './lab/lab-run.js';
import { type LabThread } from './lab/lab-thread.js';
import { type TracedOpportunity } from './lab/opportunities.js';
import { noteListeners } from './listeners.js';
import { PageActivity } from './page-activity.js';
import { PageLoad } from './page-load.js';
import { PracticesWatch } from './practices-watch.js';
import { PracticesReading } from './read-practices.js';
import { Pictures } from './pictures.js';
import { PART_CHARACTERS, type PageScripts } from './page-scripts.js';
import { SessionEnded } from './protocol/browser-connection.js';
import { type BrowserContext } from './protocol/browser-context.js';
import { BrowserPage, type TargetKind } from './protocol/browser-page.js';
import { EmulatedDevice } from './protocol/emulated-device.js';
import { type LaunchedBrowser } from './protocol/launched-browser.js';
import { type ProtocolSession } from './protocol/protocol-session.js';
import { answerProxy } from './protocol/proxy-credentials.js';

/** From the first request until the page is at rest. What is there then is audited. A page that is at rest sooner, but
 *  gets busy while it is read, has the rest of this time to answer. */
const LOAD_MS = 18_000;
/** Beyond that, and for any other call to the browser. All of them take milliseconds unless the page hangs. */
const CALL_MS = 5000;
/** How long a page may keep axe-core busy, by the rules that are run. */
const JUDGE_MS = { layout: 8000, lighthouse: 14_000 } as const;
/** For measuring the text of a page and pasting into its inputs. */
const PRACTICES_MS = 6000;
/** Lighthouse measures until the page is at rest: no long task ended within the first time, awaited for the second. */
const QUIET_MS = { since: 300, longest: 3000 };
/** How long a page at rest may show nothing, and how often that is looked at. */
const PAINT_MS = 5000;
const PAINT_LOOK_MS = 200;
/** Longer, a page goes on out of turn: those that hang hold up no others. */
const TURN_MS = { judging: 5000, picture: 3000 };
/** A page that has less time left of its load does not wait for its turn: judging it may take as long as the run has. */
const JUDGED_LATE_MS = 10_000;
const WORLD = 'pagegrade';
/** What Chromium says of a call whose document is gone. */
const REPLACED = /navigated or closed|Cannot find context|context was destroyed|Promise was collected/;
const REPLACED_TEXT = 'The page was replaced while it was read.';
/** A browser with nothing but loopback takes itself for offline, though its proxy is not. */
const ONLINE =
  "Object.defineProperty(Navigator.prototype, 'onLine', { get: () => true, configurable: true, enumerable: true })";
/** Enough for the service to refuse all others. */
const MAX_TOLD_REQUESTS = 250;

export interface RunTools {
  readonly scripts: PageScripts;
  /** Shared by the runs of a client, one after the other. */
  readonly thread: LabThread;
  readonly tell: (event: ClientEvent) => void;
  /** Waits for a turn, but no longer than a time limit in milliseconds. */
  readonly turnTo: (kind: TurnKind, timeLimitMs: number) => Promise<void>;
}

interface OpenContext extends Pick<LaunchedBrowser, 'version' | 'product'> {
  readonly context: BrowserContext;
}

/** What `page-scripts/collect.js` returns. */
interface Collected {
  readonly characters: number;
  readonly html: string;
  readonly url: string;
}

/** One page in a browser: loads it, waits until it is at rest, and reads it. Each call to the browser has a time limit,
 *  because a page that hangs or has crashed answers none. */
export class PageRun {
  private readonly session: ProtocolSession;
  private readonly activity: PageActivity;
  private readonly loading: PageLoad;
  private readonly pictures: Pictures;
  private practices: PracticesWatch | null = null;
  private practicesReading: PracticesReading | null = null;
  private documentCharacters = 0;
  private isRead = false;
  /** Of the document that is read. */
  private loaderId: string | null = null;
  private lab: LabRun | null = null;
  private labState: 'recording' | 'ended' | 'told' = 'recording';
  private proxyAnswered: () => Promise<void> = () => Promise.resolve();
  private readonly failed = new AbortController();
  private loadEndsAt = 0;

  private constructor(
    private readonly page: BrowserPage,
    private readonly options: RenderOptions,
    private readonly tools: RunTools,
  ) {
    this.session = page.session;
    this.activity = new PageActivity(page, {
      onrequest: () => {
        if (this.requests <= MAX_TOLD_REQUESTS) tools.tell({ event: 'request' });
      },
      onend: (error) => {
        this.fail(error);
      },
    });
    this.session.onend = () => {
      this.fail(new SessionEnded('The page has ended.'));
    };
    this.loading = new PageLoad(page);
    this.pictures = new Pictures(this.session, options.device, {
      within: (call) => this.within(call),
      tell: tools.tell,
    });
  }

  static async open(
    { context, version, product }: OpenContext,
    options: RenderOptions,
    tools: RunTools,
  ): Promise<PageRun> {
    const device = new EmulatedDevice(options.device, version, product);
    const page = await BrowserPage.open(context, (session, kind) => [
      ...device.apply(session, kind),
      ...watched(session, kind),
    ]);
    const run = new PageRun(page, options, tools);
    await run.prepare();
    return run;
  }

  get requests(): number {
    return this.activity.requests;
  }

  get consoleErrors(): number {
    return this.activity.consoleErrors;
  }

  /** Ends what is under way with this error. */
  fail(error: Error): void {
    this.failed.abort(error);
  }

  private async prepare(): Promise<void> {
    const { session, options, tools } = this;
    this.proxyAnswered = await answerProxy(session, options);
    const isAudited = options.rules === 'lighthouse' && !options.onlyLoad;
    if (isAudited) this.practices = await PracticesWatch.start(this.page);
    const observe = { source: tools.scripts.observe, worldName: WORLD };
    await Promise.all([
      session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: ONLINE }),
      session.send('Page.addScriptToEvaluateOnNewDocument', observe),
    ]);
    if (options.rules !== 'lighthouse') return;
    const source = tools.scripts.idle(options.device);
    await session.send('Page.addScriptToEvaluateOnNewDocument', { source });
    this.lab = await LabRun.start(this.page, options.device, tools.thread);
  }

  /** Loads the page and waits until it is at rest, or for {@link LOAD_MS}.
   *  @throws RenderError `page_not_loaded`, `page_crashed` */
  async load(url: string): Promise<void> {
    const { loading } = this;
    this.loadEndsAt = performance.now() + LOAD_MS;
    await this.within(loading.begin(url, this.loadLeftMs));
    await this.within(this.proxyAnswered(), CALL_MS);
    await this.atRest();
    loading.requireSuccess();
    // A page that answers only now was busy, and may have asked for more.
    await (this.lab ? this.firstPaint() : this.observed());
    await this.within(loading.idle(this.loadLeftMs));
  }

  private async atRest(): Promise<void> {
    await this.within(this.loading.loaded(this.loadLeftMs));
    await this.within(this.loading.idle(this.loadLeftMs));
  }

  /** Waits for a page that shows nothing though it is at rest: its scripts may be waiting, too. */
  private async firstPaint(): Promise<void> {
    const endsAt = performance.now() + Math.min(PAINT_MS, this.loadLeftMs);
    while ((await this.observed())?.fcp === null && performance.now() <= endsAt)
      await this.within(sleep(PAINT_LOOK_MS));
  }

  private async observed(): Promise<Observed | null> {
    return this.evaluate<Observed | null>('globalThis.pagegradeMetrics?.() ?? null');
  }

  private get loadLeftMs(): number {
    return Math.max(1, this.loadEndsAt - performance.now());
  }

  /** How long the page may take to answer. */
  private get callMs(): number {
    return this.loadLeftMs + CALL_MS;
  }

  async readMetrics(): Promise<void> {
    const observed = await this.observed();
    if (observed) this.tools.tell({ event: 'metrics', observed });
  }

  /** Ends the record of the load when the page has no more long tasks. What follows is not the page's own. */
  async endLoad(): Promise<void> {
    if (!this.lab) return;
    const endsAt = performance.now() + QUIET_MS.longest;
    for (let left = QUIET_MS.since; left > 0 && performance.now() < endsAt;) {
      const quietMs = await this.evaluate<number>('globalThis.pagegradeQuietMs?.() ?? 1e6');
      left = QUIET_MS.since - quietMs;
      if (left > 0) await this.within(sleep(left));
    }
    await this.within(this.loading.idle(this.loadLeftMs));
    this.labState = 'ended';
    this.lab.end(() => this.evaluate<CoveredFile[]>(this.tools.scripts.rules));
  }

  /** Tells what was measured of the load, once.
   *  @param isSound whether the page still answers, and can say which elements a trace is about */
  async tellLab(isSound: boolean): Promise<void> {
    if (!this.lab || this.labState === 'recording') return;
    const { opportunities, ...run } = await this.lab.answered();
    const named = isSound ? this.named(opportunities) : Promise.resolve(withoutNodes(opportunities));
    const found = await named.catch(() => withoutNodes(opportunities));
    if (this.labState === 'told') return;
    this.labState = 'told';
    this.tools.tell({ event: 'lab', ...run, opportunities: found });
  }

  private async named(opportunities: readonly TracedOpportunity[]): Promise<FoundOpportunity[]> {
    const { selector } = this.tools.scripts;
    const world = await this.world();
    return this.within(withSelectors(this.session, { world, selector }, opportunities));
  }

  /** Ends what may still be under way. */
  stop(): void {
    this.lab?.stop();
  }

  /** Runs rules of axe-core; there are no verdicts if that takes too long.
   *  @returns whether the page still answers */
  async judge(): Promise<boolean> {
    const { rules } = this.options;
    if (rules === 'none') return true;
    const { scripts, turnTo } = this.tools;
    await turnTo('judging', Math.min(TURN_MS.judging, this.loadLeftMs - JUDGED_LATE_MS));
    try {
      const verdicts = await this.evaluate<AxeVerdicts>(
        `${scripts.axe};${scripts.measure(rules)}`,
        JUDGE_MS[rules],
      );
      this.tools.tell({ ...verdicts, event: 'judged' });
      return true;
    } catch {
      return false;
    }
  }

  /** Reads the images for the category best practices, before anything lays the page out anew. */
  async readImages(): Promise<void> {
    if (!this.practices) return;
    const { session, tools } = this;
    const page = { session, scripts: tools.scripts, evaluate: <T>(text: string) => this.evaluate<T>(text) };
    this.practicesReading = new PracticesReading(page, this.practices);
    await this.practicesReading.readImages().catch(() => {
      this.practicesReading = null;
    });
  }

  /** Reads everything else for the category best practices.
   *  @returns whether the page still answers */
  async readPractices(): Promise<boolean> {
    if (!this.practices) return true;
    if (!this.practicesReading) return false;
    const of = {
      characters: this.documentCharacters,
      isPhone: EMULATIONS[this.options.device].isMobile,
    };
    try {
      const run = await this.within(this.practicesReading.readRest(of), PRACTICES_MS);
      this.tools.tell({ event: 'practices', run });
      return true;
    } catch {
      return false;
    }
  }

  /** A page without a picture is still audited. */
  async takeViewport(): Promise<void> {
    await this.pictures.take('viewport');
  }

  async takeWhole(): Promise<void> {
    await this.tools.turnTo('picture', TURN_MS.picture);
    await this.pictures.take('full');
  }

  /** Serializes the document with marks, which it does not keep.
   *  @throws RenderError `page_too_large`, `page_not_loaded` */
  async readDocument(): Promise<void> {
    // It may lead elsewhere meanwhile.
    await this.atRest();
    if (this.practices) await this.within(this.practices.end());
    this.activity.beginReading();
    await this.noteListeners();
    const mark = `data-${randomBytes(6).toString('hex')}`;
    this.isRead = true;
    const collected = await this.evaluate<Collected | { isTooLarge: true }>(this.tools.scripts.collect(mark));
    if ('characters' in collected) this.documentCharacters = collected.characters;
    if (!('characters' in collected))
      throw new RenderError('page_too_large', 'The rendered document is too large to be audited.');
    if (!/^https?:/.test(collected.url))
      throw new RenderError(
        'page_not_loaded',
        'The page was replaced by something that is not a page of a website or can’t be loaded.',
      );
    this.tools.tell({ event: 'html', text: collected.html });
    for (let start = PART_CHARACTERS; start < collected.characters; start += PART_CHARACTERS) {
      const end = start + PART_CHARACTERS;
      const text = await this.evaluate<string>(`pagegradeHtml.slice(${String(start)}, ${String(end)})`);
      this.tools.tell({ event: 'html', text });
    }
    this.tools.tell({ event: 'document', url: collected.url, mark });
  }

  /** Where they can't be read, the handlers in the markup count. */
  private async noteListeners(): Promise<void> {
    const noting = this.world().then((world) =>
      noteListeners(this.session, world, this.tools.scripts.placeholders),
    );
    await this.within(noting).catch(() => undefined);
  }

  /** Once more if the page leads elsewhere meanwhile, unless it is being read.
   *  @throws RenderError `page_hangs`, `page_crashed` */
  private async evaluate<T>(expression: string, ms = this.callMs): Promise<T> {
    try {
      return await this.evaluated(expression, ms);
    } catch (error) {
      if (!REPLACED.test(messageOf(error))) throw error;
      if (this.isRead) throw new RenderError('page_hangs', REPLACED_TEXT, { cause: error });
      await this.atRest();
      return this.evaluated(expression, ms);
    }
  }

  private async evaluated<T>(expression: string, ms: number): Promise<T> {
    const contextId = await this.world();
    const evaluating = this.session.send('Runtime.evaluate', {
      expression,
      contextId,
      returnByValue: true,
      awaitPromise: true,
    });
    const { result, exceptionDetails } = await this.within(evaluating, ms);
    if (!exceptionDetails) return result.value as T;
    throw new RenderError('page_hangs', `The page could not be read: ${exceptionDetails.text}.`);
  }

  /** Our isolated world in the current document.
   *  @throws RenderError `page_hangs` if this is not the one that is being read */
  private async world(): Promise<number> {
    const {
      frameTree: { frame },
    } = await this.within(this.session.send('Page.getFrameTree'));
    if (this.isRead) this.loaderId ??= frame.loaderId;
    if (this.isRead && frame.loaderId !== this.loaderId) throw new RenderError('page_hangs', REPLACED_TEXT);
    const world = { frameId: frame.id, worldName: WORLD };
    const creating = this.session.send('Page.createIsolatedWorld', world);
    return (await this.within(creating)).executionContextId;
  }

  /** @throws RenderError `page_hangs`, `page_crashed` */
  private async within<T>(call: Promise<T>, ms = this.callMs): Promise<T> {
    const over = new AbortController();
    const late = sleep(ms, null, { signal: AbortSignal.any([over.signal, this.failed.signal]) }).then(
      () => new RenderError('page_hangs', 'The page keeps the browser busy and does not answer.'),
      () => this.failed.signal.reason as Error,
    );
    try {
      const first = await Promise.race([call, late.then((error) => Promise.reject(error))]);
      return first;
    } finally {
      over.abort();
    }
  }
}

/** What the page, its frames and its workers are asked to report. */
function watched(session: ProtocolSession, kind: TargetKind): Promise<unknown>[] {
  // Nobody asks for the bodies of responses.
  const network = session.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 });
  const both = [network, session.send('Runtime.enable')];
  return kind === 'worker' ? both : [...both, session.send('Log.enable')];
}
