import { type Request } from 'express';
import { baseUrlOf, resourceUrlOf } from '../server/base-url.js';
import { type BodyOf } from '../body.interceptor.js';
import { queryOf } from '../input/input.js';
import { trimmed } from '../rules/parameter.js';
import { type Listing } from './listing.js';

/** Makes a row the object that is sent.
 *  @param base of absolute links, without a trailing slash */
export type View<Row> = (row: Row, base: string) => object;

interface Envelope {
  /** Absolute URLs of other pages. */
  readonly links: Readonly<Record<'first' | 'last' | 'prev' | 'next', string | null>>;
  readonly meta: object;
}

/** Makes a {@link Listing} the body `{data, links, meta}`, and sends the links as RFC 8288's Link header, too. */
export function listingBody<Row>(view: View<Row>): BodyOf<Listing<Row>> {
  return (listing, request, response) => {
    const base = baseUrlOf(request);
    const path = resourceUrlOf(request);
    const { links, meta } = envelopeOf(listing, linkTo(path, listing, request));
    response.setHeader('Link', linkHeader(links));
    return { data: listing.result.rows.map((row) => view(row, base)), links, meta: { ...meta, path } };
  };
}

/** The known parameters of a request, as they were sent, but for the position in the list: links repeat them. */
export function repeatedQuery({ query }: Listing<unknown>, request: Request): URLSearchParams {
  const repeated = new URLSearchParams();
  for (const [name, sent] of Object.entries(queryOf(request).fields)) {
    const value = trimmed(String(sent));
    if (name !== 'page' && name !== 'cursor' && Object.hasOwn(query, name) && value !== '')
      repeated.append(name, value);
  }
  return repeated;
}

type LinkTo = (parameter: 'page' | 'cursor', value: string | number) => string;

function linkTo(path: string, listing: Listing<unknown>, request: Request): LinkTo {
  const repeated = repeatedQuery(listing, request);
  const start = repeated.size === 0 ? `${path}?` : `${path}?${repeated.toString()}&`;
  return (parameter, value) => `${start}${parameter}=${encodeURIComponent(value)}`;
}

function envelopeOf(
  { slice: { from, perPage }, result, cursors }: Listing<unknown>,
  linkTo: LinkTo,
): Envelope {
  const { next, prev } = cursors;
  if (!('page' in from) || !result.total) {
    return {
      links: {
        first: null,
        last: null,
        prev: prev === null ? null : linkTo('cursor', prev),
        next: next === null ? null : linkTo('cursor', next),
      },
      meta: { per_page: perPage, next_cursor: next, prev_cursor: prev },
    };
  }
  const { page } = from;
  const { count, isCapped } = result.total;
  const { rows, hasMore, searched } = result;
  const lastPage = Math.max(1, Math.ceil(count / perPage));
  const offset = (page - 1) * perPage;
  const isPastCap = isCapped && page >= lastPage;
  return {
    links: {
      first: linkTo('page', 1),
      last: linkTo('page', lastPage),
      prev: page > 1 ? linkTo('page', isPastCap ? page - 1 : Math.min(page - 1, lastPage)) : null,
      next: hasMore ? linkTo('page', page + 1) : next !== null ? linkTo('cursor', next) : null,
    },
    meta: {
      current_page: page,
      from: rows.length > 0 ? offset + 1 : null,
      last_page: lastPage,
      per_page: perPage,
      to: rows.length > 0 ? offset + rows.length : null,
      total: count,
      ...(isCapped && { total_capped: true }),
      ...(searched !== undefined && { searched }),
      next_cursor: next,
    },
  };
}

/** @see https://www.rfc-editor.org/rfc/rfc8288#section-3 */
function linkHeader(links: Envelope['links']): string {
  return Object.entries(links)
    .flatMap(([relation, url]) => (url === null ? [] : `<${url}>; rel="${relation}"`))
    .join(', ');
}
