import { type Finding } from '../../../src/engine/audit/audit.js';
import { startApp, type TestApp } from '../../support/app.js';
import { failedReport, storedReport } from '../../support/reports.js';

const IMAGES: Finding = {
  id: 'image_keywords',
  category: 'seo',
  importance: 'high',
  outcome: 'fail',
  reason: 'no_alternative_text',
  value: { images: 14, without_text: 2 },
  evidence: [],
  evidence_count: 2,
  method: 'exact',
  sample: null,
};
const FIXED: Finding = { ...IMAGES, outcome: 'pass', reason: null, value: { images: 14, without_text: 0 } };
const PAGE = 'https://shop.example/';
const SCORES = { content: null, performance: null, security: null, best_practice: null };

let test: TestApp;

beforeAll(async () => {
  test = await startApp({ ROLE: 'api' });
});

afterAll(() => test.close());

const compare = (id: number, query = '', account = test.owner) =>
  account.call('get', `/api/v1/reports/${String(id)}/comparison${query}`);

/** Stores two completed reports of a page: one with a failed check, one where it is fixed. */
async function twoReports(url: string): Promise<[number, number]> {
  return [
    await storedReport(test, test.owner, url, 60, { checks: [IMAGES], categories: { ...SCORES, seo: 43 } }),
    await storedReport(test, test.owner, url, 81, { checks: [FIXED], categories: { ...SCORES, seo: 75 } }),
  ];
}

async function queuedReport(url: string) {
  const { body } = await test.owner
    .call('post', '/api/v1/reports')
    .set('Prefer', 'respond-async')
    .send({ url })
    .expect(202);
  return Number(body.data.id);
}

