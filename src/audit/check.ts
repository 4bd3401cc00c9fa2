import { type Element } from './dom/dom.js';
import { type Evidence } from './dom/evidence.js';
import { type Page, type PageSource } from './page.js';

export const CATEGORIES = ['seo', 'content', 'performance', 'security', 'best_practice'] as const;

export type Category = (typeof CATEGORIES)[number];
export type Importance = 'high' | 'medium' | 'low';
export type Outcome = 'pass' | 'warn' | 'fail' | 'not_applicable' | 'error';

/** What was measured, small enough to be shown. */
export type Value = string | number | boolean | null | readonly string[] | Readonly<Record<string, unknown>>;

/** Where a finding is: an element, or something that is none. */
export type Place = Element | Evidence;

/** What a check says about one page. */
export interface Verdict {
  readonly outcome: Exclude<Outcome, 'error'>;
  /** Stable code of why; null where everything is as it should be. */
  readonly reason: string | null;
  readonly value: Value;
  readonly evidence: readonly Place[];
}

/** The parts of a page that an example needs to show; the rest is ordinary. */
export type Example = Partial<PageSource> & { readonly html: string };

export interface Check {
  /** Stored with every report: never changes. */
  readonly id: string;
  readonly category: Category;
  readonly importance: Importance;
  /** What the page must be like, as a statement. */
  readonly what: string;
  readonly why: string;
  readonly fix: string;
  /** Address of the standard or guide that the rule comes from. */
  readonly source: string;
  readonly method: 'exact' | 'approximate';
  /** A page that fails this check scores no more than this. */
  readonly scoreCap?: number;
  /** The smallest pages that pass and fail: run as tests, shown in the documentation. */
  readonly examples: { readonly passes: Example; readonly fails: Example };
  run(page: Page): Verdict;
}

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
