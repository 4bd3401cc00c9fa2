import { type Request, type Response } from 'express';
import { type Parameters } from '../input/parameters.js';
import { type Slice, type SliceOf, type Total } from './listing.js';

/** The four relations of a list, absolute addresses. */
export interface ListingLinks {
  first: string | null;
  last: string | null;
  prev: string | null;
  next: string | null;
}

export interface ListingAnswer<View> {
  data: View[];
  links: ListingLinks;
  meta: Record<string, unknown>;
}

export interface ListingParts<Row> {
  readonly slice: Slice;
  readonly result: SliceOf<Row>;
  readonly cursors: { readonly next: string | null; readonly prev: string | null };
}

/** Answers a list: `data`, `links`, `meta`, and the same links as RFC 8288's Link header.
 *  @param url of the list, without a query */
export function answerListing<Row, View>(
  { slice, result, cursors }: ListingParts<Row>,
  view: (row: Row) => View,
  { request, response, url }: { request: Request; response: Response; url: string },
): ListingAnswer<View> {
  const address = addressWith(url, (request.query as unknown as Parameters).accepted);
  const data = result.rows.map(view);
  const answer =
    'page' in slice.from && result.total
      ? numbered(
          data,
          {
            ...result,
            total: result.total,
            page: slice.from.page,
            perPage: slice.perPage,
            next: cursors.next,
          },
          address,
        )
      : positioned(data, { perPage: slice.perPage, cursors }, address);
  answer.meta = { ...answer.meta, path: url };
  response.setHeader('Link', linkHeader(answer.links));
  return answer;
}

type Address = (parameter: 'page' | 'cursor', value: string | number) => string;

function addressWith(url: string, accepted: ReadonlyMap<string, unknown>): Address {
  const query = new URLSearchParams();
  for (const [name, value] of accepted) {
    if (name !== 'page' && name !== 'cursor') query.append(name, String(value));
  }
  const known = query.toString();
  const start = known === '' ? `${url}?` : `${url}?${known}&`;
  return (parameter, value) => `${start}${parameter}=${encodeURIComponent(value)}`;
}

interface Numbered {
  readonly page: number;
  readonly perPage: number;
  readonly total: Total;
  readonly next: string | null;
  readonly hasMore: boolean;
  readonly searched?: number;
}

function numbered<View>(data: View[], at: Numbered, address: Address): ListingAnswer<View> {
  const { page, perPage, total, next, hasMore, searched } = at;
  const lastPage = Math.max(1, Math.ceil(total.count / perPage));
  const offset = (page - 1) * perPage;
  const isPastCap = total.isCapped && page >= lastPage;
  return {
    data,
    links: {
      first: address('page', 1),
      last: address('page', lastPage),
      prev: page > 1 ? address('page', isPastCap ? page - 1 : Math.min(page - 1, lastPage)) : null,
      next: hasMore ? address('page', page + 1) : next !== null ? address('cursor', next) : null,
    },
    meta: {
      current_page: page,
      from: data.length > 0 ? offset + 1 : null,
      last_page: lastPage,
      per_page: perPage,
      to: data.length > 0 ? offset + data.length : null,
      total: total.count,
      ...(total.isCapped && { total_capped: true }),
      ...(searched !== undefined && { searched }),
      next_cursor: next,
    },
  };
}

function positioned<View>(
  data: View[],
  { perPage, cursors }: { perPage: number; cursors: { next: string | null; prev: string | null } },
  address: Address,
): ListingAnswer<View> {
  return {
    data,
    links: {
      first: null,
      last: null,
      prev: cursors.prev === null ? null : address('cursor', cursors.prev),
      next: cursors.next === null ? null : address('cursor', cursors.next),
    },
    meta: { per_page: perPage, next_cursor: cursors.next, prev_cursor: cursors.prev },
  };
}

/** @see https://www.rfc-editor.org/rfc/rfc8288#section-3 */
function linkHeader(links: ListingLinks): string {
  return Object.entries(links)
    .filter(([, url]) => url !== null)
    .map(([relation, url]) => `<${String(url)}>; rel="${relation}"`)
    .join(', ');
}
