import { type Finding, inReportOrder } from '../audit/audit.js';
import { isShell, unrenderedFindings } from '../audit/rendered-findings.js';
import { gradeObservatory } from '../audit/parity/observatory-grade.js';
import { type RulesetSettings, rulesetVersionOf } from '../audit/ruleset-version.js';
import { resultOf, scoreOf } from '../audit/score.js';
import { type SiteResponses } from '../audit/surroundings.js';
import { type SiteSurvey, surveySite, type SurveyOptions } from '../crawling/site-survey.js';
import { type PreloadList } from '../hsts-preload/preload-list.js';
import { preloadedEndingOf } from '../audit/preloaded-endings.js';
import { LoadError } from '../page-loader/load-error.js';
import { type PageLoaderOptions } from '../page-loader/loader-options.js';
import { PageLoader } from '../page-loader/page-loader.js';
import { type LoadedPage, type LoadResult, type Visit } from '../page-loader/visit.js';
import { type Device } from '../rendering/device.js';
import { RenderError } from '../rendering/render-error.js';
import { type PrintSettings, type Renderer } from '../rendering/renderer.js';
import { type RenderFacts, type Rendering, unavailable } from '../rendering/rendering.js';
import {
  auditRendered,
  readersFor,
  type AuditTools,
  type InspectedPage,
  type SentPage,
} from './rendered-audit.js';
import { addressToRender, isToRender, TOO_COMPLEX, wordsIn } from './rendered-grade.js';
import { bytesOf } from './page-bytes.js';
import { AuditThreads, type AuditThreadsOptions, type Inspection } from './audit-threads.js';
import { type RenderMode } from './render-mode.js';
import { type Grade, type GradeOptions } from './grade.js';
import { requestSite } from './site-requests.js';
import { askableReferences, requestReferences, shareAsTarget } from './surrounding-requests.js';
import { StyleSheetLoader } from './style-sheets.js';

export interface GraderOptions extends RulesetSettings {
  readonly loader: PageLoaderOptions;
  readonly threads?: AuditThreadsOptions;
  /** Unset or null: preloading is not checked. */
  readonly preloadList?: PreloadList | null;
  /** Unset or null: no page is rendered. */
  readonly rendererOn?: ((loader: PageLoader) => Renderer) | null;
}

type InspectOptions = Required<Pick<GradeOptions, 'onStep' | 'render' | 'outline'>>;

/** Who asks for a page within this time after it was requested shares its grade. */
const SHARED_MS = 2000;
/** For the command line, which has no accounts. */
const NO_ACCOUNT = 0;

const NOT_RENDERED = { rendered: null, screenshots: { viewport: null, full: null } };

const NO_CATEGORIES: Grade['categories'] = {
  seo: null,
  content: null,
  performance: null,
  security: null,
  best_practice: null,
};

/** Loads, audits and scores pages. */
export class Grader {
  private readonly loader: PageLoader;
  private readonly threads: AuditThreads;
  private readonly tools: AuditTools;
  private readonly renderer: Renderer | null;
  private readonly rulesetVersion: string;

  constructor(private readonly options: GraderOptions) {
    this.loader = new PageLoader(options.loader);
    this.renderer = options.rendererOn?.(this.loader) ?? null;
    this.threads = new AuditThreads(options.threads);
    const { preloadList } = options;
    const isPreloaded = (host: string) =>
      preloadedEndingOf(host) !== null || (preloadList?.has(host) ?? false);
    this.tools = { threads: this.threads, limits: options.checkLimits, isPreloaded };
    this.rulesetVersion = rulesetVersionOf(options);
  }

