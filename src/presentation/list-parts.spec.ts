import { type SliceOf } from '../platform/database/slice.js';
import { html } from '../platform/pages/html.js';
import {
  filterForm,
  foundText,
  type ListParts,
  ORDER,
  pagination,
  RESULT,
  rowsOrNotice,
} from './list-parts.js';

const QUERY = { sort: 'desc', per_page: 10 } as const;

function aList(
  result: Partial<SliceOf<object>> = {},
  query: object = {},
  next: string | null = null,
): ListParts {
  return {
    path: '/list',
    query: { ...QUERY, ...query },
    listing: {
      query: QUERY,
      slice: { sort: 'desc', perPage: 10, from: { page: 1 } },
      result: { rows: [], hasMore: false, total: { count: 0, isCapped: false }, ...result },
      cursors: { next, prev: null },
      rest: () => {
        throw new Error('Only its page is shown');
      },
    },
  };
}

describe('the form of a list', () => {
  it('keeps the parameters of the address that it does not show', () => {
    const query = {
      search: 'a',
      result: 'bad',
      website_id: 7,
      created_after: new Date('2026-11-01T00:00:00Z'),
      per_page: 100,
      page: 3,
      cursor: 'beyond',
    };
    const { text } = filterForm(aList({}, query), { label: 'URL contains', choices: [RESULT, ORDER] });
    const hidden = [...text.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
    expect(Object.fromEntries(hidden.map(([, name, value]) => [name, value]))).toEqual({
      website_id: '7',
      created_after: '2026-11-01T00:00:00.000Z',
      per_page: '100',
    });
    expect(text).toContain('name="search" type="search" maxlength="255" value="a"');
    expect(text).toContain('<option value="bad" selected>');
  });
});

describe('a search that stopped early', () => {
  const found = { total: { count: 8123, isCapped: false }, searched: 20_000, hasMore: true };

  it('says among how many it found something', () => {
    const list = aList(found, { search: 'a' });
    expect(foundText(list, 'report').text).toContain('Found 8,123 reports among the first 20,000.');
    expect(pagination(list).text).not.toContain('of 813');
  });

  it('goes on where it found nothing', () => {
    const { text } = rowsOrNotice(aList({ searched: 20_000 }, { search: 'a' }, 'on'), html`rows`, html`none`);
    expect(text).toContain('cursor=on">Go on</a>');
    expect(rowsOrNotice(aList(), html`rows`, html`none`).text).toBe('none');
  });
});
