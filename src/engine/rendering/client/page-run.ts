import { setTimeout as sleep } from 'node:timers/promises';
import { type AxeVerdicts, type ClientEvent, type RenderOptions, type TurnKind } from '../client-messages.js';
import { EMULATIONS } from '../device.js';
import { type FoundOpportunity } from '../opportunities.js';
import { type Observed } from '../web-vitals.js';
import { withoutNodes, withSelectors } from './lab/elements.js';
import { type CoveredFile } from './lab/coverage.js';
import { LabRun } from './lab/lab-run.js';
import { type LabThread } from './lab/lab-thread.js';
import { type TracedOpportunity } from './lab/opportunities.js';
import { PageActivity } from './page-activity.js';
import { PageLoad } from './page-load.js';
import { PracticesWatch } from './practices-watch.js';
import { readDocument } from './read-document.js';
import { PracticesReading } from './read-practices.js';
import { Pictures } from './pictures.js';
import { type PageScripts } from './page-scripts.js';
import { RenderError } from '../render-error.js';
import { SessionEnded } from './protocol/browser-connection.js';
import { type BrowserContext } from './protocol/browser-context.js';
import { BrowserPage, type TargetKind } from './protocol/browser-page.js';
import { EmulatedDevice } from './protocol/emulated-device.js';
import { type LaunchedBrowser } from './protocol/launched-browser.js';
import { type ProtocolSession } from './protocol/protocol-session.js';
import { answerProxy } from './protocol/proxy-credentials.js';
import { CALL_MS, TimedPage, WORLD } from './timed-page.js';

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

/** One page in a browser: loads it, waits until it is at rest, and reads it. */
export class PageRun {
  private readonly session: ProtocolSession;
  private readonly timed: TimedPage;
  private readonly activity: PageActivity;
  private readonly loading: PageLoad;
  private readonly pictures: Pictures;
  private practices: PracticesWatch | null = null;
  private practicesReading: PracticesReading | null = null;
  private documentCharacters = 0;
  /** The document of the picture of the viewport. */
  private pictured: string | null = null;
  private lab: LabRun | null = null;
  private labState: 'recording' | 'ended' | 'told' = 'recording';
  private proxyAnswered: () => Promise<void> = () => Promise.resolve();

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
    this.timed = new TimedPage(page.session, this.loading);
    this.pictures = new Pictures(this.session, options.device, {
      within: (call) => this.timed.within(call),
      isThere: () => this.timed.isThere(),
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
    this.timed.fail(error);
  }

  /** @throws SessionEnded if the browser has ended, RenderError `page_crashed` if the page has */
  requireLife(): void {
    const { failure } = this.timed;
    const hasCrashed = failure instanceof RenderError && failure.code === 'page_crashed';
    if (hasCrashed || failure instanceof SessionEnded) throw failure;
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

  /** Loads the page and waits until it is at rest, or for its time.
   *  @throws RenderError `page_not_loaded`, `page_crashed` */
  async load(url: string): Promise<void> {
    const { loading, timed } = this;
    timed.beginLoad();
    await timed.within(loading.begin(url, timed.loadLeftMs));
    await timed.within(this.proxyAnswered(), CALL_MS);
    await timed.atRest();
    loading.requireSuccess();
    // A page that answers only now was busy, and may have asked for more.
    await this.firstPaint();
    await timed.idle();
  }

  /** Waits for a page that shows nothing though it is at rest: its scripts may be waiting, too. */
  private async firstPaint(): Promise<void> {
    const endsAt = performance.now() + Math.min(PAINT_MS, this.timed.loadLeftMs);
    while ((await this.observed())?.fcp === null && performance.now() <= endsAt)
      await this.timed.within(sleep(PAINT_LOOK_MS));
  }

  private async observed(): Promise<Observed | null> {
    return this.timed.evaluate<Observed | null>('globalThis.pagegradeMetrics?.() ?? null');
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
      const quietMs = await this.timed.evaluate<number>('globalThis.pagegradeQuietMs?.() ?? 1e6');
      left = QUIET_MS.since - quietMs;
      if (left > 0) await this.timed.within(sleep(left));
    }
    await this.timed.idle();
    this.labState = 'ended';
    this.lab.end(() => this.timed.evaluate<CoveredFile[]>(this.tools.scripts.rules));
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
    const world = await this.timed.world();
    return this.timed.within(withSelectors(this.session, { world, selector }, opportunities));
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
    await turnTo('judging', Math.min(TURN_MS.judging, this.timed.loadLeftMs - JUDGED_LATE_MS));
    try {
      const verdicts = await this.timed.evaluate<AxeVerdicts>(
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
    const page = {
      session,
      scripts: tools.scripts,
      evaluate: <T>(text: string) => this.timed.evaluate<T>(text),
    };
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
      const run = await this.timed.within(this.practicesReading.readRest(of), PRACTICES_MS);
      this.tools.tell({ event: 'practices', run });
      return true;
    } catch {
      return false;
    }
  }

  /** A page without a picture is still audited. */
  async takeViewport(): Promise<void> {
    this.pictured = await this.timed.documentId();
    await this.pictures.take('viewport');
  }

  async takeWhole(): Promise<void> {
    await this.tools.turnTo('picture', TURN_MS.picture);
    await this.pictures.take('full');
  }

  /** Serializes the document with marks, which it does not keep.
   *  @throws RenderError `page_too_large`, `page_not_loaded` */
  async readDocument(): Promise<void> {
    const { session, timed, tools } = this;
    // It may lead elsewhere meanwhile.
    await timed.atRest();
    if (this.practices) await timed.within(this.practices.end());
    this.activity.beginReading();
    this.documentCharacters = await readDocument({ session, timed, loading: this.loading, ...tools });
    // A page that hangs now has its document.
    const read = await timed.documentId().catch(() => this.pictured);
    if (read !== this.pictured) await this.takeViewport();
  }
}

/** What the page, its frames and its workers are asked to report. */
function watched(session: ProtocolSession, kind: TargetKind): Promise<unknown>[] {
  // Nobody asks for the bodies of responses.
  const network = session.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 });
  const both = [network, session.send('Runtime.enable')];
  return kind === 'worker' ? both : [...both, session.send('Log.enable')];
}
