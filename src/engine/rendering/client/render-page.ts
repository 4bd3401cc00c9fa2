import { type BrowserContext } from 'playwright-core';
import { settlesWithin } from '../../../basics/settles-within.js';
import { type RenderOptions } from '../client-messages.js';
import { EMULATIONS, userAgentOf } from '../device.js';
import { RenderError } from '../render-error.js';
import { type LaunchedBrowser } from './launched-browser.js';
import { PageRun, type RunTools } from './page-run.js';

const OPEN_MS = 5000;
const CLOSE_MS = 2000;

/** Renders one page in a context of its own and tells what it finds as it goes. Never rejects. */
export async function renderPage(
  launched: LaunchedBrowser,
  options: RenderOptions,
  tools: RunTools,
): Promise<void> {
  const startedAt = performance.now();
  const run = new Run(launched, options, tools);
  launched.pipe.beginRun();
  const opening = newContext(launched, options);
  let isSound = false;
  try {
    if (!(await settlesWithin(OPEN_MS, opening))) throw new Error('it does not answer');
    const context = await opening;
    const left = options.timeLimitMs - (performance.now() - startedAt) - CLOSE_MS;
    if (!(await settlesWithin(Math.max(0, left), run.read(context))))
      run.fail(new RenderError('page_hangs', 'The page was not rendered in time.'));
    isSound = (await settlesWithin(CLOSE_MS, context.close())) && run.isSound;
  } catch (error) {
    run.fail(error);
  }
  run.stop();
  tools.tell({ event: 'ended', ...run.ending, isSound });
}

async function newContext(
  { browser, proxy }: LaunchedBrowser,
  { device, product }: RenderOptions,
): Promise<BrowserContext> {
  const { viewport, scale, isMobile } = EMULATIONS[device];
  return browser.newContext({
    viewport,
    deviceScaleFactor: scale,
    isMobile,
    hasTouch: isMobile,
    userAgent: userAgentOf(device, browser.version(), product),
    locale: 'en-US',
    acceptDownloads: false,
    proxy: { server: proxy },
  });
}

class Run {
  /** Whether nothing in this run makes the browser's next one doubtful. */
  isSound = false;
  private page: PageRun | null = null;
  private error: RenderError | null = null;

  constructor(
    private readonly launched: LaunchedBrowser,
    private readonly options: RenderOptions,
    private readonly tools: RunTools,
  ) {}

  fail(error: unknown): void {
    const { failure } = this.launched.pipe;
    const cause = failure ?? error;
    this.error ??=
      cause instanceof RenderError
        ? cause
        : new RenderError('browser_failed', `The browser failed: ${firstLineOf(cause)}`);
  }

  stop(): void {
    this.page?.stop();
  }

  get ending() {
    const { error, page } = this;
    return {
      error: error && { code: error.code, detail: error.message },
      requests: page?.requests ?? 0,
      consoleErrors: page?.consoleErrors ?? 0,
    };
  }

  async read(context: BrowserContext): Promise<void> {
    try {
      this.page = await PageRun.open(context, this.options, this.tools);
      await this.page.load(this.options.url);
      await this.page.readMetrics();
      await this.page.endLoad();
      if (this.options.onlyLoad) {
        this.isSound = true;
        await this.page.tellLab(true);
        return;
      }
      await this.page.takeViewport();
      await this.page.readDocument();
      this.isSound = await judged(this.page);
      await this.page.tellLab(this.isSound);
    } catch (error) {
      this.fail(error);
    }
  }
}

/** What may change the page, or hang it.
 *  @returns whether it still answers */
async function judged(page: PageRun): Promise<boolean> {
  if (!(await page.judge())) return false;
  await page.readImages();
  // Pages are laid out anew for it, and some change then.
  await page.takeWhole();
  return page.readPractices();
}

function firstLineOf(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n', 1)[0] ?? '';
}
