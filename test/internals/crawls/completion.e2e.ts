import { hash } from 'node:crypto';
import pg from 'pg';
import { CrawlCompletion } from '../../../src/crawls/ending/crawl-completion.service.js';
import { CrawlsRepository } from '../../../src/crawls/crawls.repository.js';
import { startApp, type TestApp } from '../../support/app.js';
import { CRAWLS, startedCrawl } from '../../support/crawls.js';

/** More than one statement changes. */
const PAGES = 12_000;
const VISITED = 2000;
const START = 'https://large.example/';

let test: TestApp;

beforeAll(async () => (test = await startApp({ ROLE: 'api' })));
afterAll(() => test.close());

const urlOf = (page: number) => (page === 0 ? START : `${START}${String(page)}`);
const hashOf = (page: number) => hash('sha256', urlOf(page), 'buffer');

/** Visited pages link to two others that are visited, and to two of all, also backwards; each tenth one redirects. */
function linksOf(page: number): number[] {
  if (page >= VISITED || page % 10 === 9) return [];
  return [1, 2].flatMap((nth) => [(page * 37 + nth * 911) % VISITED, (page * 7919 + nth * 104_729) % PAGES]);
}
const targetOf = (page: number) => (page < VISITED && page % 10 === 9 ? (page * 31) % PAGES : null);

/** Clicks from the start; null: no links lead there. */
function clicks(): (number | null)[] {
  const depths = new Array<number | null>(PAGES).fill(null);
  const walk = (page: number, depth: number, next: number[]): void => {
    if (depths[page] !== null) return;
    depths[page] = depth;
    const target = targetOf(page);
    if (target !== null) walk(target, depth, next);
    next.push(...linksOf(page));
  };
  for (let depth = 0, pages = [0]; pages.length > 0; depth++) {
    const next: number[] = [];
    for (const page of pages) walk(page, depth, next);
    pages = next;
  }
  return depths;
}

/** @param known depths that were known before the end of the crawl */
async function fill(crawlId: number, known: readonly (number | null)[], linksFrom = linksOf): Promise<void> {
  const pages = known.map((_, page) => page);
  const target = (page: number) => {
    const to = targetOf(page);
    return to === null ? null : hashOf(to);
  };
  await test.database.query(
    `INSERT INTO crawl_pages (account_id, crawl_id, url, url_hash, shape, state, depth, target_hash)
      SELECT $1, $2, url, url_hash, sha256('shape'), CASE WHEN n <= $6 THEN 'completed' ELSE 'waiting' END, depth, target_hash
        FROM unnest($3::text[], $4::bytea[], $5::integer[], $7::bytea[])
          WITH ORDINALITY AS u (url, url_hash, depth, target_hash, n)`,
    [test.owner.id, crawlId, pages.map(urlOf), pages.map(hashOf), known, VISITED, pages.map(target)],
  );
  const links = pages.flatMap((page) => linksFrom(page).map((to) => [page, to] as const));
  await test.database.query(
    `INSERT INTO crawl_links (account_id, crawl_id, from_id, to_id, kind)
      SELECT $1, $2, f.id, t.id, 'link' FROM unnest($3::bytea[], $4::bytea[]) AS u (from_hash, to_hash)
        JOIN crawl_pages f ON f.crawl_id = $2 AND f.url_hash = u.from_hash
        JOIN crawl_pages t ON t.crawl_id = $2 AND t.url_hash = u.to_hash
      ON CONFLICT DO NOTHING`,
    [test.owner.id, crawlId, links.map(([page]) => hashOf(page)), links.map(([, to]) => hashOf(to))],
  );
}

async function completed(known: readonly (number | null)[], linksFrom = linksOf) {
  const id = await startedCrawl(test.owner, { url: START });
  await test.database.query(`UPDATE crawls SET status = 'running' WHERE id = $1`, [id]);
  await fill(id, known, linksFrom);
  const crawl = await test.app.get(CrawlsRepository, { strict: false }).find(test.owner.id, id);
  if (!crawl) throw new Error('There is no such crawl');
  await test.app.get(CrawlCompletion, { strict: false }).complete(crawl);
  const rows = await test.database.query<{ depth: number | null }>(
    'SELECT depth FROM crawl_pages WHERE crawl_id = $1 ORDER BY id',
    [id],
  );
  const { body } = await test.owner.call('get', `${CRAWLS}/${String(id)}`).expect(200);
  return { depths: rows.map(({ depth }) => depth), crawl: body.data };
}

describe('the end of a crawl that knows many pages', () => {
  const right = clicks();

  it.each([
    ['unknown', right.map((depth) => (depth === 0 ? 0 : null))],
    ['right', right],
    ['too high', right.map((depth, page) => depth && depth + ((page * 13) % 20))],
  ])('counts the clicks if those known before were %s', async (_, known) => {
    const { depths, crawl } = await completed(known);
    expect(depths).toEqual(right);
    expect(crawl).toMatchObject({
      status: 'completed',
      pages: { queued: 0, completed: VISITED, skipped: { limit: PAGES - VISITED } },
    });
  });

  it('does so where PostgreSQL has no statistics of it, because it is still taking others', async () => {
    const taking = new pg.Client({ connectionString: test.database.url });
    await taking.connect();
    await taking.query('BEGIN; LOCK TABLE crawl_pages IN SHARE UPDATE EXCLUSIVE MODE');
    const { depths } = await completed(right).finally(() => taking.end());
    expect(depths).toEqual(right);
  });

  it('counts the clicks where each page links to the next one only', async () => {
    const known = right.map((_, page) => (page === 0 ? 0 : null));
    const { depths } = await completed(known, (page) => (page + 1 < PAGES ? [page + 1] : []));
    // Redirects are no clicks, so some pages are nearer than their number.
    expect(Math.max(...depths.map((depth) => depth ?? 0))).toBeGreaterThan(300);
    expect(depths).not.toContain(null);
  });

  it('has pages of many depths, and some that no links lead to', () => {
    expect(Math.max(...right.map((depth) => depth ?? 0))).toBeGreaterThan(4);
    expect(right).toContain(null);
  });
});