describe('GET /api/v1/reports/{id}/comparison', () => {
  it('compares with the report before, from that one to this', async () => {
    const [from, to] = await twoReports(PAGE);
    const { body } = await compare(to).expect(200);
    expect(body.data).toMatchObject({
      from: { id: from, url: PAGE, ruleset_version: 'test', error: null },
      to: { id: to, url: PAGE },
      comparable: true,
      differs_in: [],
      score: { from: 60, to: 81, difference: 21 },
      categories: {
        seo: { from: 43, to: 75, difference: 32 },
        content: { from: null, to: null, difference: null },
      },
      checks: { broken: [], changed: [] },
    });
    expect(body.data.checks.fixed).toEqual([
      {
        id: 'image_keywords',
        name: 'Alternative text of images',
        category: 'seo',
        importance: 'high',
        from: 'fail',
        to: 'pass',
        message: 'All 14 images have alternative text or are marked as decorative.',
        value: { from: IMAGES.value, to: FIXED.value },
      },
    ]);
    expect((await compare(to, '?with=previous').expect(200)).body).toEqual(body);
  });

  it('compares with any report of the account, also a newer one or one of another URL', async () => {
    const [from, to] = await twoReports('https://shop.example/any');
    const { body } = await compare(from, `?with=${String(to)}`).expect(200);
    expect(body.data).toMatchObject({
      score: { from: 81, to: 60, difference: -21 },
      checks: { fixed: [], broken: [{ id: 'image_keywords', from: 'pass', to: 'fail' }], changed: [] },
    });
    const other = await storedReport(test, test.owner, 'https://other.example/', 10, { rulesetVersion: '2' });
    const across = await compare(other, `?with=${String(to)}`).expect(200);
    expect(across.body.data).toMatchObject({ comparable: false, differs_in: ['url', 'ruleset_version'] });
    const itself = await compare(to, `?with=${String(to)}`).expect(200);
    expect(itself.body.data.score).toEqual({ from: 81, to: 81, difference: 0 });
  });

  it('skips reports that are not completed when it looks for the one before', async () => {
    const page = 'https://shop.example/skipped';
    const first = await storedReport(test, test.owner, page, 50);
    await failedReport(test, test.owner, page);
    await storedReport(test, test.owner, `${page}/below`, 10);
    await storedReport(test, test.stranger, page, 10);
    const last = await storedReport(test, test.owner, page, 70);
    await storedReport(test, test.owner, page, 90);
    const { body } = await compare(last).expect(200);
    expect(body.data).toMatchObject({ from: { id: first }, score: { difference: 20 } });
  });

  it('tells why a page could not be loaded, and lists no checks then', async () => {
    const [, loaded] = await twoReports('https://shop.example/down');
    const error = { code: 'http_error', detail: 'The server responded with status 503.' } as const;
    const down = await storedReport(test, test.owner, 'https://shop.example/down', 0, { error });
    const { body } = await compare(down, `?with=${String(loaded)}`).expect(200);
    expect(body.data).toMatchObject({
      to: { error },
      score: { from: 81, to: 0, difference: -81 },
      checks: { fixed: [], broken: [], changed: [] },
    });
  });

  it('answers 409 while a report is being audited, with the seconds to wait', async () => {
    const page = 'https://shop.example/queued';
    const [completed] = await twoReports(page);
    const queued = await queuedReport(page);
    for (const response of [
      await compare(queued).expect(409),
      await compare(completed, `?with=${String(queued)}`).expect(409),
    ]) {
      expect(response.headers['retry-after']).toMatch(/^[1-9]\d*$/);
      expect(response.body).toMatchObject({ code: 'report_not_completed' });
      expect(response.body.detail).toContain(`Report ${String(queued)} is not complete yet.`);
    }
  });

  it('answers 409 for a report that failed, without seconds to wait', async () => {
    const failed = await failedReport(test, test.owner, 'https://shop.example/failed');
    const { headers, body } = await compare(failed).expect(409);
    expect(headers).not.toHaveProperty('retry-after');
    expect(body.detail).toContain('Audit the page again.');
  });

  it('answers 404 for the first report of a page, and says so', async () => {
    const { body } = await compare(await storedReport(test, test.owner, 'https://shop.example/first')).expect(
      404,
    );
    expect(body.detail).toContain('There is no earlier completed report');
  });

  it('answers 404 for reports of another account, of deleted websites, and that never were', async () => {
    const [from, to] = await twoReports('https://private.example/');
    const theirs = await storedReport(test, test.stranger, 'https://theirs.example/');
    const textOf = async (id: number, query: string, account = test.owner) => {
      const { text } = await compare(id, query, account).set('X-Request-Id', 'same').expect(404);
      return text.replaceAll(`/${String(id)}/`, '/ID/');
    };
    expect(await textOf(to, '', test.stranger)).toBe(await textOf(987_654_321, '', test.stranger));
    expect(await textOf(to, `?with=${String(theirs)}`)).toBe(await textOf(to, '?with=987654321'));
    expect(await textOf(to, '?with=0')).toBe(await textOf(to, '?with=99999999999999999999'));
    const { body } = await test.owner.call('get', `/api/v1/reports/${String(to)}`).expect(200);
    await test.owner.call('delete', `/api/v1/websites/${String(body.data.website_id)}`).expect(200);
    await compare(to, `?with=${String(from)}`).expect(404);
    await compare(await storedReport(test, test.owner, PAGE), `?with=${String(from)}`).expect(404);
  });

  it.each(['latest', '01', '-1', '1.0', '1e3'])('refuses with=%s', async (other) => {
    const { body } = await compare(1, `?with=${other}`).expect(422);
    expect(body.errors).toEqual({ with: ['with must be previous, or the id of a report in plain digits.'] });
  });

  it('needs the scope reports:read', async () => {
    const key = await test.keyFor(test.owner, { scopes: ['reports:write', 'websites:read'] });
    await compare(1, '', key).expect(403);
  });

  it('is not sent again to a client that has it', async () => {
    const [, to] = await twoReports('https://shop.example/tag');
    const { headers } = await compare(to).expect(200);
    const known = { authorization: `Bearer ${test.owner.key}`, 'if-none-match': String(headers.etag) };
    const url = `${test.url}/api/v1/reports/${String(to)}/comparison`;
    expect((await fetch(url, { headers: known })).status).toBe(304);
  });
});
