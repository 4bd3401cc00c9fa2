import { type Device } from './device.js';
import { type Metrics } from './metrics.js';
import { type RenderErrorCode } from './render-error.js';

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
  /** Name of the attribute with which `page-scripts/collect.js` marked elements. */
  readonly mark: string;
}

/** What was observed, also of a run that failed. */
export interface RenderFacts {
  readonly engine: string;
  readonly version: string;
  readonly device: Device;
  /** Width and height in CSS pixels. */
  readonly viewport: { readonly width: number; readonly height: number; readonly scale: number };
  readonly metrics: Metrics | null;
  readonly requests: number;
  /** Sent and received, TLS included. */
  readonly transfer_bytes: number;
  readonly console_errors: number;
  readonly blocked_requests: number;
  readonly error: { readonly code: RenderErrorCode; readonly detail: string } | null;
}
