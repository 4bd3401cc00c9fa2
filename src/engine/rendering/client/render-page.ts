import { settlesWithin } from '../../../basics/settles-within.js';
import { type RenderOptions } from '../client-messages.js';
import { RenderError } from '../render-error.js';
import { PageRun, type RunTools } from './page-run.js';
import { SessionEnded } from './protocol/browser-connection.js';
import { BrowserContext, CLOSE_MS } from './protocol/browser-context.js';
import { type LaunchedBrowser } from './protocol/launched-browser.js';

const OPEN_MS = 5000;
/** For what was measured of a page that is not rendered in time. */
const TELL_MS = 500;

const BROWSER_ENDED =
  'The browser ended while it showed the page. Audit the page again; if it recurs, the page takes more than a browser can give it.';

/** Renders one page and tells what it finds as it goes. Never rejects. */
export async function renderPage(
  launched: LaunchedBrowser,
  options: RenderOptions,
  tools: RunTools,
): Promise<void> {
  const startedAt = performance.now();
  const run = new Run(launched, options, tools);
  launched.pipe.beginRun();
  const opening = BrowserContext.create(launched.connection, launched.proxy);
  let isSound = false;
  try {
    if (!(await settlesWithin(OPEN_MS, opening))) throw new Error('it does not answer');
    const context = await opening;
    const left = options.timeLimitMs - (performance.now() - startedAt) - CLOSE_MS;
    if (!(await settlesWithin(Math.max(0, left), run.read(context)))) {
      run.fail(new RenderError('page_hangs', 'The page was not rendered in time.'));
      await settlesWithin(TELL_MS, run.tellLab());
    }
    isSound = (await context.close()) && run.isSound;
  } catch (error) {
    run.fail(error);
  }
  run.stop();
  tools.tell({ event: 'ended', ...run.ending, isSound });
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
    this.error ??= this.errorOf(this.launched.pipe.failure ?? error);
  }

  private errorOf(cause: unknown): RenderError {
    if (cause instanceof RenderError) return cause;
    if (!(cause instanceof SessionEnded))
      return new RenderError('browser_failed', `The browser failed: ${firstLineOf(cause)}`);
    return this.launched.connection.isClosed
      ? new RenderError('browser_failed', BROWSER_ENDED)
      : new RenderError('page_crashed', 'The page closed itself, or its process in the browser ended.');
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

  /** What was measured of the load, also if the page does not answer any more. */
  async tellLab(): Promise<void> {
    await this.page?.tellLab(false).catch(() => undefined);
  }

  async read(context: BrowserContext): Promise<void> {
    const { version, product } = this.launched;
    try {
      const page = await PageRun.open({ context, version, product }, this.options, this.tools);
      this.page = page;
      await page.load(this.options.url);
      await page.readMetrics();
      await page.endLoad();
      if (this.options.onlyLoad) {
        this.isSound = true;
        await page.tellLab(true);
        return;
      }
      await page.takeViewport();
      await page.readDocument();
      this.isSound = await judged(page);
      await page.tellLab(this.isSound);
      page.requireLife();
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
