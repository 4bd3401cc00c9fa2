import { type Type } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { appendHeader } from '../server/append-header.js';
import { baseUrlOf, resourceUrlOf } from '../server/base-url.js';
import { type BodyOf } from '../body.interceptor.js';
import { entityTagOf, names } from './entity-tag.js';
import { Stored } from './stored.js';

/** How the API shows a kind of record. */
export interface Representation<Row, View extends object> {
  /** Documents the view. */
  readonly schema: Type<View>;
  /** @param base of absolute links, without a trailing slash */
  readonly view: (row: Row, base: string) => View;
  /** What the entity tag is made of, if not the whole view; null: the record has no tag. */
  readonly version?: ((view: View) => object) | null;
  /** Path of the records, if they are not stored by a request to it; a function if there are several kinds of them. */
  readonly path?: string | ((row: Row) => string);
  /** Seconds until the client should ask again; null: the record is final. */
  readonly retryAfter?: (row: Row) => number | null;
}

const STATUSES = { created: 201, accepted: 202, existing: 200 };

/** Makes a record the body `{data}` and sets its headers; 304 if the client has this version. Express's own check sends
 *  it again to clients that say `Cache-Control: no-cache`, as most HTTP libraries do here. */
export function recordBody<Row, View extends object>(
  representation: Representation<Row, View>,
): BodyOf<Row | Stored<Row>> {
  return (result, request, response) => {
    const row = result instanceof Stored ? result.record : result;
    const data = representation.view(row, baseUrlOf(request));
    const tag = tagOf(representation, data);
    setHeaders(response, {
      ETag: tag,
      'Retry-After': representation.retryAfter?.(row),
      'Preference-Applied': request.appliedPreference,
    });
    if (result instanceof Stored) {
      const id = 'id' in data ? String(data.id) : '';
      const path = typeof representation.path === 'function' ? representation.path(row) : representation.path;
      const records = path === undefined ? resourceUrlOf(request) : baseUrlOf(request) + path;
      setHeaders(response, { Location: `${records}/${id}`, Age: result.ageSeconds });
      response.status(STATUSES[result.outcome]);
    }
    if (tag !== null && isKnown(tag, request)) response.status(304);
    return { data };
  };
}

/** Weak comparison: `W/` does not count. */
function isKnown(tag: string, { method, headers }: Request): boolean {
  const known = method === 'GET' || method === 'HEAD' ? headers['if-none-match'] : undefined;
  return known !== undefined && names(known.replaceAll('W/', ''), tag);
}

export function tagOf<View extends object>(
  { version }: Pick<Representation<never, View>, 'version'>,
  view: View,
): string | null {
  return version === null ? null : entityTagOf(version ? version(view) : view);
}

function setHeaders(
  response: Response,
  headers: Readonly<Record<string, string | number | null | undefined>>,
): void {
  for (const [name, value] of Object.entries(headers)) {
    if (value !== null && value !== undefined) appendHeader(response, name, String(value));
  }
}
