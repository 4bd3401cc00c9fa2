import { resultOf } from '../../src/audit/score.js';
import { noFacts } from '../../src/page-loader/load-facts.js';
import { type Grade } from '../../src/grading/grade.js';
import { AcceptedReportsRepository } from '../../src/reports/accepted-reports.repository.js';
import { ReportsRepository } from '../../src/reports/reports.repository.js';
import { domainOf } from '../../src/websites/domain.js';
import { type Account, type TestApp } from './app.js';

const UNMEASURED = { ...noFacts(), http_status: 200, content_type: 'text/html' };

/** Stores a completed report without loading anything.
 *  @param found what else the audit is said to have found
 *  @returns its id */
export async function storedReport(
  test: TestApp,
  account: Account,
  url: string,
  score = 60,
  found: Partial<Grade> = {},
): Promise<number> {
  const reports = test.app.get(ReportsRepository);
  const website = { domain: domainOf(url, true), privacy: 1 } as const;
  const how = { render: 'auto', device: 'mobile', renders: false } as const;
  const [accepted] = await test.app
    .get(AcceptedReportsRepository)
    .accept(
      { accountId: account.id, keyId: null, batchId: null },
      [{ url, host: new URL(url).host, website, ...how }],
      () => Promise.resolve(),
    );
  if (!accepted) throw new Error('The report was not stored');
  const { id, websiteId } = accepted;
  const audit = {
    accountId: account.id,
    reportId: id,
    websiteId,
    url,
    attempts: 1,
    runsAlone: false,
    ...how,
  };
  await reports.complete(audit, { ...gradeOf(url, score), ...found });
  return id;
}

function gradeOf(url: string, score: number): Grade {
  return {
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
    rendered: null,
    screenshots: { viewport: null, full: null },
    generatedAt: new Date(),
  };
}
