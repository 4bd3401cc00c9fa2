import { startApp } from '../../support/app.js';
import { ordinaryAnswer, type StrangerSite, strangerSite } from '../../support/website.js';

describe('overload', () => {
  let slow: StrangerSite;
  let release: () => void = () => undefined;

  beforeEach(async () => {
    const released = new Promise<void>((resolve) => (release = resolve));
    slow = await strangerSite(
      (request, response) => void released.then(() => ordinaryAnswer(request, response)),
    );
  });

  afterEach(() => slow.close());

  it.each([
    [503, { QUEUE_LIMIT: '3' }],
    [429, { ACCOUNT_QUEUE_LIMIT: '3' }],
  ])('is answered with %i and Retry-After, and what was accepted is kept', async (status, limit) => {
    const small = await startApp({ ALLOWED_TARGETS: slow.target, ...limit });
    const post = (path: string) =>
      small.owner
        .call('post', '/api/v1/reports')
        .set('Prefer', 'respond-async')
        .type('form')
        .send({ url: slow.origin + path });
    for (const path of ['/a', '/b', '/c']) await post(path).expect(202);
    const refused = await post('/d').expect(status);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const { body } = await small.owner.call('get', '/api/v1/reports').expect(200);
    expect(body.meta.total).toBe(3);
    release();
    for (const { id } of body.data as { id: number }[]) {
      const shown = await small.owner
        .call('get', `/api/v1/reports/${id}`)
        .set('Prefer', 'wait=20')
        .expect(200);
      expect(shown.body.data.status).toBe('completed');
    }
    await small.close();
  });
});
