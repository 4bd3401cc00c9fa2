import { resultOf } from '../../src/audit/score.js';
import { noFacts } from '../../src/page-loader/load-facts.js';
import { ReportsRepository } from '../../src/reports/reports.repository.js';
import { domainOf } from '../../src/websites/domain.js';
import { type Account, type TestApp } from './app.js';

const UNMEASURED = { ...noFacts(), http_status: 200, content_type: 'text/html' };

/** Stores a completed report without loading anything.
 *  @returns its id */
export async function storedReport(
  test: TestApp,
  account: Account,
  url: string,
  score = 60,
): Promise<number> {
  return test.app.get(ReportsRepository).saveCompleted({
    accountId: account.id,
    url,
    website: { domain: domainOf(url, true), privacy: 1 },
    grade: {
      score,
      result: resultOf(score, { good: 80, decent: 50 }),
      error: null,
      finalUrl: url,
      categories: { seo: score, content: null, performance: null, security: null, best_practice: null },
      gates: [],
      checks: [],
      parity: null,
      facts: UNMEASURED,
      rulesetVersion: 'test',
      generatedAt: new Date(),
    },
  });
}
