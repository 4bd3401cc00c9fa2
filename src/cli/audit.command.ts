import { resultOf, scoreOf } from '../engine/audit/score.js';
import { visible } from '../basics/control-characters.js';
import { type Config } from '../platform/config/config.js';
import { type RenderMode } from '../engine/grading/render-mode.js';
import { readConfigOrExit } from '../platform/config/read-or-exit.js';
import { type Grade, type Step } from '../engine/grading/grade.js';
import { Grader, type GraderOptions } from '../engine/grading/grader.js';
import { configuredBrowser } from '../browsers/configured-browser.js';
import { type Device } from '../engine/rendering/device.js';
import { graderOptions, rendererFor } from '../reports/audits/grader-options.js';
import { configuredPreloadList } from '../engine/hsts-preload/preload-list-file.js';
import { judgeTarget } from '../engine/page-loader/target.js';
import { gradeAsJson } from './grade-json.js';
import { gradeAsText } from './grade-text.js';

export interface AuditOptions {
  readonly json?: boolean;
  readonly failUnder?: number;
  /** Ids of the checks to print and score; all if unset. */
  readonly checks?: readonly string[];
  /** Default: the setting DEFAULT_RENDER. */
  readonly render?: RenderMode;
  readonly device?: Device;
}

/** What all audits of one command share. */
interface Session {
  readonly grader: Grader;
  readonly config: Config;
  readonly options: AuditOptions;
  readonly whyNoBrowser: string | null;
}

const STEPS: Readonly<Record<Step, string>> = {
  loading: 'loading the page',
  auditing: 'running the checks',
  looking_around: 'checking links, files and the site',
  rendering: 'rendering the page',
};
const CLEAR_LINE = '\r\u001b[2K';

/** Audits pages in order and prints the results. Sets the exit status: 1 if a page scores below the limit, 2 if a page
 *  is refused or can't be loaded. */
export async function auditPages(urls: readonly string[], options: AuditOptions): Promise<void> {
  const config = readConfigOrExit();
  const preloadList = await configuredPreloadList(config.hstsPreloadFile).catch((error: unknown) => {
    process.stderr.write(`${visible(error instanceof Error ? error.message : String(error))}\n`);
    process.exit(1);
  });
  const { rendererOn, whyNoBrowser } = await rendererOrExit(config, options.render ?? config.defaultRender);
  const grader = new Grader({ ...graderOptions(config), preloadList, rendererOn });
  let status = 0;
  for (const [index, url] of urls.entries()) {
    if (!process.stderr.isTTY)
      process.stderr.write(`Auditing ${visible(url)} (${String(index + 1)} of ${String(urls.length)})\n`);
    status = Math.max(status, await auditOne(url, { grader, config, options, whyNoBrowser }));
  }
  await grader.close();
  process.exitCode = status;
}

async function auditOne(url: string, { grader, config, options, whyNoBrowser }: Session): Promise<number> {
  const judged = judgeTarget(url, config);
  if ('fault' in judged) {
    process.stderr.write(`${visible(url)} can't be audited: the URL ${visible(judged.fault)}.\n`);
    return 2;
  }
  const { render = config.defaultRender, device } = options;
  const complete = await grader.grade(judged.url, { onStep: showStep, render, device });
  hideStep();
  const grade = options.checks && !complete.error ? onlyChecks(complete, options.checks, config) : complete;
  const text =
    options.json === true
      ? gradeAsJson(url, grade, config.publicUrl ?? '')
      : gradeAsText(url, grade, {
          hasColors: process.stdout.isTTY && process.stdout.hasColors(),
          whyNoBrowser,
        });
  process.stdout.write(`${text}\n`);
  if (grade.error) return 2;
  return grade.score < (options.failUnder ?? 0) ? 1 : 0;
}

/** Without a browser, `whyNoBrowser` says why. Exits with 1 if the command insists on one. */
async function rendererOrExit(
  config: Config,
  render: RenderMode,
): Promise<Pick<GraderOptions, 'rendererOn'> & Pick<Session, 'whyNoBrowser'>> {
  if (render === 'never') return { rendererOn: null, whyNoBrowser: null };
  const { program, reason } = await configuredBrowser({ ...config, role: 'all' });
  if (program) return { rendererOn: rendererFor(program, config), whyNoBrowser: null };
  if (render === 'auto') return { rendererOn: null, whyNoBrowser: reason };
  process.stderr.write(`The page can't be rendered. Browser: ${visible(String(reason))}\n`);
  process.exit(1);
}

/** The grade that some of the checks alone give. */
function onlyChecks(grade: Grade, ids: readonly string[], config: Config): Grade {
  const checks = grade.checks.filter(({ id }) => ids.includes(id));
  const { weights, bands } = graderOptions(config);
  const { score, categories, gates } = scoreOf(checks, weights);
  const result = resultOf(score, bands);
  return { ...grade, checks, score, categories, gates, result };
}

/** Shows each step in terminals only, not in files and pipes. */
function showStep(step: Step): void {
  if (process.stderr.isTTY) process.stderr.write(`${CLEAR_LINE}${STEPS[step]} …`);
}

function hideStep(): void {
  if (process.stderr.isTTY) process.stderr.write(CLEAR_LINE);
}
