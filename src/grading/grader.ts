import { type Finding, inReportOrder } from '../audit/audit.js';
import { type Category } from '../audit/check.js';
import { type CheckLimits, DEFAULT_LIMITS } from '../audit/limits.js';
import { type Tls } from '../audit/page.js';
import { type Parity } from '../audit/parity/parity.js';
import { gradeObservatory } from '../audit/parity/observatory-grade.js';
import {
  type Bands,
  DEFAULT_BANDS,
  DEFAULT_WEIGHTS,
  type Gate,
  type Result,
  resultOf,
  RULESET_VERSION,
  scoreOf,
  type Weights,
} from '../audit/score.js';
import { type SiteResponse, type SiteResponses } from '../audit/surroundings.js';
import { type PreloadList } from '../hsts-preload/preload-list.js';
import { LoadError } from '../page-loader/load-error.js';
import { type LoadFacts } from '../page-loader/load-facts.js';
import { type PageLoaderOptions, type VisitFor } from '../page-loader/loader-options.js';
import { PageLoader } from '../page-loader/page-loader.js';
import { type TlsFacts } from '../page-loader/tls-facts.js';
import { type LoadedPage, type LoadResult, type Visit } from '../page-loader/visit.js';
import { type PageBytes } from './audit-page.js';
import {
  AuditThreads,
  type AuditThreadsOptions,
  type InspectedDocument,
  type Inspection,
} from './audit-threads.js';
import { requestReferences, requestSite } from './look-around.js';
import { StyleSheetLoader } from './style-sheets.js';

/** Complete result of one audit. */
export interface Grade {
  readonly score: number;
  readonly result: Result;
  /** Why the page could not be loaded; null if it was. */
  readonly error: { readonly code: string; readonly detail: string } | null;
  readonly finalUrl: string;
  readonly categories: Readonly<Record<Category, number | null>>;
  readonly gates: readonly Gate[];
  readonly checks: readonly Finding[];
  /** Results of two reference engines; null if the page could not be loaded or there was no time. */
  readonly parity: Parity | null;
  readonly facts: LoadFacts;
  readonly rulesetVersion: string;
  readonly generatedAt: Date;
}

/** Progress of an audit. */
export type Step = 'loading' | 'auditing' | 'looking_around';

export interface GraderOptions {
  readonly loader: PageLoaderOptions;
  readonly bands: Bands;
  /** Default: {@link DEFAULT_LIMITS}. */
  readonly checkLimits?: CheckLimits;
  readonly weights?: Weights;
  readonly threads?: AuditThreadsOptions;
  /** Unset or null: preloading is not checked. */
  readonly preloadList?: PreloadList | null;
}

interface Inspected {
  readonly page: LoadedPage;
  /** Responses that are already there, by URL. */
  readonly responses: ReadonlyMap<string, SiteResponse>;
  readonly document: InspectedDocument;
}

