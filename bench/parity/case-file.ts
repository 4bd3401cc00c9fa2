import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ParityCase, type Plain, type RawResponse, urlOf } from './case.js';

/** An answer as JSON; the body is base64. */
type StoredResponse = Omit<RawResponse, 'body'> & { readonly body: string };

/** A case as JSON. */
export interface StoredCase
  extends StoredResponse, Pick<ParityCase, 'id' | 'path' | 'cause' | 'tls' | 'entry' | 'root'> {
  /** Where the page is. */
  readonly url: string;
  readonly robotsTxt: StoredResponse;
  readonly plain: Exclude<Plain, RawResponse> | StoredResponse;
  readonly resources: Readonly<Record<string, StoredResponse>>;
}

/** Writes index.json into the folder. */
export function writeCases(folder: string, cases: readonly ParityCase[]): void {
  mkdirSync(folder, { recursive: true });
  const lines = cases.map((parityCase) => JSON.stringify(stored(parityCase)));
  writeFileSync(join(folder, 'index.json'), `[\n${lines.join(',\n')}\n]\n`);
}

/** Reads the folder's index.json. */
export function readCases(folder: string): ParityCase[] {
  const cases = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as StoredCase[];
  return cases.map(restored);
}

/** A case as JSON. */
export function stored({ id, path, cause, tls, ...parityCase }: ParityCase): StoredCase {
  return {
    id,
    url: urlOf({ id, path, tls }),
    path,
    cause,
    tls,
    ...(parityCase.entry && { entry: parityCase.entry }),
    ...storedResponse(parityCase),
    robotsTxt: storedResponse(parityCase.robotsTxt),
    plain: typeof parityCase.plain === 'string' ? parityCase.plain : storedResponse(parityCase.plain),
    resources: mapValues(parityCase.resources, storedResponse),
    ...(parityCase.root && { root: parityCase.root }),
  };
}

function restored({ url: _, ...parityCase }: StoredCase): ParityCase {
  return {
    ...parityCase,
    ...restoredResponse(parityCase),
    robotsTxt: restoredResponse(parityCase.robotsTxt),
    plain: typeof parityCase.plain === 'string' ? parityCase.plain : restoredResponse(parityCase.plain),
    resources: mapValues(parityCase.resources, restoredResponse),
  };
}

function storedResponse({ status, headers, body }: RawResponse): StoredResponse {
  return { status, headers, body: body.toString('base64') };
}

function restoredResponse({ status, headers, body }: StoredResponse): RawResponse {
  return { status, headers, body: Buffer.from(body, 'base64') };
}

function mapValues<From, To>(
  record: Readonly<Record<string, From>>,
  map: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
