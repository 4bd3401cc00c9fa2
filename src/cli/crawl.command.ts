import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from '../app.setup.js';
import { AuthService } from '../auth/auth.service.js';
import { CONFIGURED_BROWSER, type ConfiguredBrowser } from '../browsers/configured-browser.js';
import { visible } from '../basics/control-characters.js';
import { patternsFault } from '../crawls/dto/patterns.js';
import { type CrawlView } from '../crawls/crawl.view.js';
import { type SiteFindingView } from '../crawls/findings/site-finding.view.js';
import { type CrawlPageView } from '../crawls/pages/crawl-page.view.js';
import { type RenderMode } from '../engine/grading/render-mode.js';
import { PreloadFileUnusable } from '../engine/hsts-preload/preload-list-file.js';
import { judgeTarget } from '../engine/page-loader/target.js';
import { type Config } from '../platform/config/config.js';
import { readConfigOrExit } from '../platform/config/read-or-exit.js';
import { abortedOnSignal, type Interrupted } from '../process/exit-on-signal.js';
import { withDatabase } from '../platform/database/connected-config.js';
import { Database } from '../platform/database/database.js';
import { CRAWL_FILES, crawlAs, progressLine, whyNotAudited } from './crawl-text.js';
import { type CrawlFormat } from './formats/format-names.js';
import { EX_SOFTWARE, EX_USAGE, exitOnInvalidUsage, NOT_LOADED } from './invalid-usage.js';
import { scoreFault } from './limits.js';
import { makeOutputFolder, writeOutput } from './output.js';
import { Progress } from './progress.js';
import { messageOf } from '../basics/message-of.js';
import { withoutCredentials } from '../basics/url.js';
import { settlesWithin } from '../basics/settles-within.js';

export interface CrawlOptions {
  readonly maxPages: number;
  readonly maxDepth: number;
  readonly delay: number;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly render?: RenderMode;
  readonly failUnder?: number;
  readonly format: readonly CrawlFormat[];
  /** Folder of the files; standard output if unset. */
  readonly output?: string;
}

const LOOK_MS = 500;
const CONNECT_LIMIT_MS = 60_000;
/** What the service would print to the terminal of the command. */
const QUIET = { logLevel: 'silent', metricsPort: 0, publicUrl: null } as const;
/** Of the limits for clients: the command looks how far its crawl is, as often as it needs. */
const UNLIMITED = { rateLimit: 0, createLimit: 0, accountRateLimit: 0, accountCreateLimit: 0 } as const;

/** Calls the service that runs in this process. */
type Call = <T>(method: string, path: string, body?: object) => Promise<T>;

/** Crawls a website with a service and a database of its own, in a temporary folder, and prints the result. Sets the exit
 *  status: 1 if the mean score is below the limit, 2 if the start or every page could not be loaded or there is no browser for
 *  `--render always`, 64 if a setting is invalid, 70 if something else fails. */
export async function crawlSite(url: string, options: CrawlOptions): Promise<void> {
  if (options.format.length > 1 && options.output === undefined)
    exitOnInvalidUsage('several formats need --output with a folder for their files.');
  for (const [name, patterns = []] of [
    ['--include', options.include],
    ['--exclude', options.exclude],
  ] as const) {
    const fault = patternsFault(patterns);
    if (fault !== null) exitOnInvalidUsage(`${name} ${fault}`);
  }
  const settings = readConfigOrExit({ status: EX_USAGE, isServer: false });
  const judged = judgeTarget(url, settings);
  if ('fault' in judged) {
    process.stderr.write(
      `${visible(withoutCredentials(url))} can't be crawled: the URL ${visible(judged.fault)}.\n`,
    );
    process.exitCode = NOT_LOADED;
    return;
  }
  if (options.output !== undefined) await makeOutputFolder(options.output);
  const folder = await mkdtemp(join(tmpdir(), 'pagegrade-crawl-'));
  // Also where a second signal ends it. The server may still be writing there.
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const interrupted = abortedOnSignal();
  try {
    process.exitCode = await withOwnDatabase({ ...settings, dataDir: folder }, (config) =>
      withService(config, async (call, browser) => {
        const { render = config.defaultRender } = options;
        const status = browserFault(browser, { render, isOff: config.browser === 'off' });
        return status ?? crawl(call, url, { ...options, interrupted });
      }),
    );
  } catch (error) {
    process.stderr.write(`${visible(messageOf(error))}\n`);
    process.exitCode = error instanceof PreloadFileUnusable ? EX_USAGE : EX_SOFTWARE;
  }
}

async function withOwnDatabase(settings: Config, work: (config: Config) => Promise<number>): Promise<number> {
  const own = { ...settings, ...QUIET, ...UNLIMITED };
  const { config, stop } = await withDatabase(own, { isTemporary: true });
  return work(config).finally(stop);
}

