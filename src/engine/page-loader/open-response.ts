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

/** Content codings of a response, in the order in which they were applied. */
export function contentEncodingOf(response: OpenResponse): string {
  return response.headers
    .filter(([name]) => name === 'content-encoding')
    .map(([, value]) => value)
    .join(',');
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
