import { plantedSite, type PlantedSite } from '../../../bench/support/planted-site.js';
import { crawled } from '../../support/crawls.js';
import { startWebhookApp, type WebhookApp } from '../../support/webhooks.js';

let test: WebhookApp;
let site: PlantedSite;
let robotsStatus = 404;

beforeAll(async () => {
  site = await plantedSite((path) => {
    if (path === '/robots.txt') return { status: robotsStatus };
    return path === '/' || path === '/two' ? { links: ['/two'] } : null;
  });
  test = await startWebhookApp({ ALLOWED_TARGETS: site.target });
});

afterAll(async () => {
  await test.close();
  site.close();
});

it.each([
  [404, { status: 'completed', error: null, pages: { completed: 2 } }],
  [
    503,
    { status: 'failed', error: expect.stringContaining('robots.txt') as string, pages: { completed: 0 } },
  ],
])(
  'a crawl of a site whose robots.txt has status %i tells webhooks how it has ended',
  async (status, event) => {
    robotsStatus = status;
    await test.reset();
    await test.newWebhook({ events: ['crawl.completed'] });
    const crawl = await crawled(test.owner, { url: site.urlOf('/'), sources: ['links'] });
    await test.receiver.until(({ length }) => length > 0);
    expect(test.receiver.received.map(({ event: { type, data } }) => ({ type, data }))).toMatchObject([
      { type: 'crawl.completed', data: { ...event, crawl_id: crawl.id, url: site.urlOf('/') } },
    ]);
  },
);
