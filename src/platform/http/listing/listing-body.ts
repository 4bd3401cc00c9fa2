import { type Request } from 'express';
import { baseUrlOf, resourceUrlOf } from '../server/base-url.js';
import { type BodyOf } from '../body.interceptor.js';
import { queryOf } from '../input/input.js';
import { trimmed } from '../rules/parameter.js';
import { lastPageOf, type Listing, type NearbyPages, type PageAddress, pagesOf } from './listing.js';

/** Makes a row the object that is sent.
 *  @param base of absolute links, without a trailing slash */
export type View<Row> = (row: Row, base: string) => object;

/** Absolute URLs of other pages. */
type Links = Readonly<Record<keyof NearbyPages, string | null>>;

/** Makes a {@link Listing} the body `{data, links, meta}`, and sends the links as RFC 8288's Link header, too. */
export function listingBody<Row>(view: View<Row>): BodyOf<Listing<Row>> {
  return (listing, request, response) => {
    const base = baseUrlOf(request);
    const path = resourceUrlOf(request);
    const links = linksOf(listing, linkTo(path, listing, request));
    response.setHeader('Link', linkHeader(links));
    return {
      data: listing.result.rows.map((row) => view(row, base)),
      links,
      meta: { ...metaOf(listing), path },
    };
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

type LinkTo = (address: PageAddress | null) => string | null;

function linkTo(path: string, listing: Listing<unknown>, request: Request): LinkTo {
  const repeated = repeatedQuery(listing, request);
  const start = repeated.size === 0 ? `${path}?` : `${path}?${repeated.toString()}&`;
  return (address) => {
    if (address === null) return null;
    return 'page' in address
      ? `${start}page=${String(address.page)}`
      : `${start}cursor=${encodeURIComponent(address.cursor)}`;
  };
}

function linksOf(listing: Listing<unknown>, linkTo: LinkTo): Links {
  const { first, last, prev, next } = pagesOf(listing);
  return { first: linkTo(first), last: linkTo(last), prev: linkTo(prev), next: linkTo(next) };
}

function metaOf(listing: Listing<unknown>): object {
  const { from, perPage } = listing.slice;
  const { next, prev } = listing.cursors;
  const { rows, searched, total } = listing.result;
  if (!('page' in from) || !total) return { per_page: perPage, next_cursor: next, prev_cursor: prev };
  const { page } = from;
  const offset = (page - 1) * perPage;
  return {
    current_page: page,
    from: rows.length > 0 ? offset + 1 : null,
    last_page: lastPageOf(listing),
    per_page: perPage,
    to: rows.length > 0 ? offset + rows.length : null,
    total: total.count,
    ...(total.isCapped && { total_capped: true }),
    ...(searched !== undefined && { searched }),
    next_cursor: next,
  };
}

/** @see https://www.rfc-editor.org/rfc/rfc8288#section-3 */
function linkHeader(links: Links): string {
  return Object.entries(links)
    .flatMap(([relation, url]) => (url === null ? [] : `<${url}>; rel="${relation}"`))
    .join(', ');
}
