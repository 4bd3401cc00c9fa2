import { OneOf } from '../rules/one-of.js';
import { OptionalText } from '../rules/text.js';
import { WholeNumber } from '../rules/whole-number.js';

const PER_PAGE = [10, 25, 50, 100] as const;
const SORT = ['desc', 'asc'] as const;

type PerPageValue = (typeof PER_PAGE)[number];
export type SortValue = (typeof SORT)[number];

/** How many records one page holds. */
function PerPage(): PropertyDecorator {
  return OneOf(PER_PAGE, { description: 'Records on one page.', default: 10 });
}

/** Direction of the order. */
function Sort(): PropertyDecorator {
  return OneOf(SORT, { description: 'Direction of the order: descending or ascending.', default: 'desc' });
}

/** The fields that the list may be ordered by; the first one is the default. */
export function SortBy(fields: readonly string[]): PropertyDecorator {
  return OneOf(fields, {
    description: 'Field that orders the list; id means date created.',
    default: fields[0],
  });
}

/** Case-insensitive substring that the field named by `search_by` must contain. */
function Search(): PropertyDecorator {
  return OptionalText({
    maxLength: 255,
    description:
      'Text that the field named by search_by contains, in either case. No character is a wildcard.',
  });
}

/** The fields that may be searched; the first one is the default. */
export function SearchBy(fields: readonly string[]): PropertyDecorator {
  return OneOf(fields, { description: 'Field that is searched.', default: fields[0] });
}

/** Parameters that every list takes. */
export abstract class ListingQuery {
  @Search() search?: string;

  @Sort() sort: SortValue = 'desc';

  @PerPage() per_page: PerPageValue = 10;

  @WholeNumber({
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    description:
      'Number of the page, 1 unless told. Past the end the list is empty. Not together with cursor.',
  })
  page?: number;

  @OptionalText({
    maxLength: 8192,
    description:
      'Continues a list where next_cursor or prev_cursor of an earlier answer left off, at the same cost however ' +
      'deep, with the same filters and order. Not together with page.',
  })
  cursor?: string;
}
