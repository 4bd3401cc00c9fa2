import { setTimeout as sleep } from 'node:timers/promises';
import { ReportCompletion } from '../../../src/reports/audits/report-completion.service.js';
import { startApp, type TestApp } from '../../support/app.js';
import { eventually } from '../../support/eventually.js';
import { gradeOf, queuedAudit } from '../../support/reports.js';
import { ordinaryAnswer, type StrangerSite, strangerSite } from '../../support/website.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp({ ROLE: 'api' });
});
afterAll(() => test.close());

const URL_OF_PAGE = 'https://example.com/';

const statusOf = async (id: number) =>
  (await test.owner.call('get', `/api/v1/reports/${String(id)}`).expect(200)).body.data.status;

it('a load completes the reports that were queued while the page was being loaded, however long the rest took', async () => {
  const first = await queuedAudit(test, test.owner, URL_OF_PAGE);
  const second = await queuedAudit(test, test.owner, URL_OF_PAGE);
  await sleep(50);
  const asOf = new Date();
  await sleep(50);
  const late = await queuedAudit(test, test.owner, URL_OF_PAGE);
  await sleep(50);
  const grade = { ...gradeOf(URL_OF_PAGE, 60), asOf, generatedAt: new Date() };
  await test.app.get(ReportCompletion).complete(first, grade);
  expect(await Promise.all([first, second, late].map(({ reportId }) => statusOf(reportId)))).toEqual([
    'completed',
    'completed',
    'queued',
  ]);
});

describe('a report that is asked for long after its page was requested', () => {
  let site: StrangerSite;
  let app: TestApp;
  /** Answers the first request of the page; null: there was none yet. */
  let answerFirst: (() => void) | null = null;

  beforeAll(async () => {
    site = await strangerSite((request, response) => {
      if (request.url !== '/page') {
        ordinaryAnswer(request, response);
        return;
      }
      const answer = () => response.setHeader('content-type', 'text/html').end('<title>A page</title>');
      if (answerFirst) answer();
      else answerFirst = answer;
    });
    app = await startApp({ ALLOWED_TARGETS: site.target, DEFAULT_RENDER: 'never' });
  });
  afterAll(async () => {
    await app.close();
    await site.close();
  });

  it('has a load of its own, though that one is still in progress: the page may have changed', async () => {
    const ask = async () => {
      const { body } = await app.owner
        .call('post', '/api/v1/reports')
        .set('Prefer', 'respond-async')
        .send({ url: `${site.origin}/page` })
        .expect(202);
      return `/api/v1/reports/${String(body.data.id)}`;
    };
    const early = await ask();
    await eventually(() => Promise.resolve(answerFirst));
    await sleep(2100);
    const late = await ask();
    answerFirst?.();
    const loadOf = async (path: string) => {
      const { body } = await app.owner.call('get', path).set('Prefer', 'wait=20').expect(200);
      expect(body.data.status).toBe('completed');
      return body.data.generated_at;
    };
    expect(await loadOf(early)).not.toBe(await loadOf(late));
  });
});
