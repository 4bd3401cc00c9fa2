import { type Element } from './dom/dom.js';
import { type Evidence } from './dom/evidence.js';
import { type Page, type PageSource } from './page.js';
import { type Answers, type Surroundings } from './surroundings.js';

export const CATEGORIES = ['seo', 'content', 'performance', 'security', 'best_practice'] as const;
export const IMPORTANCES = ['high', 'medium', 'low', 'info'] as const;
/** `unstyled`: a style sheet is missing that decides what is shown. */
export const METHODS = ['exact', 'approximate', 'sampled', 'unstyled'] as const;

export type Category = (typeof CATEGORIES)[number];
/** `info`: reported, never scored. */
export type Importance = (typeof IMPORTANCES)[number];
export type Method = (typeof METHODS)[number];
export type Outcome = 'pass' | 'warn' | 'fail' | 'not_applicable' | 'error';

/** What people call them. */
export const CATEGORY_NAMES: Readonly<Record<Category, string>> = {
  seo: 'Search engines',
  content: 'Content and sharing',
  performance: 'Performance',
  security: 'Security',
  best_practice: 'Best practice and accessibility',
};

/** What was measured, small enough to be shown. */
export type Value = string | number | boolean | null | readonly string[] | Readonly<Record<string, unknown>>;

/** Where a finding is: an element, or something that is none. */
export type Place = Element | Evidence;

/** How much of what there is was looked at. */
export interface SampleSize {
  readonly taken: number;
  readonly of: number;
}

/** What a check says about one page. */
export interface Verdict {
  readonly outcome: Exclude<Outcome, 'error'>;
  /** Stable code of why; null where everything is as it should be. */
  readonly reason: string | null;
  readonly value: Value;
  readonly evidence: readonly Place[];
  readonly sample?: SampleSize;
}

/** The parts of a page and its surroundings that an example needs to show; the rest is ordinary. */
export type Example = Partial<PageSource> & { readonly html: string; readonly answers?: Partial<Answers> };

interface Description {
  /** Stored with every report: never changes. */
  readonly id: string;
  /** What people call it. */
  readonly name: string;
  readonly category: Category;
  readonly importance: Importance;
  /** What the page must be like, as a statement. */
  readonly what: string;
  readonly why: string;
  readonly fix: string;
  /** Address of the standard or guide that the rule comes from. */
  readonly source: string;
  readonly method: Exclude<Method, 'unstyled'>;
  /** Whether the verdict rests on what style sheets show and hide. */
  readonly restsOnStyle?: true;
  /** A page that fails this check scores no more than this. */
  readonly scoreCap?: number;
  /** The smallest pages that pass and fail: run as tests, shown in the documentation. */
  readonly examples: { readonly passes: Example; readonly fails: Example };
}

/** A check that needs nothing but the document and its headers. */
export interface DocumentCheck extends Description {
  run(page: Page): Verdict;
}

/** A check of what lies around the document: it sees answers, not the document. */
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
