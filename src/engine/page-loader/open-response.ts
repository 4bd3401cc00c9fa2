import { type Dispatcher } from 'undici';

/** Name in lower case, value as received. */
export type Header = readonly [name: string, value: string];

/** A response whose body has not been read. */
export interface OpenResponse {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: Dispatcher.ResponseData['body'];
}

/** Value of the first header with a name. */
export function headerOf(response: OpenResponse, wanted: string): string | undefined {
  return response.headers.find(([name]) => name === wanted)?.[1];
}

/** Content codings that a browser supports; the last three are never asked for.
 *  @see https://www.iana.org/assignments/http-parameters/ */
const CODINGS = new Set(['', 'identity', 'gzip', 'x-gzip', 'deflate', 'br', 'zstd', 'dcb', 'dcz']);

/** Content codings of a response in lower case, in the order in which they were applied. None if browsers don't support
 *  one of them, as for `utf-8`: they take the body as it is.
 *  @see https://fetch.spec.whatwg.org/#handle-content-codings */
export function contentCodingsOf(response: OpenResponse): string[] {
  const codings = response.headers
    .filter(([name]) => name === 'content-encoding')
    .flatMap(([, value]) => value.split(','))
    .map((coding) => coding.trim().toLowerCase());
  if (!codings.every((coding) => CODINGS.has(coding))) return [];
  return codings.filter((coding) => coding !== '' && coding !== 'identity');
}

/** Converts undici's raw headers to pairs; each non-ASCII byte becomes one character. */
export function headerPairs(raw: readonly (string | Buffer)[]): Header[] {
  const pairs: Header[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    pairs.push([textOf(raw[index]).toLowerCase(), textOf(raw[index + 1])]);
  }
  return pairs;
}

function textOf(part: string | Buffer | undefined): string {
  return typeof part === 'string' ? part : (part?.toString('latin1') ?? '');
}
