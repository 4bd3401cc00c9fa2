import { type SortValue } from '../../database/slice.js';
import { OneOf } from '../rules/choices.js';
import { OptionalText } from '../rules/text.js';
import { Integer } from '../rules/number.js';

export const PER_PAGE = [10, 25, 50, 100] as const;
const SORT: readonly SortValue[] = ['desc', 'asc'];

/** The fields that the list can be sorted by; the first one is the default. */
export function SortBy(fields: readonly string[]): PropertyDecorator {
  return OneOf(fields, {
    description: 'Field to sort by; id sorts by date of creation.',
    default: fields[0],
  });
}

/** The fields that can be searched; the first one is the default. */
export function SearchBy(fields: readonly string[]): PropertyDecorator {
  return OneOf(fields, { description: 'Field to search.', default: fields[0] });
}

/** Parameters of every list. */
export abstract class PagedQuery {
  @OneOf(SORT, { description: 'Sort direction: descending or ascending.', default: 'desc' })
  sort: SortValue = 'desc';

  @OneOf(PER_PAGE, { description: 'Number of records per page.', default: 10 })
  per_page: (typeof PER_PAGE)[number] = 10;

  @Integer({
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    description: 'Page number, from 1. Pages past the end are empty. Cannot be combined with cursor.',
  })
  page?: number;

  @OptionalText({
    maxLength: 12_288,
    description:
      'next_cursor or prev_cursor of an earlier response: continues that list, with the same filters and order, at ' +
      'the same cost for every page. Cannot be combined with page.',
  })
  cursor?: string;
}

/** Parameters of lists that can be searched. */
export abstract class ListingQuery extends PagedQuery {
  @OptionalText({
    maxLength: 255,
    description:
      'Only records whose search_by field contains this text, regardless of case. There are no wildcards.',
  })
  search?: string;
}
