import { type Scope, SCOPES } from '../../../src/auth/scopes.js';
import { startApp, type TestApp } from '../../support/app.js';
import { storedReport } from '../../support/reports.js';

/** The scope that each operation needs; null: none. */
const NEEDED: Record<string, Scope | null> = {
  showAccount: null,
  updateAccount: 'websites:write',
  listReports: 'reports:read',
  listReportsAsCsv: 'reports:read',
  listReportsAsNdjson: 'reports:read',
  showReport: 'reports:read',
  compareReports: 'reports:read',
  storeReport: 'reports:write',
  storeBatch: 'reports:write',
  deleteReport: 'reports:write',
  listWebsites: 'websites:read',
  listWebsitesAsCsv: 'websites:read',
  listWebsitesAsNdjson: 'websites:read',
  showWebsite: 'websites:read',
  showWebsiteHistory: 'websites:read',
  listWebsitePages: 'websites:read',
  listWebsitePagesAsCsv: 'websites:read',
  listWebsitePagesAsNdjson: 'websites:read',
  replaceWebsite: 'websites:write',
  updateWebsite: 'websites:write',
  renewShareUrl: 'websites:write',
  deleteWebsite: 'websites:write',
  listKeys: 'keys:read',
  showKey: 'keys:read',
  storeKey: 'keys:write',
  updateKey: 'keys:write',
  rotateKey: 'keys:write',
  deleteKey: 'keys:write',
  listAuditLog: 'keys:read',
  listWebhooks: 'webhooks:read',
  showWebhook: 'webhooks:read',
  storeWebhook: 'webhooks:write',
  updateWebhook: 'webhooks:write',
  rotateWebhookSecret: 'webhooks:write',
  deleteWebhook: 'webhooks:write',
  testWebhook: 'webhooks:write',
  listDeliveries: 'webhooks:read',
  replayDeliveries: 'webhooks:write',
  replayDelivery: 'webhooks:write',
  listMonitors: 'monitors:read',
  showMonitor: 'monitors:read',
  storeMonitor: 'monitors:write',
  updateMonitor: 'monitors:write',
  runMonitor: 'monitors:write',
  deleteMonitor: 'monitors:write',
  listCrawls: 'crawls:read',
  listCrawlsAsCsv: 'crawls:read',
  listCrawlsAsNdjson: 'crawls:read',
  showCrawl: 'crawls:read',
  storeCrawl: 'crawls:write',
  cancelCrawl: 'crawls:write',
  deleteCrawl: 'crawls:write',
  listCrawlPages: 'crawls:read',
  listCrawlPagesAsCsv: 'crawls:read',
  listCrawlPagesAsNdjson: 'crawls:read',
  showCrawlFindings: 'crawls:read',
  exportCrawlFindingsAsCsv: 'crawls:read',
  exportCrawlFindingsAsNdjson: 'crawls:read',
  listCrawlFindingPages: 'crawls:read',
  listCrawlFindingPagesAsCsv: 'crawls:read',
  listCrawlFindingPagesAsNdjson: 'crawls:read',
  compareCrawls: 'crawls:read',
  listChangedPages: 'crawls:read',
  listChangedPagesAsCsv: 'crawls:read',
  listChangedPagesAsNdjson: 'crawls:read',
  showUsage: 'keys:read',
};

const NO_RECORD = '9007199254740991';

let test: TestApp;
let operations: { id: string; method: 'post'; path: string }[];

beforeAll(async () => {
  test = await startApp();
  const { body } = await test.call('get', '/openapi.json').expect(200);
  operations = Object.entries<Record<string, { operationId: string }>>(body.paths)
    .filter(([path]) => path.startsWith('/api/v1/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId: id }]) => ({
        id,
        method: method as 'post',
        path,
      })),
    );
});

afterAll(() => test.close());

it('covers every operation', () => {
  expect(operations.map(({ id }) => id).toSorted()).toEqual(Object.keys(NEEDED).toSorted());
});

it.each(SCOPES)('%s alone allows what it is for and nothing else', async (scope) => {
  const only = await test.keyFor(test.owner, { scopes: [scope] });
  const others = await test.keyFor(test.owner, { scopes: SCOPES.filter((other) => other !== scope) });
  for (const { id, method, path } of operations) {
    const needed = NEEDED[id] ?? null;
    const url = path.replace('{id}', NO_RECORD);
    const statuses = [(await only.call(method, url)).status, (await others.call(method, url)).status];
    const isAllowed = [needed === null || needed === scope, needed !== scope];
    expect([id, ...statuses.map((status) => status !== 403)]).toEqual([id, ...isAllowed]);
    expect(statuses).not.toContain(401);
  }
});

it.each([{ expired: true }, { revoked: true }])('a key that is %j is refused everywhere', async (state) => {
  const ended = await test.keyFor(test.owner, state);
  const responses = await Promise.all(
    operations.map(({ method, path }) => ended.call(method, path.replace('{id}', NO_RECORD))),
  );
  for (const { status } of responses) expect([401, 429]).toContain(status);
});

it('records of another account do not exist', async () => {
  const report = await storedReport(test, test.owner, 'https://owned.example/');
  const { body: shown } = await test.owner.call('get', `/api/v1/reports/${String(report)}`).expect(200);
  const { body: key } = await test.owner.call('post', '/api/v1/keys').send({ name: 'owned' }).expect(201);
  const { body: webhook } = await test.owner
    .call('post', '/api/v1/webhooks')
    .send({ url: 'https://hooks.example/' })
    .expect(201);
  const { body: delivery } = await test.owner
    .call('post', `/api/v1/webhooks/${String(webhook.data.id)}/test`)
    .expect(202);
  const { body: monitor } = await test.owner
    .call('post', '/api/v1/monitors')
    .send({ url: 'https://owned.example/', schedule: '@daily' })
    .expect(201);
  const ids: Record<string, number> = {
    monitors: monitor.data.id,
    webhooks: webhook.data.id,
    deliveries: delivery.data.id,
    reports: report,
    websites: shown.data.website_id,
    keys: key.data.id,
  };
  const ofRecords = operations.filter(({ path }) => path.includes('{id}'));
  for (const { method, path } of ofRecords) {
    const id = String(ids[path.split('/')[3] ?? '']);
    const body = path.endsWith('/replay') ? { since: '2026-11-20T00:00:00Z' } : {};
    await test.stranger.call(method, path.replace('{id}', id)).send(body).expect(404);
  }
});
