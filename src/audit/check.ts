import { type Element } from './dom/dom.js';
import { type Evidence } from './dom/evidence.js';
import { type Page, type PageSource } from './page.js';
import { type SiteResponses, type Surroundings } from './surroundings.js';

export const CATEGORIES = ['seo', 'content', 'performance', 'security', 'best_practice'] as const;
export const IMPORTANCES = ['high', 'medium', 'low', 'info'] as const;
/** `unstyled`: a style sheet that may hide elements is missing. */
export const METHODS = ['exact', 'approximate', 'sampled', 'unstyled'] as const;

export type Category = (typeof CATEGORIES)[number];
/** `info`: reported, never scored. */
export type Importance = (typeof IMPORTANCES)[number];
export type Method = (typeof METHODS)[number];
export type Outcome = 'pass' | 'warn' | 'fail' | 'not_applicable' | 'error';

/** Display names. */
export const CATEGORY_NAMES: Readonly<Record<Category, string>> = {
  seo: 'Search engines',
  content: 'Content and sharing',
  performance: 'Performance',
  security: 'Security',
  best_practice: 'Best practice and accessibility',
};

/** A measured value, small enough to display. */
export type Value = string | number | boolean | null | readonly string[] | Readonly<Record<string, unknown>>;

/** Location of a finding: an element, or other evidence. */
export type Place = Element | Evidence;

/** Number of examined items, and of all items. */
export interface SampleSize {
  readonly taken: number;
  readonly of: number;
}

/** Result of a check for one page. */
export interface Verdict {
  readonly outcome: Exclude<Outcome, 'error'>;
  /** Stable reason code; null if the check passes. */
  readonly reason: string | null;
  readonly value: Value;
  readonly evidence: readonly Place[];
  readonly sample?: SampleSize;
}

/** The relevant parts of a page and its surroundings; the rest has default values. */
export type Example = Partial<PageSource> & {
  readonly html: string;
  readonly responses?: Partial<SiteResponses>;
};

interface Description {
  /** Never changes, because every report stores it. */
  readonly id: string;
  /** Display name. */
  readonly name: string;
  readonly category: Category;
  readonly importance: Importance;
  /** The rule, as a statement about a passing page. */
  readonly what: string;
  readonly why: string;
  readonly fix: string;
  /** URL of the standard or guide that the rule is based on. */
  readonly source: string;
  readonly method: Exclude<Method, 'unstyled'>;
  /** Whether the verdict depends on style sheets. */
  readonly restsOnStyle?: true;
  /** Maximum score of a page that fails this check. */
  readonly scoreCap?: number;
  /** Minimal pages that pass and fail. They run as tests and are shown in the documentation. */
  readonly examples: { readonly passes: Example; readonly fails: Example };
}

/** A check that only needs the document and its headers. */
export interface DocumentCheck extends Description {
  run(page: Page): Verdict;
}

/** A check of the document's surroundings: it sees other responses, but not the document. */
export interface SurroundingsCheck extends Description {
  judge(surroundings: Surroundings): Verdict;
}

export type Check = DocumentCheck | SurroundingsCheck;

interface Details {
  readonly value?: Value;
  readonly evidence?: readonly Place[];
}

export function pass(value: Value = null): Verdict {
  return { outcome: 'pass', reason: null, value, evidence: [] };
}

export function warn(reason: string, { value = null, evidence = [] }: Details = {}): Verdict {
  return { outcome: 'warn', reason, value, evidence };
}

export function fail(reason: string, { value = null, evidence = [] }: Details = {}): Verdict {
  return { outcome: 'fail', reason, value, evidence };
}

export function notApplicable(reason: string): Verdict {
  return { outcome: 'not_applicable', reason, value: null, evidence: [] };
}
