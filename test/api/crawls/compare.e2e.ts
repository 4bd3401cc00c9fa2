import { type PlantedSite } from '../../../bench/support/planted-site.js';
import { type TestApp } from '../../support/app.js';
import { type ChangedSite, changedSite } from '../../support/changed-site.js';
import { crawled, CRAWLS, startedCrawl } from '../../support/crawls.js';

let changed: ChangedSite;
let test: TestApp;
let site: PlantedSite;
let before: number;
let after: number;

beforeAll(async () => {
  changed = await changedSite();
  ({ test, site, before, after } = changed);
});

afterAll(() => changed.close());

const compare = (id: number, query = '', account = test.owner) =>
  account.call('get', `${CRAWLS}/${String(id)}/comparison${query}`);

const pathsOf = (rows: readonly { url: string }[]) => rows.map(({ url }) => url.replace(site.origin, ''));

const lossOf = (page: { before: { score: number }; after: { score: number } }) =>
  page.before.score - page.after.score;

describe('GET /api/v1/crawls/{id}/comparison', () => {
  it('says which pages are new, gone, better and worse since the crawl before', async () => {
    const { body } = await compare(after).expect(200);
    expect(body.data).toMatchObject({
      object: 'crawl_comparison',
      before: { id: before, url: site.urlOf('/'), status: 'completed', pages: { completed: 7 } },
      after: { id: after, pages: { completed: 5, failed: 1, skipped: { robots: 1 } } },
      comparable: true,
      differs_in: [],
    });
    const { new: added, gone, better, worse, unchanged } = body.data.pages;
    expect(pathsOf(added.examples)).toEqual(['/added']);
    expect(added).toMatchObject({ count: 1, examples: [{ before: null, reason: null }] });
    expect(gone.count).toBe(3);
    const reasons = gone.examples.map(({ url, reason, after: now }: Record<string, string>) => [
      ...pathsOf([{ url: String(url) }]),
      reason,
      now,
    ]);
    expect(reasons.toSorted()).toEqual([
      ['/gone', 'failed', null],
      ['/secret', 'skipped:robots', null],
      ['/unlinked', 'not_found', null],
    ]);
    // The start links to a page that is gone.
    expect(pathsOf(worse.examples)).toEqual(['/broken', '/']);
    const [broken, start] = worse.examples.map(lossOf);
    expect(start).toBeGreaterThan(0);
    expect(broken).toBeGreaterThan(start);
    expect(Number(better.count) + Number(unchanged)).toBe(2);
  });

  it('names reports that exist, and none that was deleted', async () => {
    const [page] = (await compare(after).expect(200)).body.data.pages.worse.examples;
    const { body } = await test.owner.call('get', `/api/v1/reports/${String(page.before.id)}`).expect(200);
    expect(body.data).toMatchObject({ url: page.url, score: page.before.score });
    await test.owner.call('delete', `/api/v1/reports/${String(page.before.id)}`).expect(200);
    const [left] = (await compare(after).expect(200)).body.data.pages.worse.examples;
    expect(left).toEqual({ ...page, before: { ...page.before, id: null } });
  });

  it('compares the scores', async () => {
    const { score, before: old, after: now } = (await compare(after).expect(200)).body.data;
    expect(score.mean).toMatchObject({ before: old.score.mean, after: now.score.mean });
    expect(score.p10).toEqual({
      before: old.score.p10,
      after: now.score.p10,
      difference: now.score.p10 - old.score.p10,
    });
    expect(score.mean.difference).toBeCloseTo(now.score.mean - old.score.mean, 2);
  });

  it('says which findings are fixed, new, worse and better, with the numbers of their pages', async () => {
    const { findings } = (await compare(after).expect(200)).body.data;
    expect(findings.fixed).toContainEqual({
      id: 'duplicate_titles',
      message: '2 pages have a title that another page has as well. Give each page a title of its own.',
      before: 2,
      after: 0,
    });
    expect(findings.new).toContainEqual({
      id: 'broken_links',
      message: '1 page that is linked to does not load. Repair the page, or the links to it.',
      before: 0,
      after: 1,
    });
    expect(findings.new).toContainEqual(expect.objectContaining({ id: 'check:title', before: 0, after: 1 }));
    const counts = await countsOf(after);
    for (const { id, after: now } of [...findings.new, ...findings.worse, ...findings.better])
      expect([id, now]).toEqual([id, counts.get(id)]);
  });

  it('compares from the older crawl to the newer, whichever is named first', async () => {
    const { text } = await compare(after, `?with=${String(before)}`).expect(200);
    expect((await compare(before, `?with=${String(after)}`).expect(200)).text).toBe(text);
    expect((await compare(after, '?with=previous').expect(200)).text).toBe(text);
    const { pages: none } = (await compare(after, `?with=${String(after)}`).expect(200)).body.data;
    expect(none).toMatchObject({ new: { count: 0 }, gone: { count: 0 }, worse: { count: 0 }, unchanged: 5 });
  });

  it('names the settings that differ, so that nobody takes them for progress', async () => {
    const other = await crawled(test.owner, {
      url: site.urlOf('/same'),
      max_pages: 3,
      max_depth: 2,
      include: ['/same*'],
      exclude: ['/x*'],
      sources: ['links'],
      render: 'auto',
    });
    await test.database.query(
      `UPDATE report_details SET ruleset_version = 'other' WHERE report_id =
        (SELECT report_id FROM crawl_pages WHERE crawl_id = $1 AND report_id IS NOT NULL LIMIT 1)`,
      [other.id],
    );
    await test.database.query(`UPDATE crawls SET status = 'cancelled' WHERE id = $1`, [other.id]);
    const { body } = await compare(other.id, `?with=${String(after)}`).expect(200);
    expect(body.data).toMatchObject({
      comparable: false,
      differs_in: [
        ...['status', 'url', 'max_pages', 'max_depth', 'include', 'exclude', 'sources', 'render'],
        'ruleset_version',
      ],
    });
  });

  it('responds 409 while one of them runs, and if one failed', async () => {
    const running = await startedCrawl(test.owner, { url: site.urlOf('/'), delay_ms: 60_000 });
    for (const response of [
      await compare(running, `?with=${String(after)}`).expect(409),
      await compare(after, `?with=${String(running)}`).expect(409),
    ]) {
      expect(response.headers['retry-after']).toBe('10');
      expect(response.body.code).toBe('crawl_not_ended');
      expect(response.body.detail).toContain(`Crawl ${String(running)} is not over yet.`);
    }
    await test.database.query(`UPDATE crawls SET status = 'failed', finished_at = now() WHERE id = $1`, [
      running,
    ]);
    const { headers, body } = await compare(running, `?with=${String(after)}`).expect(409);
    expect(headers).not.toHaveProperty('retry-after');
    expect(body.detail).toContain('Crawl the website again.');
  });

  it('responds 422 for a crawl of another website', async () => {
    const other = await crawled(test.owner, { url: 'https://other.example/', max_pages: 1 });
    const { body } = await compare(after, `?with=${String(other.id)}`).expect(422);
    expect(body.errors.with[0]).toContain('of the same website');
    await compare(after, '?with=x').expect(422);
  });

  it('responds 404 for a first crawl, and for crawls of other accounts or none', async () => {
    const { body } = await compare(before).expect(404);
    expect(body.detail).toContain('There is no earlier completed crawl');
    const theirs = await crawled(test.stranger, { url: site.urlOf('/'), max_pages: 1 });
    const textOf = async (id: number, query: string) => {
      const { text } = await compare(id, query).set('X-Request-Id', 'same').expect(404);
      return text.replaceAll(/\d{2,}|\/\d+\//g, 'ID');
    };
    expect(await textOf(after, `?with=${String(theirs.id)}`)).toBe(await textOf(after, '?with=987654'));
    expect(await textOf(theirs.id, '')).toBe(await textOf(987_654, ''));
    await compare(after, '', test.stranger).expect(404);
  });
});

/** Pages by the ids of the findings of a crawl. */
async function countsOf(id: number): Promise<Map<string, number>> {
  const { body } = await test.owner.call('get', `${CRAWLS}/${String(id)}/findings`).expect(200);
  return new Map(body.data.map((finding: { id: string; count: number }) => [finding.id, finding.count]));
}
