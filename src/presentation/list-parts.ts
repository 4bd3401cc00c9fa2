import { counted } from '../basics/quantities.js';
import { type Html, html, NOTHING } from '../platform/pages/html.js';
import { lastPageOf, type Listing, type PageAddress, pagesOf } from '../platform/http/listing/listing.js';
import { type PagedQuery, PER_PAGE as PER_PAGE_VALUES } from '../platform/http/listing/listing-query.dto.js';
import { visible } from './scraped.js';

type Option = readonly [value: string, text: string];
/** Parameters of a list's address, as the API names them; undefined ones are left out. */
export type ListParameters = Readonly<Record<string, string | number | Date | undefined>>;

/** A parameter of a list that is chosen. */
interface Choice {
  readonly name: string;
  readonly label: string;
  readonly options: readonly Option[];
}

export const ORDER: Choice = {
  name: 'sort',
  label: 'Order',
  options: [
    ['desc', 'Descending'],
    ['asc', 'Ascending'],
  ],
};
export const PER_PAGE: Choice = {
  name: 'per_page',
  label: 'Rows',
  options: PER_PAGE_VALUES.map((rows) => [String(rows), String(rows)]),
};
export const RESULT: Choice = {
  name: 'result',
  label: 'Result',
  options: [
    ['', 'All'],
    ['good', 'Good'],
    ['decent', 'Decent'],
    ['bad', 'Bad'],
  ],
};

/** A list that is read page by page. */
export interface ListParts {
  /** Path of the page that shows it, which may have a fragment. */
  readonly path: string;
  readonly listing: Listing<unknown>;
  /** As the page was asked for. */
  readonly query: ListFields;
}

/** A page of a list. */
export type ListPage = Pick<ListParts, 'listing' | 'query'>;

type ListFields = PagedQuery & { readonly sort_by?: string };

/** Fields of lists that leave no records out. */
const NO_FILTERS = new Set(['search_by', 'sort_by', 'sort', 'per_page', 'page', 'cursor']);

/** The form that searches, filters and sorts a list by its address, and keeps what else that says.
 *  @param label of what is searched for; default: the list can't be searched */
export function filterForm(
  { path, query }: ListParts,
  { label, choices }: { readonly label?: string; readonly choices: readonly Choice[] },
): Html {
  const { search, ...parameters } = textsOf(parametersOf(query));
  const names = new Set(choices.map(({ name }) => name));
  const kept = Object.entries(parameters).filter(([name]) => !names.has(name));
  const text =
    label !== undefined &&
    html`<div class="wide"><label for="search">${label}</label><input id="search" name="search" type="search" maxlength="255" value="${search ?? ''}"></div>
`;
  return html`<form class="filter" method="get" action="${path}"${text && html` role="search"`}>
${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}${text}${choices.map((one) => choice(one, parameters[one.name] ?? ''))}<div><button>Show</button></div>
</form>
`;
}

export function choice({ name, label, options }: Choice, chosen: string): Html {
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

/** How many records were found, with a link to all of them where a filter leaves some out. A list that is read by cursors
 *  is not counted. */
export function foundText({ path, listing, query }: ListParts, noun: string): Html {
  const { total, searched } = listing.result;
  const among =
    searched === undefined
      ? ''
      : ` among the first ${searched.toLocaleString('en')}. A longer text searches more of them`;
  const found = total && `${total.isCapped ? 'more than ' : ''}${counted(total.count, noun)}${among}`;
  const filtered = isFiltered(query);
  if (found === null && !filtered) return NOTHING;
  return html`<p aria-live="polite">${found !== null && `${filtered ? 'Found ' : ''}${found}.`}${filtered && html` <a href="${path}">Show all</a>`}</p>
`;
}

/** Whether a page of a list is its first one, by its number. */
export function isFirstPage({ slice: { from } }: Listing<unknown>): boolean {
  return 'page' in from && from.page === 1;
}

/** The rows of a page of a list, or why there are none.
 *  @param none stands in place of a list without rows */
export function rowsOrNotice(list: ListParts, rows: Html, none: Html): Html {
  const { listing } = list;
  if (listing.result.rows.length > 0) return rows;
  const { next } = pagesOf(listing);
  if (next !== null)
    return html`<p class="notice">Nothing is in this part of the list. <a href="${addressAt(list, next)}">Go on</a>.</p>
`;
  if (isFirstPage(listing)) return none;
  const { last } = pagesOf(listing);
  return html`<p class="notice">This page of the list is empty. <a href="${addressAt(list, last)}">Go to the ${last ? 'last' : 'first'} page</a>.</p>
`;
}

/** Links to the other pages of a list. */
export function pagination(list: ListParts): Html {
  const { listing } = list;
  const { prev, next, last } = pagesOf(listing);
  if (prev === null && next === null) return NOTHING;
  const lastPage = lastPageOf(listing);
  const page = 'page' in listing.slice.from ? listing.slice.from.page : null;
  const link = (to: PageAddress | null, text: string, rel = '') =>
    html`<a href="${addressAt(list, to)}"${rel !== '' && html` rel="${rel}"`}>${text}</a> `;
  return html`<nav class="pages" aria-label="Pagination">
${(page === null || page > 2) && link(null, 'First')}${prev && link(prev, 'Previous', 'prev')}${placeText(listing)}${next && link(next, 'Next', 'next')}${page !== null && lastPage !== null && page < lastPage - 1 && link(last, 'Last')}</nav>
`;
}

/** Title of a page of a list: names the text that is searched for, and its number after the first page. */
export function listTitle({ listing, query }: ListPage, name: string): string {
  const { search } = textsOf(parametersOf(query));
  const { from } = listing.slice;
  const found = search === undefined ? '' : ` with "${visible(search)}"`;
  return `${name}${found}${'page' in from && from.page > 1 ? `, page ${String(from.page)}` : ''}`;
}

/** Which page it is of how many; nothing for pages past the end, and those that are read by cursors. */
function placeText(listing: Listing<unknown>): Html {
  const { from } = listing.slice;
  const last = lastPageOf(listing);
  const { total, searched } = listing.result;
  const isOpen = total?.isCapped === true || searched !== undefined;
  if (!('page' in from) || last === null || (from.page > last && !isOpen)) return NOTHING;
  return html`<span aria-current="page">Page ${from.page}${!isOpen && ` of ${last.toLocaleString('en')}`}</span>
`;
}

/** Address of a page of a list; null: of the first one. */
function addressAt({ path, query }: ListParts, page: PageAddress | null): string {
  return addressOf(path, { ...parametersOf(query), ...page });
}

/** @param path which may have a fragment */
export function addressOf(path: string, parameters: ListParameters): string {
  const [place = '', fragment] = path.split('#');
  const query = new URLSearchParams(textsOf(parameters)).toString();
  return `${place}${query && `?${query}`}${fragment === undefined ? '' : `#${fragment}`}`;
}

function textsOf(parameters: ListParameters): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value instanceof Date ? value.toISOString() : String(value)]],
    ),
  );
}
