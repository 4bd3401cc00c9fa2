import { CHECKS, checkOf } from '../engine/audit/registry.js';
import { nearest } from '../basics/nearest.js';
import { resultOf, scoreOf } from '../engine/audit/score.js';
import { visible } from '../basics/control-characters.js';
import { withoutCredentials } from '../basics/url.js';
import { type Config } from '../platform/config/config.js';
import { type RenderMode } from '../engine/grading/render-mode.js';
import { readConfigOrExit } from '../platform/config/read-or-exit.js';
import { type Grade, type Step } from '../engine/grading/grade.js';
import { Grader, type GraderOptions } from '../engine/grading/grader.js';
import { configuredBrowser } from '../browsers/configured-browser.js';
import { type Device } from '../engine/rendering/device.js';
import { removeOrphans } from '../engine/rendering/profiles.js';
import { type LoadRuns } from '../engine/rendering/load-runs.js';
import { graderOptions, rendererFor } from '../reports/audits/grader-options.js';
import { configuredPreloadList } from '../engine/hsts-preload/preload-list-file.js';
import { judgeTarget } from '../engine/page-loader/target.js';
import { type AuditedPage, type FormatOptions } from './formats/audited-page.js';
import { type AuditFormat } from './formats/format-names.js';
import { filesOf, FORMATS } from './formats/formats.js';
import { normalized } from './formats/uri.js';
import { EX_USAGE, exitOnInvalidUsage, NOT_LOADED } from './invalid-usage.js';
import { type Limits, keepsLimits, readLimits } from './limits.js';
import { makeOutputFolder, writeOutput } from './output.js';
import { Progress } from './progress.js';
import { messageOf } from '../basics/message-of.js';

export interface AuditOptions {
  readonly format: readonly AuditFormat[];
  /** Folder of the files; standard output if unset. */
  readonly output?: string;
  readonly json?: boolean;
  readonly warnings: FormatOptions['warnings'];
  readonly failUnder?: number;
  /** Path of a JSON file. */
  readonly budgets?: string;
  /** Path of what `--format json` printed. */
  readonly baseline?: string;
  /** Ids of the checks to print and score; all if unset. */
  readonly checks?: readonly string[];
  /** Default: the setting DEFAULT_RENDER. */
  readonly render?: RenderMode;
  readonly device?: Device;
  readonly runs?: `${LoadRuns}`;
}

/** What all audits of one command share. */
interface Session {
  readonly grader: Grader;
  readonly config: Config;
  readonly options: AuditOptions & { readonly render: RenderMode };
  /** Whether people read what is printed, so that standard error need not repeat it. */
  readonly isPrinted: boolean;
  readonly progress: Progress;
}

const STEPS: Readonly<Record<Step, string>> = {
  loading: 'loading the page',
  auditing: 'running the checks',
  looking_around: 'checking links, files and the site',
  rendering: 'rendering the page',
};

/** Audits pages in order and prints the results, or writes them to files. Sets the exit status: 1 if a page breaks a limit,
 *  2 if a page is refused or can't be loaded. Exits with 64 if a setting or an option is invalid. */
export async function auditPages(urls: readonly string[], options: AuditOptions): Promise<void> {
  const formats: readonly AuditFormat[] = options.json === true ? ['json'] : options.format;
  if (formats.length > 1 && options.output === undefined)
    exitOnInvalidUsage('several formats need --output with a folder for their files.');
  if (
    urls.length > 1 &&
    options.output === undefined &&
    formats.some((format) => FORMATS[format].holdsOnePage)
  )
    exitOnInvalidUsage('several pages as html need --output with a folder for their files.');
  const isScored = options.checks?.some((id) => checkOf(id)?.importance !== 'info') ?? true;
  if (options.failUnder !== undefined && options.failUnder > 0 && !isScored)
    exitOnInvalidUsage(
      '--fail-under needs a check that counts for the score: those of --checks are for information.',
    );
  const limits = await readLimits(options);
  const config = readConfigOrExit({ status: EX_USAGE, isServer: false });
  const preloadList = await configuredPreloadList(config.hstsPreloadFile).catch((error: unknown) =>
    exitOnInvalidUsage(messageOf(error)),
  );
  const render = options.render ?? config.defaultRender;
  const { rendererOn, whyNoBrowser } = await rendererOrExit(config, render);
  if (options.output !== undefined) await makeOutputFolder(options.output);
  const grader = new Grader({ ...graderOptions(config), preloadList, rendererOn });
  const { publicUrl } = config;
  const printer = new Printer(formats, options, {
    publicUrl,
    whyNoBrowser,
    resultOf: (score) => resultOf(score, graderOptions(config).bands),
  });
  const isPrinted = options.output === undefined && formats.includes('text');
  const session = { grader, config, options: { ...options, render }, isPrinted, progress: new Progress() };
  process.exitCode = await auditAll(distinct(urls), session, { limits, printer }).finally(() =>
    grader.close(),
  );
}

/** What is wrong with ids of checks; null: nothing. */
export function checksFault(ids: readonly string[]): string | null {
  const unknown = ids.find((id) => !checkOf(id));
  if (unknown === undefined) return null;
  const known = CHECKS.map(({ id }) => id);
  const meant = nearest(unknown, known, 0.5);
  const advice = meant === null ? `The checks are: ${known.join(', ')}.` : `Did you mean ${meant}?`;
  return `there is no check ${JSON.stringify(unknown)} for --checks. ${advice}`;
}

