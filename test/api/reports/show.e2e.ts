import { type Parity } from '../../../src/engine/audit/parity/parity.js';
import { noFacts } from '../../../src/engine/page-loader/load-facts.js';
import { startApp, type TestApp } from '../../support/app.js';
import { storedReport } from '../../support/reports.js';
import { look, sharedWebsite } from '../../support/shared-websites.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

const LIGHTHOUSE = { seo: 82, audits: { 'is-crawlable': 1, canonical: null } } as const;
const VERDICT = { score: 35, grade: 'D', tests: { 'content-security-policy': -25 } };
const PARITY: Parity = {
  lighthouse: LIGHTHOUSE,
  observatory: { algorithm: 6, hsts_preload: 'checked', ...VERDICT },
};

async function parityOf(id: number): Promise<unknown> {
  const { body } = await test.owner.call('get', `/api/v1/reports/${String(id)}`).expect(200);
  return body.data.parity;
}

describe('GET /api/v1/reports/{id}', () => {
  it('names the page that shows the report to others', async () => {
    const { path, reports } = await sharedWebsite(test, { privacy: 0 });
    const { body } = await test.owner.call('get', `/api/v1/reports/${String(reports[1])}`).expect(200);
    expect(body.data.share_url).toBe(`${test.url}${path}/reports/${String(reports[1])}`);
    expect((await look(test, new URL(body.data.share_url).pathname).expect(200)).text).toContain('+50 since');
  });

  it('counts no shared responses in reports from before there were crawls', async () => {
    const id = await storedReport(test, test.owner, 'https://example.com/1.x');
    await test.database.query(
      "UPDATE report_details SET facts = facts - 'shared_answers' WHERE report_id = $1",
      [id],
    );
    const { body } = await test.owner.call('get', `/api/v1/reports/${String(id)}`).expect(200);
    expect(body.data.facts.shared_answers).toBe(0);
  });

  it('says how many responses its audit shared with others', async () => {
    const facts = { ...noFacts(), requests: 2, shared_answers: 35 };
    const { path, domain } = await sharedWebsite(test, { privacy: 0 });
    const id = await storedReport(test, test.owner, `https://${domain}/shared`, 60, { facts });
    const { body } = await test.owner.call('get', `/api/v1/reports/${String(id)}`).expect(200);
    expect(body.data.facts).toMatchObject({ requests: 2, shared_answers: 35 });
    const page = await look(test, `${path}/reports/${String(id)}`).expect(200);
    expect(page.text).toContain('<dt>Responses shared in the crawl</dt><dd>35</dd>');
  });

  describe('parity in a report', () => {
    it('names the algorithm, and whether the preload list was consulted', async () => {
      const id = await storedReport(test, test.owner, 'https://example.com/', 60, { parity: PARITY });
      expect(await parityOf(id)).toEqual(PARITY);
    });

    it('names algorithm 4 in reports from before it was stored', async () => {
      const id = await storedReport(test, test.owner, 'https://example.com/old', 60, { parity: PARITY });
      await test.database.query('UPDATE report_details SET parity = $2 WHERE report_id = $1', [
        id,
        JSON.stringify({ lighthouse: LIGHTHOUSE, observatory: VERDICT }),
      ]);
      expect(await parityOf(id)).toEqual({
        lighthouse: LIGHTHOUSE,
        observatory: { algorithm: 4, hsts_preload: 'not_checked', ...VERDICT },
      });
    });

    it('stays null for a page that could not be loaded', async () => {
      expect(await parityOf(await storedReport(test, test.owner, 'https://example.com/gone'))).toBeNull();
    });
  });
});
