import { CHECKS } from '../../../src/engine/audit/registry.js';
import { AuditReportJob } from '../../../src/reports/audits/audit-report.job.js';
import { RUN_MONITORS } from '../../../src/monitors/runs/run-monitors.js';
import { RunMonitorsJob } from '../../../src/monitors/runs/run-monitors.job.js';
import { JobQueue } from '../../../src/platform/queue/job-queue.js';
import { DeliverEventsJob } from '../../../src/webhooks/deliveries/deliver-events.job.js';
import { type Account, startApp, type TestApp } from '../../support/app.js';
import { CRAWLS, startedCrawl } from '../../support/crawls.js';
import { createdKey, KEYS } from '../../support/keys.js';
import { addMonitors, createdMonitor, MONITORS } from '../../support/monitors.js';
import { type Receiver, startReceiver } from '../../support/receiver.js';
import { storedReport, websiteIdOf } from '../../support/reports.js';
import { countStatements, runJobs, statementsOf } from '../../support/statements.js';
import { createdWebhook, WEBHOOKS } from '../../support/webhooks.js';
import { strangerSite, type StrangerSite } from '../../support/website.js';

const REPORTS = '/api/v1/reports';
const WEBSITES = '/api/v1/websites';
const PAGE = 'https://known.example/';

let test: TestApp;
let owner: Account;
let site: StrangerSite;
let receiver: Receiver;

beforeAll(async () => {
  countStatements();
  site = await strangerSite();
  receiver = await startReceiver();
  test = await startApp({ ROLE: 'api', ALLOWED_TARGETS: `${site.target},${receiver.target}` });
  ({ owner } = test);
  await storedReport(test, owner, PAGE);
});

afterEach(async () => {
  await test.database.query('UPDATE webhooks SET enabled = false');
  await test.database.query('DELETE FROM pending_audits');
  await test.database.query('DELETE FROM graphile_worker._private_jobs');
});

afterAll(async () => {
  await test.close();
  await site.close();
  await receiver.close();
});

type Call = () => PromiseLike<unknown>;

/** A request for a path, which needs nothing beforehand. */
const read = (path: string) => () => Promise.resolve(() => owner.call('get', path).expect(200));

const acceptReport = (url: string) => () =>
  owner.call('post', REPORTS).set('Prefer', 'respond-async').send({ url, render: 'never' }).expect(202);

/** The number of statements of each operation, and what makes it ready and returns it. */
const OPERATIONS: [name: string, statements: number, prepare: () => Promise<Call>][] = [
  ['listing reports', 1, read(REPORTS)],
  ['listing reports by score', 1, read(`${REPORTS}?sort_by=score`)],
  ['listing websites', 1, read(WEBSITES)],
  ['listing keys', 1, read(KEYS)],
  ['listing webhooks', 1, read(WEBHOOKS)],
  ['listing monitors', 1, read(MONITORS)],
  ['listing the audit log', 1, read('/api/v1/audit-log')],
  [
    'showing a report',
    1,
    async () => {
      const id = await storedReport(test, owner, PAGE);
      return () => owner.call('get', `${REPORTS}/${String(id)}`).expect(200);
    },
  ],
  [
    'showing a website',
    1,
    async () => {
      const id = await websiteIdOf(test, owner, PAGE);
      return () => owner.call('get', `${WEBSITES}/${String(id)}`).expect(200);
    },
  ],
  [
    "listing a website's pages",
    2,
    async () => {
      const id = await websiteIdOf(test, owner, PAGE);
      return () => owner.call('get', `${WEBSITES}/${String(id)}/pages`).expect(200);
    },
  ],
  [
    'showing the findings of a crawl',
    3,
    async () => {
      const id = await startedCrawl(owner, { url: PAGE });
      await test.database.query(
        `INSERT INTO crawl_pages (account_id, crawl_id, url, url_hash, state, shape, score, failed_checks)
          SELECT $1, $2, at::text, sha256(at::text::bytea), 'completed', '', 50, $3 FROM generate_series(1, 100) at`,
        [owner.id, id, CHECKS.map((check) => check.id)],
      );
      return async () => {
        const { body } = await owner.call('get', `${CRAWLS}/${String(id)}/findings`).expect(200);
        expect(body.data).toHaveLength(CHECKS.length);
      };
    },
  ],
  ['accepting a report of a new website', 8, () => Promise.resolve(acceptReport('https://new.example/'))],
  ['accepting a report of a known website', 7, () => Promise.resolve(acceptReport(PAGE))],
  [
    'finding a report that is young enough',
    2,
    async () => {
      await storedReport(test, owner, PAGE);
      return () => owner.call('post', REPORTS).send({ url: PAGE, max_age: 600 }).expect(200);
    },
  ],
  [
    'deleting a report',
    4,
    async () => {
      const id = await storedReport(test, owner, PAGE);
      return () => owner.call('delete', `${REPORTS}/${String(id)}`).expect(200);
    },
  ],
  [
    'updating a website',
    4,
    async () => {
      const id = await websiteIdOf(test, owner, PAGE);
      return () =>
        owner
          .call('patch', `${WEBSITES}/${String(id)}`)
          .send({ privacy: 0 })
          .expect(200);
    },
  ],
  [
    'deleting a website',
    6,
    async () => {
      const id = await websiteIdOf(test, owner, 'https://deleted.example/');
      return () => owner.call('delete', `${WEBSITES}/${String(id)}`).expect(200);
    },
  ],
  ['creating a key', 6, () => Promise.resolve(() => createdKey(owner))],
  [
    'deleting a key',
    6,
    async () => {
      const { id } = await createdKey(owner);
      return () => owner.call('delete', `${KEYS}/${String(id)}`).expect(200);
    },
  ],
  ['creating a webhook', 5, () => Promise.resolve(() => createdWebhook(owner, { enabled: false }))],
  ['creating a monitor', 9, () => Promise.resolve(() => createdMonitor(owner))],
  [
    'auditing a report that one webhook wants',
    11,
    async () => {
      await createdWebhook(owner, { url: receiver.url });
      await acceptReport(`${site.origin}/`)();
      return () => runJobs(test, AuditReportJob);
    },
  ],
  [
    'delivering an event',
    10,
    async () => {
      await createdWebhook(owner, { url: receiver.url });
      await storedReport(test, owner, PAGE);
      return () => runJobs(test, DeliverEventsJob);
    },
  ],
  [
    'running a monitor that is due',
    16,
    async () => {
      await addMonitors(test.database, owner.id, { urls: [PAGE] });
      await test.app.get(JobQueue).add(RUN_MONITORS);
      return () => runJobs(test, RunMonitorsJob);
    },
  ],
];

/** The statements in a text that shows them when the number is another one. */
const counted = (statements: readonly string[]) => ({ count: statements.length, statements });

describe('the number of statements of', () => {
  it.each(OPERATIONS)('%s is %d', async (_name, count, prepare) => {
    const statements = await statementsOf(await prepare());
    expect(counted(statements)).toEqual({ ...counted(statements), count });
  });
});

describe('a stored report', () => {
  it('takes 14 statements with those of the queue, and one that looks for the next audit', async () => {
    const store = acceptReport(`${site.origin}/`);
    await store();
    await runJobs(test, AuditReportJob);
    const accepted = await statementsOf(store);
    const audited = await statementsOf(() => runJobs(test, AuditReportJob));
    expect([counted(accepted), counted(audited)]).toMatchObject([{ count: 7 }, { count: 7 + 1 }]);
  });
});
