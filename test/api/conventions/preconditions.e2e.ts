import { startApp, type TestApp } from '../../support/app.js';
import { CRAWLS, endedCrawl, startedCrawl } from '../../support/crawls.js';
import { createdKey, KEYS } from '../../support/keys.js';
import { websiteIdOf } from '../../support/reports.js';
import { createdWebhook, WEBHOOKS } from '../../support/webhooks.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

const WEBSITES = '/api/v1/websites';

async function crawlThatIsOver() {
  return endedCrawl(test.owner, await startedCrawl(test.owner, { url: 'https://crawled.example/' }));
}

describe('an action on a record honors If-Match', () => {
  it.each<[string, string, () => Promise<number>]>([
    ['cancel', CRAWLS, async () => (await crawlThatIsOver()).id],
    ['rotate', KEYS, async () => (await createdKey(test.owner)).id],
    ['rotate-secret', WEBHOOKS, async () => (await createdWebhook(test.owner, { enabled: false })).id],
    ['share-url', WEBSITES, () => websiteIdOf(test, test.owner, 'https://shared.example/')],
  ])('%s', async (action, path, create) => {
    const record = `${path}/${String(await create())}`;
    const { headers, body } = await test.owner.call('get', record).expect(200);
    const act = (tag: string) => test.owner.call('post', `${record}/${action}`).set('If-Match', tag);
    const refused = await act('"of an earlier version"').expect(412);
    expect(refused.body.code).toBe('precondition_failed');
    expect((await test.owner.call('get', record)).body).toEqual(body);
    const { status } = await act(String(headers.etag));
    expect([200, 201]).toContain(status);
  });
});

describe('the answer to the creation of a record with a secret', () => {
  it.each([
    ['a key', KEYS, { name: 'new' }],
    ['a webhook', WEBHOOKS, { url: 'https://hooks.example/', enabled: false }],
  ])('has the entity tag that the record has later: %s', async (_, path, fields) => {
    const created = await test.owner.call('post', path).send(fields).expect(201);
    const record = `${path}/${String(created.body.data.id)}`;
    const shown = await test.owner.call('get', record).expect(200);
    expect(created.headers.etag).toBe(shown.headers.etag);
    await test.owner.call('delete', record).set('If-Match', String(created.headers.etag)).expect(200);
  });
});
