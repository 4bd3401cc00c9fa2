import { type Finding } from '../audit/audit.js';
import { type Category } from '../audit/check.js';
import { type Gate, type Result, resultOf, RULESET_VERSION, scoreOf } from '../audit/score.js';
import { LoadError } from '../page-loader/load-error.js';
import { type LoadFacts, PageLoader, type PageLoaderOptions } from '../page-loader/page-loader.js';
import { AuditThreads, type AuditThreadsOptions } from './audit-threads.js';

/** Everything that one audit found out about one address. */
export interface Grade {
  readonly score: number;
  readonly result: Result;
  /** Why the page could not be loaded; null where it was. */
  readonly error: { readonly code: string; readonly detail: string } | null;
  readonly finalUrl: string;
  readonly categories: Readonly<Record<Category, number | null>>;
  readonly gates: readonly Gate[];
  readonly checks: readonly Finding[];
  readonly facts: LoadFacts;
  readonly rulesetVersion: string;
  readonly generatedAt: Date;
}

export interface GraderOptions {
  readonly loader: PageLoaderOptions;
  /** Lowest scores that are good and decent. */
  readonly limits: { readonly good: number; readonly decent: number };
  readonly threads?: AuditThreadsOptions;
}

const NO_CATEGORIES: Grade['categories'] = {
  seo: null,
  content: null,
  performance: null,
  security: null,
  best_practice: null,
};

/** Loads a page, audits it and scores it: the one way from an address to a grade. */
export class Grader {
  private readonly loader: PageLoader;
  private readonly threads: AuditThreads;

  constructor(private readonly options: GraderOptions) {
    this.loader = new PageLoader(options.loader);
    this.threads = new AuditThreads(options.threads);
  }

  /** A page that can't be loaded is graded too: bad, with the reason.
   *  @param target as `judgeTarget` accepted it */
  async grade(target: URL): Promise<Grade> {
    const { facts, finalUrl, ...loaded } = await this.loader.load(target);
    if ('error' in loaded) return this.failed(loaded.error, facts, finalUrl);
    const checks = await this.threads.audit(loaded.page);
    if (!checks) {
      return this.failed(
        new LoadError('too_complex', 'The document is too complex to be audited.'),
        facts,
        finalUrl,
      );
    }
    const { score, categories, gates } = scoreOf(checks);
    const result = resultOf(score, this.options.limits);
    return { ...this.stamp(), score, result, error: null, finalUrl, categories, gates, checks, facts };
  }

  async close(): Promise<void> {
    await this.threads.close();
  }

  private failed({ code, message }: LoadError, facts: LoadFacts, finalUrl: string): Grade {
    const error = { code, detail: message };
    return {
      ...this.stamp(),
      score: 0,
      result: 'bad',
      error,
      finalUrl,
      categories: NO_CATEGORIES,
      gates: [],
      checks: [],
      facts,
    };
  }

  private stamp() {
    return { rulesetVersion: RULESET_VERSION, generatedAt: new Date() };
  }
}
