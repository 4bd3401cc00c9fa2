import { type Element } from './dom/dom.js';
import { type ElementWithText, type Evidence } from './dom/evidence.js';
import { type Page, type PageSource } from './page.js';
import { type SiteResponses, type Surroundings } from './surroundings.js';

export const CATEGORIES = ['seo', 'content', 'performance', 'security', 'best_practice'] as const;
export const IMPORTANCES = ['high', 'medium', 'low', 'info'] as const;
/** `unstyled`: a style sheet that may hide elements is missing. `unrendered`: scripts may add what is missing. */
export const METHODS = ['exact', 'approximate', 'sampled', 'unstyled', 'unrendered'] as const;

export type Category = (typeof CATEGORIES)[number];
/** `info`: reported, never scored. */
export type Importance = (typeof IMPORTANCES)[number];
export type Method = (typeof METHODS)[number];
export type Outcome = 'pass' | 'warn' | 'fail' | 'not_applicable' | 'error';

export function isProblem(outcome: Outcome | undefined): boolean {
  return outcome === 'warn' || outcome === 'fail';
}

/** Display names. */
export const CATEGORY_NAMES: Readonly<Record<Category, string>> = {
  seo: 'Search engines',
  content: 'Content and sharing',
  performance: 'Performance',
  security: 'Security',
  best_practice: 'Best practice and accessibility',
};

/** Types of the members of a value. A question mark: or null. */
export type MemberType =
  'integer' | 'number' | 'text' | 'texts' | 'flag' | 'integer?' | 'number?' | 'text?' | 'flag?';

/** The members of a check's value. Names of measures end with their unit: `_ms`, `_bytes`, `_px`, `_percent`. */
export type ValueShape = Readonly<Record<string, MemberType>>;

/** What a check measured, small enough to display. */
export type Value = Readonly<Record<string, Member>> | null;

type Member = string | number | boolean | readonly string[] | null;

interface MemberTypes {
  integer: number;
  number: number;
  text: string;
  texts: readonly string[];
  flag: boolean;
}

type MemberOf<T> = T extends `${infer Base extends keyof MemberTypes}?`
  ? MemberTypes[Base] | null
  : T extends keyof MemberTypes
    ? MemberTypes[T]
    : never;

/** null for a check that measures nothing. */
export type ValueOf<Shape extends ValueShape> = [keyof Shape] extends [never]
  ? null
  : { readonly [Name in keyof Shape]: MemberOf<Shape[Name]> };

/** Location of a finding: an element, or other evidence. */
export type Place = Element | ElementWithText | Evidence;

/** Number of examined items, and of all items. */
export interface SampleSize {
  readonly taken: number;
  readonly of: number;
}

/** Result of a check for one page. */
export type Verdict<Reason extends string = string, V extends Value = Value> = Located &
  (
    | { readonly outcome: 'pass'; readonly reason: null; readonly value: V }
    | { readonly outcome: 'warn' | 'fail'; readonly reason: Reason; readonly value: V }
    | { readonly outcome: 'not_applicable'; readonly reason: Reason; readonly value: null }
  );

interface Located {
  readonly evidence: readonly Place[];
  readonly sample?: SampleSize;
}

/** What a message may mention beside the value. */
export interface MessageFacts {
  /** Number of all places. */
  readonly places: number;
  readonly sample: SampleSize;
}

/** One English sentence about the measured page, or a function that makes it. */
export type Message<V> = string | ((value: V, facts: MessageFacts) => string);

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
  readonly value: ValueShape;
  /** By reason, and `pass`. */
  readonly messages: Readonly<Record<string, Message<Readonly<Record<string, unknown>>>>>;
  readonly method: Exclude<Method, 'unstyled' | 'unrendered'>;
  /** Whether the verdict depends on style sheets. */
  readonly restsOnStyle?: true;
  /** Whether it fails for what is missing in the document, and scripts may add. */
  readonly restsOnContent?: true;
  /** Whether it judges the document as it was sent, also when a browser has rendered it. */
  readonly judgesSource?: true;
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

/** A description whose messages know the type of the value, and cover every reason. */
type Typed<Reason extends string, Shape extends ValueShape> = Omit<Description, 'value' | 'messages'> & {
  readonly value: Shape;
  readonly messages: Readonly<Record<Reason | 'pass', Message<ValueOf<Shape>>>>;
};

type VerdictOf<Reason extends string, Shape extends ValueShape> = Verdict<
  Exclude<NoInfer<Reason>, 'pass'>,
  ValueOf<NoInfer<Shape>>
>;

export function documentCheck<Reason extends string, const Shape extends ValueShape>(
  check: Typed<Reason, Shape> & { run(page: Page): VerdictOf<Reason, Shape> },
): DocumentCheck {
  return { ...check, messages: check.messages as Description['messages'] };
}

export function surroundingsCheck<Reason extends string, const Shape extends ValueShape>(
  check: Typed<Reason, Shape> & { judge(surroundings: Surroundings): VerdictOf<Reason, Shape> },
): SurroundingsCheck {
  return { ...check, messages: check.messages as Description['messages'] };
}

interface WithEvidence {
  readonly evidence?: readonly Place[];
}

export function pass(): Verdict<never, null>;
export function pass<V extends Value>(value: V): Verdict<never, V>;
export function pass(value: Value = null): Verdict<never> {
  return { outcome: 'pass', reason: null, value, evidence: [] };
}

export function warn<Reason extends string>(
  reason: Reason,
  details?: WithEvidence & { readonly value?: undefined },
): Verdict<Reason, null>;
export function warn<Reason extends string, V extends Value>(
  reason: Reason,
  details: WithEvidence & { readonly value: V },
): Verdict<Reason, V>;
export function warn<Reason extends string>(
  reason: Reason,
  { value = null, evidence = [] }: WithEvidence & { readonly value?: Value } = {},
): Verdict<Reason> {
  return { outcome: 'warn', reason, value, evidence };
}

export function fail<Reason extends string>(
  reason: Reason,
  details?: WithEvidence & { readonly value?: undefined },
): Verdict<Reason, null>;
export function fail<Reason extends string, V extends Value>(
  reason: Reason,
  details: WithEvidence & { readonly value: V },
): Verdict<Reason, V>;
export function fail<Reason extends string>(
  reason: Reason,
  { value = null, evidence = [] }: WithEvidence & { readonly value?: Value } = {},
): Verdict<Reason> {
  return { outcome: 'fail', reason, value, evidence };
}

/** Its message is a constant, because nothing was measured. */
export function notApplicable<Reason extends string>(reason: Reason): Verdict<Reason, never> {
  return { outcome: 'not_applicable', reason, value: null, evidence: [] };
}
