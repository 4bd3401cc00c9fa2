import { type LayoutVerdicts } from '../audit/layout-rules.js';
import { type AccessibilityRun } from '../audit/parity/accessibility.js';
import { type BestPracticesRun } from '../audit/parity/best-practices.js';
import { type JudgedPerformance } from '../audit/parity/performance.js';
import { type Device, EMULATIONS } from './device.js';
import { type Lab } from './lab.js';
import { type Opportunity } from './opportunities.js';
import { type Metrics } from './web-vitals.js';
import { type RenderErrorCode } from './render-error.js';

/** Of a rendered document, and of its address. */
export const MAX_CHARACTERS = 10 * 1024 * 1024;
export const MAX_URL_CHARACTERS = 64 * 1024;

export interface Screenshot {
  readonly webp: Uint8Array;
  /** In image pixels. */
  readonly width: number;
  readonly height: number;
}

/** What a browser made of a page. */
export interface Rendering {
  readonly document: RenderedDocument;
  readonly viewport: Screenshot | null;
  readonly full: Screenshot | null;
  readonly facts: RenderFacts;
}

/** The document after its scripts ran. */
export interface RenderedDocument {
  readonly html: string;
  /** Where the browser ended up. */
  readonly url: string;
  /** Where the document came from, before scripts gave it another address of the same origin. */
  readonly documentUrl: string;
  /** Name of the attribute with which `page-scripts/collect.js` marked elements. */
  readonly mark: string;
  /** Empty if it took too long. */
  readonly layout: LayoutVerdicts;
  /** null: not asked for. */
  readonly accessibility: AccessibilityRun | null;
  /** null: not asked for. */
  readonly bestPractices: BestPracticesRun | null;
  readonly performance: JudgedPerformance | null;
}

/** What was observed, also of a run that failed. */
export interface RenderFacts {
  /** null: no browser was available. */
  readonly engine: string | null;
  readonly version: string | null;
  readonly device: Device;
  /** Width and height in CSS pixels. */
  readonly viewport: { readonly width: number; readonly height: number; readonly scale: number };
  readonly metrics: Metrics | null;
  readonly lab: Lab | null;
  /** null: not looked for. */
  readonly opportunities: readonly Opportunity[] | null;
  readonly requests: number;
  /** Sent and received, TLS included. */
  readonly transfer_bytes: number;
  readonly console_errors: number;
  readonly blocked_requests: number;
  readonly error: { readonly code: RenderErrorCode; readonly detail: string } | null;
}

/** Of a page that was to be rendered where there is no browser. */
export function unavailable(device: Device): RenderFacts {
  const { viewport, scale } = EMULATIONS[device];
  return {
    engine: null,
    version: null,
    device,
    viewport: { ...viewport, scale },
    metrics: null,
    lab: null,
    opportunities: null,
    requests: 0,
    transfer_bytes: 0,
    console_errors: 0,
    blocked_requests: 0,
    error: { code: 'rendering_unavailable', detail: 'No process with a browser was running.' },
  };
}
