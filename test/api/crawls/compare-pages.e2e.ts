import { type ChangedSite, changedSite } from '../../support/changed-site.js';
import { CRAWLS } from '../../support/crawls.js';
import { cellsOf, exported, rowOf, wholeList } from '../../support/exports.js';

let changed: ChangedSite;

beforeAll(async () => {
  changed = await changedSite();
});

afterAll(() => changed.close());

const path = (query: string, extension = '') =>
  `${CRAWLS}/${String(changed.after)}/comparison/pages${extension}?with=${String(changed.before)}${query}`;

async function listed(query: string): Promise<{ url: string; reason: string | null }[]> {
  const { body } = await changed.test.owner.call('get', path(query)).expect(200);
  return body.data;
}

describe('GET /api/v1/crawls/{id}/comparison/pages', () => {
  it.each(['new', 'gone', 'better', 'worse'])(
    'lists the pages of the comparison that are %s',
    async (change) => {
      const { body } = await changed.test.owner
        .call('get', path('').replace('/comparison/pages', '/comparison'))
        .expect(200);
      expect(await listed(`&change=${change}`)).toEqual(body.data.pages[change].examples);
    },
  );

  it('lists what became worse by default, the largest loss first', async () => {
    const rows = await listed('');
    expect(rows.map(({ url }) => url)).toEqual(['/broken', '/'].map((page) => changed.site.urlOf(page)));
    expect(await listed('&sort=asc')).toEqual(rows.toReversed());
  });

  it('documents the default', async () => {
    const { body } = await changed.test.call('get', '/openapi.json').expect(200);
    const { parameters } = body.paths[`${CRAWLS}/{id}/comparison/pages`].get;
    const change = parameters.find(({ name }: { name: string }) => name === 'change');
    expect(change.description).toContain('Default: worse.');
  });

  it('reads every page once by cursor', async () => {
    // Fifty pages more in the crawl before, with scores that several of them have.
    await changed.test.database.query(
      `INSERT INTO crawl_pages (account_id, crawl_id, url, url_hash, state, shape, score)
        SELECT $1, $2, 'http://x/' || at, sha256(at::text::bytea), 'completed', '', at % 7 FROM generate_series(1, 50) at`,
      [changed.test.owner.id, changed.before],
    );
    const list = path('', '').replace('/api/v1/', '').replace(/[?].*/, '');
    const query = `&with=${String(changed.before)}&change=gone`;
    const whole = (await wholeList(changed.test.owner, list, query)) as { url: string }[];
    expect(whole).toHaveLength(53);
    expect(new Set(whole.map(({ url }) => url)).size).toBe(53);
    const pages: { url: string }[] = [];
    for (let cursor = ''; ;) {
      const at = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const { body } = await changed.test.owner
        .call('get', path(`&change=gone&per_page=10${at}`))
        .expect(200);
      pages.push(...body.data);
      if (body.meta.next_cursor === null) break;
      cursor = body.meta.next_cursor;
    }
    expect(pages).toEqual(whole);
  });

  it('exports them as CSV and NDJSON', async () => {
    const rows = await listed('&change=gone&per_page=100');
    const file = (extension: string) =>
      exported(changed.test, changed.test.owner, path('&change=gone', extension).replace('/api/v1/', ''));
    const cells = cellsOf((await file('.csv')).text);
    expect(cells).toEqual([['url', 'before', 'after', 'reason'], ...rows.map(rowOf)]);
    const lines = (await file('.ndjson')).text.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual(rows);
  });

  it('refuses what the comparison refuses', async () => {
    const { owner, stranger } = changed.test;
    await owner.call('get', path('&change=unchanged')).expect(422);
    await owner.call('get', `${CRAWLS}/${String(changed.after)}/comparison/pages?with=987654`).expect(404);
    await stranger.call('get', path('')).expect(404);
  });
});
