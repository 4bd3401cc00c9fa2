import { loadErrorFrom } from './load-error.js';
import { type Header } from './open-response.js';

/** What came back for one address. */
export interface Answer {
  readonly url: string;
  /** null: no answer. */
  readonly status: number | null;
  /** Code of why there was no answer; null where there was one. */
  readonly error: string | null;
  readonly headers: readonly Header[];
}

export interface AnswerBody extends Answer {
  /** Read and decoded. */
  readonly decodedBytes: number;
}

export function noAnswer(url: string, error: unknown): Answer {
  return { url, status: null, error: loadErrorFrom(error).code, headers: [] };
}
