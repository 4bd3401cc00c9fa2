import { eventually } from '../../support/eventually.js';
import { AnnounceExpiriesJob } from '../../../src/keys/announce-expiries.job.js';
import { SENT_TYPES } from '../../../src/webhooks/events/event-types.js';
import { type MonitoredSite, startMonitoredSite } from '../../support/monitored-site.js';
import { MONITORS } from '../../support/monitors.js';
import { startedCrawl } from '../../support/crawls.js';
import { failedReport, storedReport } from '../../support/reports.js';
import { createdWebhook, WEBHOOKS } from '../../support/webhooks.js';

let test: MonitoredSite;

beforeAll(async () => {
  test = await startMonitoredSite();
});

afterAll(() => test.close());

/** Has an event sent, of each type or of several. */
const CAUSES = {
  reports: async () => {
    await storedReport(test, test.owner, 'https://completed.example/');
    await failedReport(test, test.owner, 'https://failed.example/');
  },
  monitors: async () => {
    const budgets = [{ metric: 'loads' }];
    const { id } = await test.newMonitor({ budgets, confirm: false });
    test.isDown = true;
    await test.run(id);
    test.isDown = false;
    await test.run(id);
    await test.owner.call('patch', `${MONITORS}/${id}`).send({ enabled: false }).expect(200);
  },
  crawls: async () => {
    await startedCrawl(test.owner, { url: `${test.site.origin}/`, max_pages: 1 });
  },
  keys: async () => {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    await test.owner.call('post', '/api/v1/keys').send({ name: 'ci', expires_at }).expect(201);
    await test.app.get(AnnounceExpiriesJob).run();
  },
  webhooks: async (id: number) => {
    await test.owner.call('post', `${WEBHOOKS}/${String(id)}/test`).expect(202);
    const failing = await createdWebhook(test.owner, { url: `${test.site.origin}/missing` });
    await test.owner.call('post', `${WEBHOOKS}/${failing.id}/test`).expect(202);
    await eventually(async () => {
      const { body } = await test.owner.call('get', `${WEBHOOKS}/${failing.id}`).expect(200);
      return body.data.failing_since !== null;
    });
    await test.database.query(`UPDATE webhooks SET failing_since = now() - interval '5 days' WHERE id = $1`, [
      failing.id,
    ]);
    await test.owner.call('post', `${WEBHOOKS}/${failing.id}/test`).expect(202);
  },
};

it('events of every type are what the OpenAPI document says', async () => {
  const { id } = await createdWebhook(test.owner, { url: test.receiver.url });
  for (const cause of Object.values(CAUSES)) await cause(id);
  await test.receiver.until(() => SENT_TYPES.every((type) => test.told().includes(type)));
  expect(new Set(test.told())).toEqual(new Set(SENT_TYPES));
});

it('the OpenAPI document has a request for every type, and for no other', async () => {
  const { body } = await test.call('get', '/openapi.json').expect(200);
  expect(Object.keys(body.webhooks)).toEqual(SENT_TYPES);
  for (const type of SENT_TYPES) {
    const { $ref } = body.webhooks[type].post.requestBody.content['application/json'].schema;
    const schema = body.components.schemas[$ref.replace('#/components/schemas/', '')];
    expect(schema.properties.type.enum).toEqual([type]);
  }
});