async function withService(
  config: Config,
  work: (call: Call, browser: ConfiguredBrowser) => Promise<number>,
): Promise<number> {
  const app = await createApp(config);
  try {
    await app.listen(0, '127.0.0.1');
    await connected(app.get(Database));
    const key = await app.get(AuthService).bootstrap();
    const { port } = app.getHttpServer().address() as { port: number };
    const call = callTo(`http://127.0.0.1:${String(port)}/api/v1`, key ?? '');
    return await work(call, app.get<ConfiguredBrowser>(CONFIGURED_BROWSER));
  } finally {
    await app.close();
  }
}

/** Says on standard error why no page is rendered; nothing if none should be.
 *  @returns an exit status if nothing can be crawled without a browser */
function browserFault(
  { program, reason, isRequired }: ConfiguredBrowser,
  { render, isOff }: { readonly render: RenderMode; readonly isOff: boolean },
): number | null {
  const isWanted = render === 'always' || isRequired || !(render === 'never' || isOff);
  if (program || !isWanted) return null;
  process.stderr.write(`No page can be rendered. Browser: ${visible(String(reason))}\n`);
  if (isRequired) return EX_USAGE;
  return render === 'always' ? NOT_LOADED : null;
}

/** @throws Error if the database can't be used for a minute */
async function connected(database: Database): Promise<void> {
  const connecting = database.connect();
  if (await settlesWithin(CONNECT_LIMIT_MS, connecting)) await connecting;
  else
    throw new Error(
      `The database of the crawl can't be used: ${database.startFault ?? 'it does not answer'}.`,
    );
}

function callTo(base: string, key: string): Call {
  return async <T>(method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(base + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { data: T; detail?: string };
    const detail = answer.detail ?? `Status ${String(response.status)}`;
    if (!response.ok) throw response.status < 500 ? new Refused(detail) : new Error(detail);
    return answer.data;
  };
}

/** The service refuses the crawl, and says why. */
class Refused extends Error {}

async function crawl(
  call: Call,
  url: string,
  { interrupted, ...options }: CrawlOptions & { readonly interrupted: AbortSignal },
): Promise<number> {
  const { maxPages, maxDepth, delay, include, exclude, render, failUnder = 0, format, output } = options;
  const limits = { max_pages: maxPages, max_depth: maxDepth, delay_ms: delay };
  const started = await call<CrawlView>('POST', '/crawls', {
    url,
    ...limits,
    include,
    exclude,
    render,
  }).catch((error: unknown) => error);
  if (started instanceof Refused) {
    process.stderr.write(`${visible(url)} can't be crawled: ${visible(started.message)}\n`);
    return NOT_LOADED;
  }
  if (started instanceof Error) throw started;
  const path = `/crawls/${String((started as CrawlView).id)}`;
  const ended = await untilOver(call, path, interrupted);
  const findings = await call<SiteFindingView[]>('GET', `${path}/findings`);
  const startFault = await startFaultOf(call, path);
  const result = { crawl: ended, findings, startFault };
  const files = format.map((name) => ({ file: CRAWL_FILES[name], text: crawlAs(name, result) }));
  const printed = files.filter(({ text }) => text !== '').map(({ text }) => `${text}\n`);
  if (output === undefined) process.stdout.write(printed.join(''));
  else await writeOutput(output, files);
  if (interrupted.aborted) return (interrupted.reason as Interrupted).status;
  const reason = whyNotAudited(result);
  if (reason !== null) {
    process.stderr.write(
      `${visible(url)} can't be ${startFault === null ? 'audited' : 'loaded'}. ${visible(reason)}\n`,
    );
    return NOT_LOADED;
  }
  if (ended.error !== null)
    process.stderr.write(`${visible(url)}: the crawl ended early. ${visible(ended.error)}\n`);
  const fault = scoreFault('mean score', ended.score.mean ?? 0, { failUnder });
  if (fault === null) return 0;
  process.stderr.write(`${visible(url)}: ${fault}\n`);
  return 1;
}

/** Why the page that a crawl starts at can't be loaded, as a sentence; null: it can, or was not visited. */
async function startFaultOf(call: Call, path: string): Promise<string | null> {
  const [first] = await call<CrawlPageView[]>('GET', `${path}/pages?sort=asc`);
  return first?.depth === 0 ? (first.error?.detail ?? null) : null;
}

/** Shows progress meanwhile. An interrupted crawl is ended. */
async function untilOver(call: Call, path: string, interrupted: AbortSignal): Promise<CrawlView> {
  const progress = new Progress();
  for (;;) {
    const crawl = await call<CrawlView>('GET', path);
    progress.show(progressLine(crawl));
    if (crawl.finished_at !== null || interrupted.aborted) {
      progress.hide();
      return crawl.finished_at === null ? call<CrawlView>('POST', `${path}/cancel`) : crawl;
    }
    await sleep(LOOK_MS, undefined, { signal: interrupted }).catch(() => undefined);
  }
}
