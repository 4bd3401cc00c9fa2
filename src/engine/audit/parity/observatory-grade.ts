import { type PageFacts } from '../page.js';
import { type SiteResponse } from '../surroundings.js';
import { type DocumentTests, OBSERVATORY_ALGORITHM, type ObservatoryTests } from './observatory.js';

/** Whether a host is on the HSTS preload list. */
export type IsPreloaded = (host: string) => boolean;

export interface ObservatoryParity {
  /** Version of the Observatory's algorithm. */
  readonly algorithm: number;
  /** Whether an HSTS preload list was used. */
  readonly hsts_preload: 'checked' | 'not_checked';
  readonly score: number;
  readonly grade: string;
  /** Score modifier of each test. */
  readonly tests: ObservatoryTests;
}

/** Additional input for the grade, besides the document. */
export interface ObservatorySite {
  readonly page: Pick<PageFacts, 'requestedUrl' | 'tls'>;
  /** null: the plain-http URL is unknown, which counts as no server. */
  readonly plainHttp: readonly SiteResponse[] | null;
  /** null: there is no preload list. */
  readonly isPreloaded: IsPreloaded | null;
}

/** Minimum score of each grade, best first.
 *  @see https://github.com/mdn/mdn-http-observatory/blob/main/src/grader/charts.js */
const GRADES: readonly (readonly [from: number, grade: string])[] = [
  [100, 'A+'],
  [90, 'A'],
  [85, 'A-'],
  [80, 'B+'],
  [70, 'B'],
  [65, 'B-'],
  [60, 'C+'],
  [50, 'C'],
  [45, 'C-'],
  [40, 'D+'],
  [30, 'D'],
  [25, 'D-'],
  [0, 'F'],
];
/** Bonus points only count if the score after penalties is at least this high. */
const EXTRA_CREDIT_FROM = 90;
const PRELOADED_MODIFIER = 5;

/** Adds the tests that need more than the document, and computes the grade.
 *  @see https://github.com/mdn/mdn-http-observatory/blob/main/src/scanner/index.js */
export function gradeObservatory(document: DocumentTests, site: ObservatorySite): ObservatoryParity {
  const { page, plainHttp, isPreloaded } = site;
  const tests = {
    ...document.tests,
    ...(page.tls !== null &&
      isPreloaded?.(new URL(page.requestedUrl).hostname) === true && {
        'strict-transport-security': PRELOADED_MODIFIER,
        cookies: document.cookiesIfPreloaded,
      }),
    redirection: gradeRedirection(plainHttp ?? [], isPreloaded ?? undefined).modifier,
  };
  const score = scoreOf(Object.values(tests));
  return {
    algorithm: OBSERVATORY_ALGORITHM,
    hsts_preload: isPreloaded ? 'checked' : 'not_checked',
    score,
    grade: GRADES.find(([from]) => score >= from)?.[1] ?? 'F',
    tests,
  };
}

function scoreOf(modifiers: readonly number[]): number {
  const penalized = 100 + sum(modifiers.filter((modifier) => modifier < 0));
  return Math.max(0, penalized >= EXTRA_CREDIT_FROM ? 100 + sum(modifiers) : penalized);
}

export type RedirectionGrade =
  | { readonly result: 'no_http' | 'all_preloaded' | 'to_https'; readonly modifier: 0 }
  | {
      readonly result: 'invalid_certificate' | 'missing' | 'not_to_https' | 'https_late' | 'other_host';
      readonly modifier: -20 | -10 | -5;
    };

/** Grades the redirects from the plain-http URL.
 *  @param responses responses in order; empty if no server listens
 *  @see https://github.com/mdn/mdn-http-observatory/blob/main/src/analyzer/tests/redirection.js */
export function gradeRedirection(
  responses: readonly SiteResponse[],
  isPreloaded: IsPreloaded = () => false,
): RedirectionGrade {
  const last = responses.at(-1);
  const hops = responses.map(({ url }) => new URL(url));
  const [first, second] = hops;
  if (last?.error === 'tls_invalid') return { result: 'invalid_certificate', modifier: -20 };
  if (!first || last?.status === null) return { result: 'no_http', modifier: 0 };
  if (hops.every(({ hostname }) => isPreloaded(hostname))) return { result: 'all_preloaded', modifier: 0 };
  if (!second) return { result: 'missing', modifier: -20 };
  if (last?.url.startsWith('https:') !== true) return { result: 'not_to_https', modifier: -20 };
  if (second.protocol === 'http:') return { result: 'https_late', modifier: -10 };
  if (first.hostname !== second.hostname) return { result: 'other_host', modifier: -5 };
  return { result: 'to_https', modifier: 0 };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