async function auditAll(
  urls: readonly string[],
  session: Session,
  { limits, printer }: { readonly limits: Limits; readonly printer: Printer },
): Promise<number> {
  const pages: AuditedPage[] = [];
  let status = 0;
  try {
    for (const url of urls) {
      const page = await auditOne(url, session);
      pages.push(page);
      printer.print(page);
      tellFaults(page, session);
      if (page.fault !== null || page.renderFault !== null) status = NOT_LOADED;
      if (page.fault === null && !keepsLimits(page, limits)) status = Math.max(status, 1);
    }
  } finally {
    session.progress.hide();
    if (pages.length > 0) await printer.finish(pages);
  }
  return status;
}

/** Says it on standard error where what is printed doesn't. */
function tellFaults({ url, grade, fault, renderFault }: AuditedPage, { isPrinted }: Session): void {
  if (grade && fault !== null && !isPrinted)
    process.stderr.write(`${visible(url)} can't be loaded. ${visible(fault)}\n`);
  if (renderFault !== null)
    process.stderr.write(
      `${visible(url)} was not rendered, and graded as it was sent: ${visible(renderFault)}\n`,
    );
}

/** Pages without those that were given before, in whatever spelling. Says on standard error which these are. */
function distinct(urls: readonly string[]): string[] {
  const seen = new Set<string>();
  return urls.filter((url) => {
    const isNew = !seen.has(normalized(url));
    if (!isNew)
      process.stderr.write(`${visible(withoutCredentials(url))} was given before, and is audited once.\n`);
    seen.add(normalized(url));
    return isNew;
  });
}

async function auditOne(
  address: string,
  { grader, config, options, progress }: Session,
): Promise<AuditedPage> {
  const judged = judgeTarget(address, config);
  const url = withoutCredentials(address);
  if ('fault' in judged) {
    const fault = `The URL ${judged.fault}.`;
    process.stderr.write(`${visible(url)} can't be audited: the URL ${visible(judged.fault)}.\n`);
    return { url, grade: null, fault, renderFault: null };
  }
  const { render, device } = options;
  const runs = Number(options.runs ?? 1) as LoadRuns;
  const onStep = (step: Step) => {
    progress.show(`${STEPS[step]} …`);
  };
  const complete = await grader.grade(judged.url, { onStep, render, device, runs });
  progress.hide();
  const grade = options.checks && !complete.error ? onlyChecks(complete, options.checks, config) : complete;
  const fault = grade.error?.detail ?? null;
  const renderFault = fault === null && render === 'always' ? (grade.rendered?.error?.detail ?? null) : null;
  return { url, grade, fault, renderFault };
}

/** Prints pages as they come where the format allows, and the rest at the end. */
class Printer {
  constructor(
    private readonly formats: readonly AuditFormat[],
    private readonly options: Pick<AuditOptions, 'output' | 'warnings'>,
    private readonly shown: Pick<FormatOptions, 'publicUrl' | 'whyNoBrowser' | 'resultOf'>,
  ) {}

  print(page: AuditedPage): void {
    if (this.options.output !== undefined) return;
    for (const format of this.formats) if (FORMATS[format].isPerPage) this.toStandardOutput(format, [page]);
  }

  async finish(pages: readonly AuditedPage[]): Promise<void> {
    const { output } = this.options;
    if (output !== undefined) {
      const files = this.formats.flatMap((format) => filesOf(format, pages, this.optionsOf(false)));
      await writeOutput(output, files);
      return;
    }
    for (const format of this.formats) if (!FORMATS[format].isPerPage) this.toStandardOutput(format, pages);
  }

  private toStandardOutput(format: AuditFormat, pages: readonly AuditedPage[]): void {
    const hasColors = process.stdout.isTTY && process.stdout.hasColors();
    const text = FORMATS[format].write(pages, this.optionsOf(hasColors));
    if (text !== '') process.stdout.write(`${text}\n`);
  }

  private optionsOf(hasColors: boolean): FormatOptions {
    return { ...this.shown, hasColors, warnings: this.options.warnings };
  }
}

/** Without a browser, `whyNoBrowser` says why. Exits with 2 if the command insists on one. */
async function rendererOrExit(
  config: Config,
  render: RenderMode,
): Promise<Pick<GraderOptions, 'rendererOn'> & Pick<FormatOptions, 'whyNoBrowser'>> {
  if (render === 'never') return { rendererOn: null, whyNoBrowser: null };
  const { program, reason, isRequired } = await configuredBrowser({ ...config, role: 'all' });
  if (isRequired) exitOnInvalidUsage(String(reason));
  if (program) {
    // An interrupted command leaves its own.
    await removeOrphans();
    return { rendererOn: rendererFor(program, config), whyNoBrowser: null };
  }
  if (render === 'auto') return { rendererOn: null, whyNoBrowser: reason };
  process.stderr.write(`The page can't be rendered. Browser: ${visible(String(reason))}\n`);
  process.exit(NOT_LOADED);
}

/** The grade that some of the checks alone give. */
function onlyChecks(grade: Grade, ids: readonly string[], config: Config): Grade {
  const checks = grade.checks.filter(({ id }) => ids.includes(id));
  const { weights, bands } = graderOptions(config);
  const { score, categories, gates } = scoreOf(checks, weights);
  const result = resultOf(score, bands);
  return { ...grade, checks, score, categories, gates, result };
}
