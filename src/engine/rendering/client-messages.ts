import { type LayoutVerdicts } from '../audit/layout-rules.js';
import { type AccessibilityRun } from '../audit/parity/accessibility.js';
import { type BestPracticesRun } from '../audit/parity/best-practices.js';
import { type PerformanceRun } from '../audit/parity/performance.js';
import { type BrowserProgram } from './browser-program.js';
import { type Device } from './device.js';
import { type MeasuredMemory } from './memory-watch.js';
import { type FoundOpportunity } from './opportunities.js';
import { type Observed } from './web-vitals.js';
import { type RenderErrorCode } from './render-error.js';

/** What the service tells a client: the process that drives one browser. */
export type ClientCommand =
  | ({ readonly command: 'start' } & StartOptions)
  | ({ readonly command: 'render' } & RenderOptions)
  | ({ readonly command: 'print' } & PrintOptions)
  /** It is its turn. */
  | { readonly command: 'turn'; readonly kind: TurnKind };

/** What browsers do in turns: judging a page, up to its end, and taking the picture of the whole of it. */
export type TurnKind = 'judging' | 'picture';

/** What a client does, and ends with an {@link ClientEnding}. */
export type RunCommand = Extract<ClientCommand, { command: 'render' | 'print' }>;

export interface StartOptions {
  readonly program: BrowserProgram;
  /** URL of the proxy: `http://…`, or `unix:…` for a launcher. */
  readonly proxy: string;
  readonly hasSandbox: boolean;
  /** Path of the browser's folder; null: a launcher has one. */
  readonly profile: string | null;
  /** `Pagegrade/1.0.0`, for the User-Agent header. */
  readonly product: string;
}

/** The rules of axe-core that are run: those that only layout decides, or also those of Lighthouse's category
 *  accessibility; then the category best practices is judged, too. */
export type AxeRules = 'none' | 'layout' | 'lighthouse';

export interface RenderOptions {
  readonly url: string;
  readonly device: Device;
  /** Credentials of the run at the proxy. */
  readonly username: string;
  readonly password: string;
  readonly timeLimitMs: number;
  readonly rules: AxeRules;
  /** Whether only the load is measured: there is neither a document nor a picture. */
  readonly onlyLoad: boolean;
}

export interface PrintOptions {
  /** A complete document that needs nothing else. */
  readonly html: string;
  readonly timeLimitMs: number;
}

/** What axe-core found. */
export interface AxeVerdicts {
  readonly layout: LayoutVerdicts;
  /** Without verdicts unless {@link AxeRules} asks for them. */
  readonly accessibility: AccessibilityRun;
}

export type ScreenshotKind = 'viewport' | 'full';

/** What a client tells the service. What was told stays when the client dies. */
export type ClientEvent =
  | { readonly event: 'ready'; readonly pid: number | null }
  | { readonly event: 'unusable'; readonly detail: string }
  | ({ readonly event: 'memory' } & MeasuredMemory)
  /** The browser sends a request over http or https. */
  | { readonly event: 'request' }
  | { readonly event: 'metrics'; readonly observed: Observed }
  /** It asks for its turn. */
  | { readonly event: 'turn'; readonly kind: TurnKind }
  | { readonly event: 'screenshot'; readonly kind: ScreenshotKind; readonly webp: Uint8Array }
  /** A part of the document. */
  | { readonly event: 'html'; readonly text: string }
  /** All parts of the document have been told. */
  | {
      readonly event: 'document';
      readonly url: string;
      readonly documentUrl: string;
      readonly mark: string;
    }
  | ({ readonly event: 'judged' } & AxeVerdicts)
  /** What the category best practices needs. */
  | { readonly event: 'practices'; readonly run: BestPracticesRun }
  | ({ readonly event: 'lab'; readonly opportunities: readonly FoundOpportunity[] } & PerformanceRun)
  /** The printed document. */
  | { readonly event: 'pdf'; readonly bytes: Uint8Array }
  | ClientEnding;

/** The end of a run. */
export interface ClientEnding {
  readonly event: 'ended';
  readonly error: { readonly code: RenderErrorCode; readonly detail: string } | null;
  readonly requests: number;
  readonly consoleErrors: number;
  /** Whether the browser may render another page. */
  readonly isSound: boolean;
}
