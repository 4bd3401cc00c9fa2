import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from '../../src/app.setup.js';
import { readConfig } from '../../src/platform/config/config.js';
import { Database } from '../../src/platform/database/database.js';
import { Grader } from '../../src/engine/grading/grader.js';
import { startApp, startInstance, type TestApp } from '../support/app.js';
import { type StrangerSite, strangerSite } from '../support/website.js';

let test: TestApp;
let site: StrangerSite;

beforeEach(async () => {
  site = await strangerSite();
  test = await startApp({ ROLE: 'api', ALLOWED_TARGETS: site.target });
});

afterEach(async () => {
  await test.close();
  await site.close();
});

/** A worker in which no audit ever ends. */
async function stuckWorker() {
  const worker = await createApp(
    readConfig({
      ROLE: 'worker',
      DATABASE_URL: test.database.url,
      ALLOWED_TARGETS: site.target,
      LOG_LEVEL: 'silent',
      METRICS_PORT: '0',
    }),
  );
  Object.assign(worker.get(Grader), { grade: () => new Promise(() => undefined) });
  await worker.get(Database).connect();
  return worker;
}

async function attempts(): Promise<{ attempts: number }[]> {
  return test.database.query('SELECT attempts, claimed_by FROM pending_audits');
}

it('a shutdown that gives back a stuck audit uses up an attempt; after three the report fails', async () => {
  const { body } = await test.owner
    .call('post', '/api/v1/reports')
    .set('Prefer', 'respond-async')
    .send({ url: site.origin })
    .expect(202);
  await test.database.query('UPDATE pending_audits SET attempts = 2');
  const stuck = await stuckWorker();
  while ((await attempts())[0]?.attempts !== 3) await sleep(20);
  await stuck.close();
  expect(await attempts()).toEqual([{ attempts: 3, claimed_by: null }]);

  const worker = await startInstance(test.database.url, { ROLE: 'worker', ALLOWED_TARGETS: site.target });
  await worker.app.get(Database).connect();
  const { body: shown } = await test.owner
    .call('get', `/api/v1/reports/${String(body.data.id)}`)
    .set('Prefer', 'wait=20')
    .expect(200);
  await worker.close();
  expect(shown.data).toMatchObject({
    status: 'failed',
    score: null,
    error: { code: 'audit_failed', detail: expect.stringContaining('3 times') },
  });
  expect(await attempts()).toEqual([]);
  expect(site.requests).toEqual([]);
  const { body: websites } = await test.owner.call('get', '/api/v1/websites').expect(200);
  expect(websites.data).toMatchObject([{ reports_count: 1, reports_avg_score: null }]);
});