/** For the command line, which has no accounts. */
const NO_ACCOUNT = 0;

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
  private readonly rulesetVersion: string;

  constructor(private readonly options: GraderOptions) {
    this.loader = new PageLoader(options.loader);
    this.threads = new AuditThreads(options.threads);
    this.rulesetVersion = rulesetVersionOf(options);
  }

  /** Grades a page. One that can't be loaded is graded bad, with the reason.
   *  @param target result of `judgeTarget`
   *  @throws OutOfResources if this process runs out of a resource */
  async grade(
    target: URL,
    { onStep = () => undefined, ...visitFor }: Partial<VisitFor> & { onStep?: (step: Step) => void } = {},
  ): Promise<Grade> {
    return this.loader.visit(
      async (visit) => {
        onStep('loading');
        const inspected = await this.inspect(visit, await visit.load(target), onStep);
        if (inspected instanceof LoadError) return this.failed(inspected, visit);
        onStep('looking_around');
        return this.graded(visit, inspected, await this.lookAround(visit, inspected));
      },
      { account: NO_ACCOUNT, ...visitFor },
    );
  }

  async close(): Promise<void> {
    await this.threads.close();
  }

  /** Audits the loaded document, or the target of its immediate `meta refresh`. */
  private async inspect(
    visit: Visit,
    loaded: LoadResult,
    onStep: (step: Step) => void,
  ): Promise<Inspected | LoadError> {
    if ('error' in loaded) return loaded.error;
    onStep('auditing');
    const sheets = new StyleSheetLoader(visit);
    const inspection = await this.inspectStyled(visit, loaded.page, sheets);
    visit.releaseDocument();
    if (!inspection) return new LoadError('too_complex', 'The document is too complex to be audited.');
    if ('refreshTo' in inspection) {
      return this.inspect(visit, await visit.loadNext(inspection.refreshTo), onStep);
    }
    return { page: loaded.page, document: inspection, responses: sheets.responses };
  }

  /** Loads style sheets and audits the document. If it needs more style sheets, it is audited a second time, unless it is
   *  large. */
  private async inspectStyled(
    visit: Visit,
    page: LoadedPage,
    sheets: StyleSheetLoader,
  ): Promise<Exclude<Inspection, { missingSheets: unknown }> | null> {
    const bytes = () => ({ ...bytesOf(page, this.options.checkLimits), styleSheets: sheets.sheets });
    await sheets.loadNamed(page);
    const inspection = await this.threads.inspect({ ...bytes(), mayRequestSheets: true }, visit);
    if (!inspection || !('missingSheets' in inspection)) return inspection;
    await sheets.load(inspection.missingSheets);
    const second = await this.threads.inspect(bytes(), visit);
    return second && 'missingSheets' in second ? null : second;
  }

  private async lookAround(visit: Visit, { page, document, responses }: Inspected): Promise<SiteResponses> {
    const [site, references] = await Promise.all([
      requestSite(visit, page),
      requestReferences(visit, document.references, {
        known: responses,
        describe: (target) =>
          this.threads.describe({ ...bytesOf(page, this.options.checkLimits), ...target }, visit),
        readSitemap: (sitemap) => this.threads.readSitemap(sitemap, visit),
      }),
    ]);
    return { ...site, ...references };
  }

  private async graded(visit: Visit, { document }: Inspected, responses: SiteResponses): Promise<Grade> {
    const { facts: page, references, findings, parity: engines } = document;
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
    return { ...this.stamp(visit), score, result, error: null, categories, gates, checks, parity };
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
    };
  }

  private stamp(visit: Visit) {
    const { facts, finalUrl } = visit;
    return { finalUrl, facts, rulesetVersion: this.rulesetVersion, generatedAt: new Date() };
  }
}

/** Version of the rule set with changed settings: `2026-11-20+words=500,low=0`. */
function rulesetVersionOf({ checkLimits, weights, bands }: GraderOptions): string {
  const defaults = new Map(Object.entries({ ...DEFAULT_LIMITS, ...DEFAULT_WEIGHTS, ...DEFAULT_BANDS }));
  const changes = Object.entries({ ...checkLimits, ...weights, ...bands })
    .filter(([name, value]) => defaults.get(name) !== value)
    .map(([name, value]) => `${name}=${String(value)}`);
  return [RULESET_VERSION, ...(changes.length > 0 ? [changes.join(',')] : [])].join('+');
}

/** Input of an audit thread from a loaded page. */
export function bytesOf({ tls, ...page }: LoadedPage, limits = DEFAULT_LIMITS): PageBytes {
  return { ...page, limits, tls: tls && tlsOf(tls) };
}

function tlsOf(facts: TlsFacts): Tls {
  return {
    isVerified: facts.verified,
    protocol: facts.protocol,
    validToMs: facts.valid_to === null ? null : Date.parse(facts.valid_to),
    key: facts.key,
    signature: facts.signature,
    isSelfSigned: facts.self_signed === true,
  };
}
