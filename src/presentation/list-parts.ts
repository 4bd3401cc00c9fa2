import { counted } from '../basics/quantities.js';
import { type Html, html, NOTHING } from '../platform/pages/html.js';
import { type Listing } from '../platform/http/listing/listing.js';
import { type PagedQuery } from '../platform/http/listing/listing-query.dto.js';

type Option = readonly [value: string, text: string];
/** Parameters of a list's address, as the API names them; undefined ones are left out. */
export type ListParameters = Readonly<Record<string, string | number | Date | undefined>>;

export const DIRECTIONS: readonly Option[] = [
  ['desc', 'Descending'],
  ['asc', 'Ascending'],
];
export const RESULTS: readonly Option[] = [
  ['', 'All'],
  ['good', 'Good'],
  ['decent', 'Decent'],
  ['bad', 'Bad'],
];

/** A list that is read page by page. */
export interface ListParts {
  /** Path of the page that shows it, which may have a fragment. */
  readonly path: string;
  readonly listing: Listing<unknown>;
  /** As the page was asked for. */
  readonly query: ListFields;
}

type ListFields = PagedQuery & { readonly sort_by?: string };

/** Fields of lists that leave no records out. */
const NO_FILTERS = new Set(['search_by', 'sort_by', 'sort', 'per_page', 'page', 'cursor']);

/** The form that searches, filters and sorts a list by its address. */
export function filterForm(
  path: string,
  { label, search, choices }: { label: string; search: string | undefined; choices: readonly Html[] },
): Html {
  return html`<form class="filter" method="get" action="${path}" role="search">
<div class="wide"><label for="search">${label}</label><input id="search" name="search" type="search" maxlength="255" value="${search ?? ''}"></div>
${choices}<div><button>Show</button></div>
</form>
`;
}

export function choice(
  { name, label }: { readonly name: string; readonly label: string },
  options: readonly Option[],
  chosen: string,
): Html {
  return html`<div><label for="${name}">${label}</label><select id="${name}" name="${name}">${options.map(
    ([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
  )}</select></div>
`;
}

/** Whether records may be left out. */
export function isFiltered(query: ListFields): boolean {
  return Object.keys(filtersOf(query)).length > 0;
}

/** Derived, so that a new filter is part of them. */
function filtersOf(query: ListFields): ListParameters {
  return Object.fromEntries(
    Object.entries(query).filter(([name, value]) => !NO_FILTERS.has(name) && value !== undefined),
  );
}

/** Parameters of the addresses of all pages of a list. */
export function parametersOf(query: ListFields): ListParameters {
  const { sort_by, sort, per_page } = query;
  return { ...filtersOf(query), sort_by, sort, per_page };
}

/** How many records were found, with a link to all of them where a filter leaves some out. */
export function foundText({ path, listing, query }: ListParts, noun: string): Html {
  const { total } = listing.result;
  const found = total === null ? '' : `${total.isCapped ? 'more than ' : ''}${counted(total.count, noun)}`;
  const filtered = isFiltered(query);
  return html`<p aria-live="polite">${filtered ? `Found ${found}.` : `${found}.`}${filtered && html` <a href="${path}">Show all</a>`}</p>
`;
}

/** Links to the other pages of a list that is read by page numbers. */
export function pagination({ path, listing, query }: ListParts): Html {
  const {
    slice,
    result: { total },
    cursors,
  } = listing;
  if (!('page' in slice.from) || total === null) return NOTHING;
  const { page } = slice.from;
  const last = Math.max(1, Math.ceil(total.count / slice.perPage));
  if (last === 1 && page === 1) return NOTHING;
  const link = (to: number, text: string, rel = '') =>
    html`<a href="${addressOf(path, { ...parametersOf(query), page: to })}"${rel !== '' && html` rel="${rel}"`}>${text}</a> `;
  return html`<nav class="pages" aria-label="Pagination">
${page > 2 && link(1, 'First')}${page > 1 && link(Math.min(page - 1, last), 'Previous', 'prev')}<span aria-current="page">Page ${page} of ${last.toLocaleString('en')}</span>
${cursors.next !== null && link(page + 1, 'Next', 'next')}${page < last - 1 && link(last, 'Last')}</nav>
`;
}

/** @param path which may have a fragment */
export function addressOf(path: string, parameters: ListParameters): string {
  const [place = '', fragment] = path.split('#');
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) query.set(name, value instanceof Date ? value.toISOString() : String(value));
  return `${place}?${query.toString()}${fragment === undefined ? '' : `#${fragment}`}`;
}
