import { Database } from '../../src/platform/database/database.js';
import { resultOf } from '../../src/engine/audit/score.js';
import { noFacts } from '../../src/engine/page-loader/load-facts.js';
import { type Grade } from '../../src/engine/grading/grade.js';
import { ReportCompletion } from '../../src/reports/audits/report-completion.service.js';
import { type ClaimedAudit } from '../../src/reports/audits/pending-audits.repository.js';
import { ReportIntake } from '../../src/reports/report-intake.service.js';
import {
  DeletedWebsitesRepository,
  type ReportsToDelete,
} from '../../src/websites/deleted-websites.repository.js';
import { type WebsiteView } from '../../src/websites/website.view.js';
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
  const audit = await queuedAudit(test, account, url);
  await test.app.get(ReportCompletion).complete(audit, { ...gradeOf(url, score), ...found });
  return audit.reportId;
}

/** Stores a report that failed because of a bug.
 *  @returns its id */
export async function failedReport(test: TestApp, account: Account, url: string): Promise<number> {
  const audit = await queuedAudit(test, account, url);
  await test.app.get(ReportCompletion).fail(audit, { code: 'internal_error', detail: 'A bug.' });
  return audit.reportId;
}

/** Deletes the reports of a deleted website, as its job does. */
export async function deleteWebsiteReports(test: TestApp, reports: ReportsToDelete): Promise<void> {
  const [database, repository] = [test.app.get(Database), test.app.get(DeletedWebsitesRepository)];
  for (let left: ReportsToDelete | null = reports; left !== null;) {
    const those: ReportsToDelete = left;
    left = await database.transaction((tx) => repository.deleteNewest(tx, those));
  }
}

/** Queues a report that no worker audits. */
export async function queuedAudit(test: TestApp, account: Account, url: string): Promise<ClaimedAudit> {
  const how = { render: 'auto', device: 'mobile', runs: 1 } as const;
  const page = { url, target: new URL(url), ...how };
  const [accepted] = await test.app.get(Database).transaction(async (tx) => {
    const reports = await test.app
      .get(ReportIntake)
      .accept(tx, account.id, [page], { keyId: null, batchId: null });
    // Else a worker of the application would load the page.
    await tx.query(
      `SELECT graphile_worker.complete_jobs(ARRAY(SELECT id FROM graphile_worker.jobs WHERE created_at = now()))`,
    );
    return reports;
  });
  if (!accepted) throw new Error('The report was not stored');
  const { id: reportId, websiteId } = accepted;
  return {
    accountId: account.id,
    reportId,
    websiteId,
    url,
    attempts: 1,
    runsAlone: false,
    renders: false,
    crawlId: null,
    crawlPageId: null,
    ...how,
  };
}

/** The website of a domain that has reports. */
export async function websiteOf(account: Account, domain: string): Promise<WebsiteView> {
  const { body } = await account.call('get', `/api/v1/websites?search=${domain}`).expect(200);
  return (body as { data: [WebsiteView] }).data[0];
}

/** The website of a report that is stored for it. */
export async function websiteIdOf(test: TestApp, account: Account, url: string): Promise<number> {
  const id = await storedReport(test, account, url);
  return (await account.call('get', `/api/v1/reports/${String(id)}`).expect(200)).body.data.website_id;
}

export function gradeOf(url: string, score: number): Grade {
  return {
    score,
    result: resultOf(score, { good: 80, decent: 50 }),
    error: null,
    finalUrl: url,
    categories: { seo: score, content: null, performance: null, security: null, best_practice: null },
    gates: [],
    checks: [],
    parity: null,
    outline: null,
    retryAfter: null,
    facts: UNMEASURED,
    rulesetVersion: 'test',
    rendered: null,
    screenshots: { viewport: null, full: null },
    asOf: new Date(),
    generatedAt: new Date(),
  };
}
