import { resultOf } from '../../src/audit/score.js';
import { noFacts } from '../../src/page-loader/load-facts.js';
import { type Grade } from '../../src/grading/grader.js';
import { EndingsRepository } from '../../src/reports/endings.repository.js';
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
  const accepted = { accountId: account.id, url, host: new URL(url).host, website };
  const { id } = (await reports.accept(accepted, () => Promise.resolve())).report;
  const [row] = await test.database.query<{ website_id: string }>(
    'SELECT website_id FROM reports WHERE account_id = $1 AND id = $2',
    [account.id, id],
  );
  const audit = { account_id: account.id, report_id: id, website_id: Number(row?.website_id), url };
  await test.app
    .get(EndingsRepository)
    .complete({ ...audit, attempts: 1, runs_alone: false }, { ...gradeOf(url, score), ...found });
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
    generatedAt: new Date(),
  };
}