  /** Grades a page. One that can't be loaded is graded bad, with the reason.
   *  @param target result of `judgeTarget`
   *  @throws OutOfResources if this process runs out of a resource */
  async grade(
    target: URL,
    {
      onStep = () => undefined,
      render = 'never',
      device = 'mobile',
      runs = 1,
      outline = false,
      ...visitFor
    }: GradeOptions = {},
  ): Promise<Grade> {
    const account = visitFor.account ?? NO_ACCOUNT;
    return this.loader.visit(
      async (visit) => {
        onStep('loading');
        const inspected = await this.inspect(visit, await visit.load(target), { onStep, render, outline });
        if (inspected instanceof LoadError) return this.failed(inspected, visit);
        onStep('looking_around');
        const responses = await this.lookAround(visit, inspected);
        const grade = await this.graded(visit, inspected, responses);
        if (!isToRender(grade, render)) return this.withoutRendering(grade, null);
        if (!this.renderer) return this.unrendered(grade, { render, device });
        onStep('rendering');
        const url = Object.assign(new URL(addressToRender(inspected.page)), { hash: visit.fragment });
        const { signal } = visit;
        const run = { url, audited: target, device, runs, account, signal };
        const rendering = await visit.pauseFor(this.renderer.render(run));
        return this.rendered(visit, { grade, inspected, responses }, rendering);
      },
      { ...visitFor, account },
    );
  }

  /** The grade of a page that was to be rendered where there is no browser. */
  unrendered(grade: Grade, { render, device }: { render: RenderMode; device: Device }): Grade {
    const words = { static: wordsIn(grade.checks), rendered: null };
    return this.withoutRendering(grade, render === 'always' ? { ...unavailable(device), words } : null);
  }

  /** Finds out what a website says about itself, as `surveySite` does. */
  async survey(target: URL, options: SurveyOptions): Promise<SiteSurvey> {
    const { loader, threads } = this;
    return surveySite({ loader, threads }, target, options);
  }

  /** Prints a document of ours, as {@link Renderer.print} does.
   *  @throws RenderError `rendering_unavailable` where there is no browser */
  async print(html: string, settings: PrintSettings): Promise<Uint8Array> {
    if (this.renderer) return this.renderer.print(html, settings);
    throw new RenderError('rendering_unavailable', 'This process has no browser.');
  }

  async close(): Promise<void> {
    await this.renderer?.close();
    await this.threads.close();
  }

  /** Audits the loaded document, or the target of its immediate `meta refresh`. */
  private async inspect(
    visit: Visit,
    loaded: LoadResult,
    options: InspectOptions,
  ): Promise<InspectedPage | LoadError> {
    if ('error' in loaded) return loaded.error;
    options.onStep('auditing');
    const sheets = new StyleSheetLoader(visit);
    const inspection = await this.inspectStyled(visit, { page: loaded.page, ...options }, sheets);
    visit.releaseDocument();
    if (!inspection) return new LoadError('too_complex', 'The document is too complex to be audited.');
    if ('refreshTo' in inspection) {
      return this.inspect(visit, await visit.loadNext(inspection.refreshTo), options);
    }
    if (inspection.outline) await shareAsTarget(visit, loaded.page, inspection.outline);
    const references = askableReferences(visit, inspection.references);
    return { page: loaded.page, document: { ...inspection, references }, responses: sheets.responses };
  }

  /** Loads style sheets and audits the document. If it needs more style sheets, it is audited a second time, unless it is
   *  large. */
  private async inspectStyled(
    visit: Visit,
    { page, render, outline }: { readonly page: LoadedPage } & Omit<InspectOptions, 'onStep'>,
    sheets: StyleSheetLoader,
  ): Promise<Exclude<Inspection, { missingSheets: unknown }> | null> {
    const bytes = () => ({
      ...bytesOf(page, this.options.checkLimits),
      styleSheets: sheets.sheets,
      render,
      outline,
    });
    await sheets.loadNamed(page);
    const inspection = await this.threads.inspect({ ...bytes(), mayRequestSheets: true }, visit);
    if (!inspection || !('missingSheets' in inspection)) return inspection;
    await sheets.load(inspection.missingSheets);
    const second = await this.threads.inspect(bytes(), visit);
    return second && 'missingSheets' in second ? null : second;
  }

