import { type Answer } from '../surroundings.js';
import { type ObservatoryTests } from './observatory.js';

export interface ObservatoryParity {
  readonly score: number;
  readonly grade: string;
  /** Points that each test gives or takes. */
  readonly tests: ObservatoryTests;
}

/** Grades from the best on, each from this score.
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
/** Points above 100 count only where the penalties leave this much. */
const EXTRA_CREDIT_FROM = 90;

/** Adds the redirection test and sums up.
 *  @param plainHttp null: the page has no plain-http address of its own, which counts as none
 *  @see https://github.com/mdn/mdn-http-observatory/blob/main/src/scanner/index.js */
export function gradeObservatory(
  tests: ObservatoryTests,
  plainHttp: readonly Answer[] | null,
): ObservatoryParity {
  const all = { ...tests, redirection: gradeRedirection(plainHttp ?? []).modifier };
  const modifiers = Object.values(all);
  const penalized = 100 + sum(modifiers.filter((modifier) => modifier < 0));
  const score = Math.max(0, penalized >= EXTRA_CREDIT_FROM ? 100 + sum(modifiers) : penalized);
  const grade = GRADES.find(([from]) => score >= from)?.[1] ?? 'F';
  return { score, grade, tests: all };
}

export interface RedirectionGrade {
  readonly result:
    'no_http' | 'to_https' | 'invalid_certificate' | 'missing' | 'not_to_https' | 'https_late' | 'other_host';
  readonly modifier: number;
}

/** Judges where the plain-http address leads.
 *  @param answers hop by hop; empty where nothing listens
 *  @see https://github.com/mdn/mdn-http-observatory/blob/main/src/analyzer/tests/redirection.js */
export function gradeRedirection(answers: readonly Answer[]): RedirectionGrade {
  const last = answers.at(-1);
  const [first, second] = answers.map(({ url }) => new URL(url));
  if (last?.error === 'tls_invalid') return { result: 'invalid_certificate', modifier: -20 };
  if (!first || last?.status === null) return { result: 'no_http', modifier: 0 };
  if (!second) return { result: 'missing', modifier: -20 };
  if (last?.url.startsWith('https:') !== true) return { result: 'not_to_https', modifier: -20 };
  if (second.protocol === 'http:') return { result: 'https_late', modifier: -10 };
  if (first.hostname !== second.hostname) return { result: 'other_host', modifier: -5 };
  return { result: 'to_https', modifier: 0 };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
