import { ValidationFailed } from '../../platform/errors/http-errors.js';
import { type PagedQuery } from '../../platform/http/listing/listing-query.dto.js';
import { type Listing } from '../../platform/http/listing/listing.js';
import { type ListQuery } from './list-query.decorator.js';

/** A list as its address asks for it. */
export interface Listed<Query, Row> extends ListQuery<Query> {
  readonly listing: Listing<Row>;
}

/** Reads a list, from its beginning where the address has a position that the list does not have.
 *  @param read throws ValidationFailed for a cursor of another list */
export async function listedBy<Query extends PagedQuery, Row>(
  list: ListQuery<Query>,
  read: (query: Query) => Promise<Listing<Row>>,
): Promise<Listed<Query, Row>> {
  try {
    return { ...list, listing: await read(list.query) };
  } catch (error) {
    if (!(error instanceof ValidationFailed) || !error.errors?.cursor) throw error;
    const query = fromBeginning(list.query);
    return { query, faults: [...list.faults, ...error.errors.cursor], listing: await read(query) };
  }
}

/** An object of the same class, to which cursors are bound. */
function fromBeginning<Query extends PagedQuery>(query: Query): Query {
  const copy = Object.create(Object.getPrototypeOf(query) as object) as Query;
  return Object.assign(copy, query, { page: undefined, cursor: undefined });
}
