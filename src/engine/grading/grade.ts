import { type RenderMode } from './render-mode.js';
import { type Finding } from '../audit/audit.js';
import { type Category } from '../audit/check.js';
import { type PageOutline } from '../audit/outline/outline.js';
import { type Parity } from '../audit/parity/parity.js';
import { type Gate, type Result } from '../audit/score.js';
import { type LoadFacts } from '../page-loader/load-facts.js';
import { type VisitFor } from '../page-loader/loader-options.js';
import { type Device } from '../rendering/device.js';
import { type LoadRuns } from '../rendering/load-runs.js';
import { type RenderFacts, type Screenshot } from '../rendering/rendering.js';

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
  /** Retry-After of the document's response; null: none. */
  readonly retryAfter: string | null;
  /** Of the rendered document, or else of the sent one; null if not asked for, or the page could not be loaded. */
  readonly outline: PageOutline | null;
  /** null if the page was not rendered. */
  readonly rendered: RenderedFacts | null;
  readonly screenshots: Screenshots;
  readonly rulesetVersion: string;
  /** All who asked for the page until then get this grade: when its document had been read, or had failed to load, but at
   *  most two seconds after it was requested. A server that takes longer may have changed meanwhile. */
  readonly asOf: Date;
  readonly generatedAt: Date;
}

/** What was observed while rendering, and the numbers of visible words before and after; null: unknown. */
export interface RenderedFacts extends RenderFacts {
  readonly words: { readonly static: number | null; readonly rendered: number | null };
}

export interface Screenshots {
  readonly viewport: Screenshot | null;
  readonly full: Screenshot | null;
}

/** Progress of an audit. */
export type Step = 'loading' | 'auditing' | 'looking_around' | 'rendering';

/** How to audit a page, and for whom. */
export interface GradeOptions extends Partial<VisitFor> {
  readonly onStep?: (step: Step) => void;
  /** Default: never. */
  readonly render?: RenderMode;
  /** Default: mobile. */
  readonly device?: Device;
  /** How often a rendered page is loaded; default: once. */
  readonly runs?: LoadRuns;
  /** Whether to return {@link Grade.outline}; default: no. */
  readonly outline?: boolean;
}
