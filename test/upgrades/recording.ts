import { startService } from '../../bench/support/service.js';
import { type Call, type Exchange, send, stable } from './exchange.js';
import { PASSWORD, SETTINGS } from './release-data.js';
import { type Tables } from './release-dump.js';

/** Lists in each order and with each filter. */
const LISTS = [
  'reports?sort_by=id&sort=asc&per_page=100',
  'reports?sort_by=score&sort=desc&result=bad',
  'reports?sort_by=url&search=queued',
  'reports?result=good&search=good',
  'websites?sort_by=domain',
];

/** Requests everything that the database holds.
 *  @returns the requests with the responses */
export async function recorded(
  databaseUrl: string,
  keys: Readonly<Record<string, string>>,
  tables: Tables,
): Promise<Exchange[]> {
  const service = await startService({ ...SETTINGS, DATABASE_URL: databaseUrl }, 'api');
  const exchanges: Exchange[] = [];
  try {
    for (const call of [...apiCalls(keys, tables), ...pageCalls(tables)]) {
      const { status, text } = await send(service.url, keys, call);
      exchanges.push({ ...call, status, ...contentOf(call, { status, text }, tables) });
    }
  } finally {
    await service.end('SIGTERM');
  }
  return exchanges;
}

/** The account with every key; every list, report and website, those of the other account included, with the owner's. */
function apiCalls(keys: Readonly<Record<string, string>>, { reports = [], websites = [] }: Tables): Call[] {
  const records = [
    ...reports.map(({ id }) => `reports/${String(id)}`),
    ...websites.map(({ id }) => `websites/${String(id)}`),
  ];
  const get = (key: string) => (path: string) => ({ method: 'GET', path: `/api/v1/${path}`, key }) as const;
  const replay = {
    method: 'POST',
    path: '/api/v1/reports',
    key: 'owner',
    headers: { prefer: 'respond-async', 'idempotency-key': 'upgrade-1' },
    form: { url: String(reports.find(({ url }) => String(url).endsWith('/queued'))?.url) },
  } as const;
  return [
    ...Object.keys(keys).map((key) => get(key)('account')),
    ...LISTS.map(get('owner')),
    ...records.map(get('owner')),
    get('other')('reports'),
    get('other')('websites'),
    replay,
  ];
}

/** The share page, the badge and the report pages of every website, locked and unlocked. */
function pageCalls({ reports = [], websites = [] }: Tables): Call[] {
  return websites.flatMap(({ id, share_token, privacy }) => {
    const pages = reports
      .filter((report) => report.website_id === id)
      .map((report) => `/reports/${String(report.id)}`);
    return ['', '/badge.svg', ...pages].flatMap((page): Call[] => {
      const call: Call = { method: 'GET', path: `/s/${String(share_token)}${page}` };
      return privacy === 2 ? [call, { ...call, password: PASSWORD }] : [call];
    });
  });
}

/** What is kept of a successful response. Wording and markup of pages may change, so of these only which domains, URLs,
 *  scores, results and links they contain. */
function contentOf(
  { path }: Call,
  { status, text }: { status: number; text: string },
  { reports = [], websites = [] }: Tables,
): Pick<Exchange, 'body' | 'shows'> {
  if (status >= 300) return {};
  if (path.startsWith('/api/')) return { body: stable(text) };
  const texts = [
    ...websites.map(({ domain }) => String(domain)),
    ...reports.flatMap(({ id, url, score, result }) => [
      `${String(score)} ${String(result)}`,
      `${String(score)} of 100`,
      `/reports/${String(id)}"`,
      String(url).replaceAll('&', '&amp;'),
    ]),
  ];
  return { shows: [...new Set(texts)].filter((part) => text.includes(part)) };
}
