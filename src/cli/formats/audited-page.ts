import { type Result } from '../../engine/audit/score.js';
import { type Grade } from '../../engine/grading/grade.js';

/** A page that the command was asked to audit. */
export interface AuditedPage {
  /** As it was given. */
  readonly url: string;
  /** null: the URL was refused, so nothing was requested. */
  readonly grade: Grade | null;
  /** Why the page could not be loaded; null if it was. */
  readonly fault: string | null;
  /** Why it was not rendered though it had to be; null if it was, or need not be. */
  readonly renderFault: string | null;
}

export interface FormatOptions {
  /** Base URL of a server, whose documentation is linked; null: unknown. */
  readonly publicUrl: string | null;
  readonly hasColors: boolean;
  /** null if there is a browser, or none was wanted. */
  readonly whyNoBrowser: string | null;
  /** Result of a score. */
  readonly resultOf: (score: number) => Result;
  /** What a warning is to JUnit. */
  readonly warnings: 'fail' | 'pass';
}

/** Writes pages in one format, without a final line break. */
export type Writer = (pages: readonly AuditedPage[], options: FormatOptions) => string;
