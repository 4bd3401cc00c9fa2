import { setTimeout as sleep } from 'node:timers/promises';
import { ReportCompletion } from '../../../src/reports/audits/report-completion.service.js';
import { startApp, type TestApp } from '../../support/app.js';
import { gradeOf, queuedAudit } from '../../support/reports.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp({ ROLE: 'api' });
});
afterAll(() => test.close());

const URL_OF_PAGE = 'https://example.com/';

const statusOf = async (id: number) =>
  (await test.owner.call('get', `/api/v1/reports/${String(id)}`).expect(200)).body.data.status;

it('a load completes the reports that were queued before the page was loaded, however long the rest took', async () => {
  const first = await queuedAudit(test, test.owner, URL_OF_PAGE);
  const second = await queuedAudit(test, test.owner, URL_OF_PAGE);
  await sleep(50);
  const loadedAt = new Date();
  await sleep(50);
  const late = await queuedAudit(test, test.owner, URL_OF_PAGE);
  await sleep(50);
  const grade = { ...gradeOf(URL_OF_PAGE, 60), loadedAt, generatedAt: new Date() };
  await test.app.get(ReportCompletion).complete(first, grade);
  expect(await Promise.all([first, second, late].map(({ reportId }) => statusOf(reportId)))).toEqual([
    'completed',
    'completed',
    'queued',
  ]);
});
