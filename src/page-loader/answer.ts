import { loadErrorFrom } from './load-error.js';
import { type Header } from './open-response.js';

/** Response to one request, without its body. */
export interface Answer {
  readonly url: string;
  /** null: no response. */
  readonly status: number | null;
  /** Load error code if there was no response; else null. */
  readonly error: string | null;
  readonly headers: readonly Header[];
}

export interface AnswerBody extends Answer {
  /** Size of the decoded body. */
  readonly decodedBytes: number;
}

export function noAnswer(url: string, error: unknown): Answer {
  return { url, status: null, error: loadErrorFrom(error).code, headers: [] };
}
