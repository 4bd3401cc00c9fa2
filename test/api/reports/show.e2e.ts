import { audit, type Finding } from '../../../src/engine/audit/audit.js';
import { aPage } from '../../../src/engine/audit/example-page.js';
import { type Parity } from '../../../src/engine/audit/parity/parity.js';
import { DEFAULT_WEIGHTS, scoreOf, type Weights } from '../../../src/engine/audit/score.js';
import { noFacts } from '../../../src/engine/page-loader/load-facts.js';
import { startApp, type TestApp } from '../../support/app.js';
import { storedReport } from '../../support/reports.js';
import { look, sharedWebsite } from '../../support/shared-websites.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

const EARLY_LIGHTHOUSE = { seo: 82, audits: { 'is-crawlable': 1, canonical: null } } as const;
const LIGHTHOUSE = {
  ...EARLY_LIGHTHOUSE,
  version: '12.8',
  accessibility: 87,
  best_practices: 96,
  performance: 74,
  errors: {},
} as const;
const VERDICT = { score: 35, grade: 'D', tests: { 'content-security-policy': -25 } };
const PARITY: Parity = {
  lighthouse: LIGHTHOUSE,
  observatory: { algorithm: 6, hsts_preload: 'checked', ...VERDICT },
};

async function parityOf(id: number): Promise<unknown> {
  const { body } = await test.owner.call('get', `/api/v1/reports/${String(id)}`).expect(200);
  return body.data.parity;
}

const CHECKS = audit(aPage({ html: '<h1>A</h1>\n<img src="a.png">' }));

interface ShownReport {
  readonly score: number;
  readonly checks: readonly (Pick<Finding, 'id' | 'outcome' | 'importance'> & {
    readonly gain: number | null;
  })[];
}

async function reportOf(path: string, weights: Weights, rulesetVersion: string): Promise<ShownReport> {
  const url = `https://example.com/${path}`;
  const { score, gates } = scoreOf(CHECKS, weights);
  const found = { checks: CHECKS, gates, rulesetVersion };
  const id = await storedReport(test, test.owner, url, score, found);
  return (await test.owner.call('get', `/api/v1/reports/${String(id)}`).expect(200)).body.data;
}

function scoreIfPassed(id: string, weights: Weights): number {
  const fixed = CHECKS.map((check) => (check.id === id ? { ...check, outcome: 'pass' as const } : check));
  return scoreOf(fixed, weights).score;
}

describe('GET /api/v1/reports/{id}', () => {
  it('says by how many points the score would rise if a check passed', async () => {
    const { score, checks } = await reportOf('gain', DEFAULT_WEIGHTS, '2026-11-25');
    const gains = checks.flatMap(({ id, gain }) => (gain === null ? [] : [{ id, gain }]));
    expect(gains.filter(({ gain }) => gain > 0).length).toBeGreaterThan(5);
    for (const { id, gain } of gains) expect(score + gain).toBe(scoreIfPassed(id, DEFAULT_WEIGHTS));
    for (const { outcome, gain } of checks) expect(gain !== null).toBe(['fail', 'warn'].includes(outcome));
  });

  it('computes gains with the weights of the report, not those of today', async () => {
    const weights = { high: 1, medium: 50, low: 0 };
    const { score, checks } = await reportOf('weights', weights, '2026-11-25+high=1,medium=50,low=0');
    for (const { id, gain } of checks)
      if (gain !== null) expect(score + gain).toBe(scoreIfPassed(id, weights));
    const gainOf = (importance: string) =>
      checks.filter((check) => check.importance === importance).map(({ gain }) => gain ?? 0);
    expect(Math.max(...gainOf('low'))).toBe(0);
    expect(Math.max(...gainOf('medium'))).toBeGreaterThan(Math.max(...gainOf('high')));
  });

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

    it('has no scores for accessibility and performance in reports from before they were measured', async () => {
      const id = await storedReport(test, test.owner, 'https://example.com/seo', 60, { parity: PARITY });
      await test.database.query('UPDATE report_details SET parity = $2 WHERE report_id = $1', [
        id,
        JSON.stringify({ ...PARITY, lighthouse: EARLY_LIGHTHOUSE }),
      ]);
      expect(await parityOf(id)).toEqual({
        ...PARITY,
        lighthouse: {
          ...EARLY_LIGHTHOUSE,
          version: '12.8',
          accessibility: null,
          best_practices: null,
          performance: null,
          errors: {},
        },
      });
    });

    it('says why accessibility has no score', async () => {
      const errors = { accessibility: { code: 'took_too_long', detail: 'It took too long.' } };
      const lighthouse = { ...LIGHTHOUSE, accessibility: null, errors };
      const parity = { ...PARITY, lighthouse };
      const id = await storedReport(test, test.owner, 'https://example.com/long', 60, { parity });
      expect(await parityOf(id)).toEqual(parity);
    });

    it('stays null for a page that could not be loaded', async () => {
      expect(await parityOf(await storedReport(test, test.owner, 'https://example.com/gone'))).toBeNull();
    });
  });
});