  private async lookAround(
    visit: Visit,
    { page, document, responses }: InspectedPage,
  ): Promise<SiteResponses> {
    await visit.letPass();
    const readers = readersFor(visit, page, this.tools);
    const [site, references] = await Promise.all([
      requestSite(visit, page),
      requestReferences(visit, document.references, { known: responses, ...readers }),
    ]);
    return { ...site, ...references };
  }

  /** The grade of the rendered document; of the sent one if there is none. */
  private async rendered(
    visit: Visit,
    sent: SentPage,
    rendering: Rendering | { readonly facts: RenderFacts },
  ): Promise<Grade> {
    const { grade } = sent;
    const words = { static: wordsIn(grade.checks), rendered: null };
    if (!('document' in rendering)) return this.withoutRendering(grade, { ...rendering.facts, words });
    const { device } = rendering.facts;
    const audited = await auditRendered(visit, { sent, rendered: rendering.document, device }, this.tools);
    if (!audited) return this.withoutRendering(grade, { ...rendering.facts, words, error: TOO_COMPLEX });
    const { viewport, full, facts } = rendering;
    return {
      ...this.regraded(grade, audited.checks),
      parity: grade.parity && { ...grade.parity, lighthouse: audited.lighthouse ?? grade.parity.lighthouse },
      outline: audited.outline,
      rendered: { ...facts, words: { ...words, rendered: wordsIn(audited.checks) } },
      screenshots: { viewport, full },
      generatedAt: new Date(),
    };
  }

  /** What the scripts of a shell may add doesn't count where they did not run, whatever the reason. */
  private withoutRendering(grade: Grade, rendered: Grade['rendered']): Grade {
    const regraded = isShell(grade.checks) ? this.regraded(grade, unrenderedFindings(grade.checks)) : grade;
    return { ...regraded, rendered };
  }

  private regraded(grade: Grade, checks: readonly Finding[]): Grade {
    const { score, categories, gates } = scoreOf(checks, this.options.weights);
    return { ...grade, score, result: resultOf(score, this.options.bands), categories, gates, checks };
  }

  private async graded(visit: Visit, { document }: InspectedPage, responses: SiteResponses): Promise<Grade> {
    const { facts: page, references, findings, parity: engines, outline } = document;
    const around = await this.threads.inspectAround({ page, references, responses }, visit);
    const checks = inReportOrder([...findings, ...around]);
    const { score, categories, gates } = scoreOf(checks, this.options.weights);
    const { preloadList } = this.options;
    const isPreloaded = preloadList ? (host: string) => preloadList.has(host) : null;
    const parity = engines && {
      lighthouse: engines.lighthouse,
      observatory: gradeObservatory(engines.observatory, {
        page,
        plainHttp: responses.plainHttp,
        isPreloaded,
      }),
    };
    const result = resultOf(score, this.options.bands);
    return {
      ...this.stamp(visit),
      score,
      result,
      error: null,
      categories,
      gates,
      checks,
      parity,
      outline,
      ...NOT_RENDERED,
    };
  }

  private failed({ code, message }: LoadError, visit: Visit): Grade {
    return {
      ...this.stamp(visit),
      score: 0,
      result: 'bad',
      error: { code, detail: message },
      categories: NO_CATEGORIES,
      gates: [],
      checks: [],
      parity: null,
      outline: null,
      ...NOT_RENDERED,
    };
  }

  private stamp(visit: Visit) {
    const { facts, finalUrl, retryAfter } = visit;
    const generatedAt = new Date();
    const { requestedAt, loadedAt } = visit;
    const latest = Number(requestedAt ?? generatedAt) + SHARED_MS;
    const asOf = new Date(Math.min(latest, Number(loadedAt ?? generatedAt)));
    return { finalUrl, facts, retryAfter, rulesetVersion: this.rulesetVersion, asOf, generatedAt };
  }
}
