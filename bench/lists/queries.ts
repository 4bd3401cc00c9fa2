import { request } from 'undici';
import { type FilledAccount, TERMS } from '../support/fill.js';

/** An account with the ids that queries need. */
export interface Subject extends FilledAccount {
  readonly website: number;
  readonly newest: number;
  /** Cursor at 90 % of the reports. */
  readonly cursor: string;
}

export interface Query {
  readonly name: string;
  readonly path: (subject: Subject) => string;
}

/** The same for every account. */
export interface SmallQuery {
  readonly name: string;
  readonly path: string;
}

const reports = (query: string) => `/api/v1/reports?${query}`;
const pageAt = (share: number, { reports: count }: FilledAccount) =>
  `page=${Math.max(1, Math.floor((count / 10) * share))}`;

export const QUERIES: readonly Query[] = [
  { name: 'list', path: () => reports('') },
  { name: 'list by score', path: () => reports('sort_by=score') },
  { name: 'list by url', path: () => reports('sort_by=url') },
  {
    name: 'filtered by website and result',
    path: ({ website }) => reports(`website_id=${website}&result=bad`),
  },
  { name: 'cursor at 90 %', path: ({ cursor }) => reports(`cursor=${cursor}`) },
  { name: 'page at 50 %', path: (subject) => reports(pageAt(0.5, subject)) },
  { name: 'page at 90 %', path: (subject) => reports(pageAt(0.9, subject)) },
  { name: 'page at 90 % by score', path: (subject) => reports(`sort_by=score&${pageAt(0.9, subject)}`) },
  { name: 'last page by url', path: (subject) => reports(`sort_by=url&${pageAt(1, subject)}`) },
  ...Object.entries(TERMS).map(([name, term]): Query => ({
    name: `search: ${name}`,
    path: () => reports(`search=${term}`),
  })),
  { name: 'show, every finding', path: ({ newest }) => `/api/v1/reports/${newest}` },
  { name: 'websites', path: () => '/api/v1/websites' },
  { name: 'websites by average', path: () => '/api/v1/websites?sort_by=reports_avg_score' },
  { name: 'websites: search', path: () => `/api/v1/websites?search=${TERMS['a host']}` },
];

/** Sent for the small accounts in rotation. */
export const SMALL_QUERIES: readonly SmallQuery[] = [
  { name: 'small accounts: list', path: reports('') },
  { name: 'small accounts: by score', path: reports('sort_by=score') },
  { name: 'small accounts: search', path: reports(`search=${TERMS['1 in 100']}`) },
  { name: 'small accounts: websites', path: '/api/v1/websites' },
];

export async function subjectOf(api: string, account: FilledAccount): Promise<Subject> {
  const get = async (path: string) => {
    const { body } = await request(api + path, { headers: { authorization: `Bearer ${account.key}` } });
    return (await body.json()) as { data: { id: number }[]; meta: { next_cursor: string } };
  };
  const busiest = await get('/api/v1/websites?sort_by=reports_count');
  const newest = await get(reports(''));
  const deep = await get(reports(pageAt(0.9, account)));
  return {
    ...account,
    website: busiest.data[0]?.id ?? 0,
    newest: newest.data[0]?.id ?? 0,
    cursor: encodeURIComponent(deep.meta.next_cursor),
  };
}
