import { loadErrorFrom } from './load-error.js';
import { type Header } from './open-response.js';

/** Response to one request, without its body. */
export interface SiteResponse {
  readonly url: string;
  /** null: no response. */
  readonly status: number | null;
  /** Load error code if there was no response; else null. */
  readonly error: string | null;
  readonly headers: readonly Header[];
}

export interface ReadResponse extends SiteResponse {
  /** Why there was no response, as a sentence; else null. */
  readonly errorDetail: string | null;
  /** Size of the decoded body. */
  readonly decodedBytes: number;
}

export function noResponse(url: string, error: unknown): SiteResponse {
  return { url, status: null, error: loadErrorFrom(error).code, headers: [] };
}
