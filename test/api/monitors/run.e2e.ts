import { startApp, type TestApp } from '../../support/app.js';
import { createdMonitor, MONITORED_URL, MONITORS } from '../../support/monitors.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp({ ROLE: 'api', ACCOUNT_CRAWLS: '2' });
});

afterEach(async () => {
  await test.database.query('DELETE FROM monitors');
  await test.database.query(
    `UPDATE crawls SET status = 'cancelled', finished_at = now() WHERE finished_at IS NULL`,
  );
});

afterAll(() => test.close());

describe('POST /api/v1/monitors/{id}/run', () => {
  it('responds with the queued report, to its account alone', async () => {
    const { id } = await createdMonitor(test.owner);
    const path = `${MONITORS}/${String(id)}/run`;
    const { body, headers } = await test.owner.call('post', path).expect(202);
    expect(body.data).toMatchObject({ url: MONITORED_URL, status: 'queued' });
    expect(headers.location).toBe(`${test.url}/api/v1/reports/${String(body.data.id)}`);
    await test.stranger.call('post', path).expect(404);
  });

  it.each([
    ['lighthouse.performance', 3],
    ['lab.lcp_ms', 3],
    ['rendered.lcp_ms', 1],
  ])('has the page loaded as often as a budget on %s wants it', async (metric, runs) => {
    const budget = metric.endsWith('_ms') ? { metric, max: 2500 } : { metric, min: 90 };
    const { id } = await createdMonitor(test.owner, { budgets: [budget] });
    const { body } = await test.owner.call('post', `${MONITORS}/${String(id)}/run`).expect(202);
    const query = 'SELECT runs FROM pending_audits WHERE report_id = $1';
    expect(await test.database.query(query, [body.data.id])).toEqual([{ runs }]);
  });

  it('responds with the queued crawl of a monitor that crawls, as long as the account may have one more', async () => {
    const { id } = await createdMonitor(test.owner, { kind: 'crawl', max_pages: 7 });
    const path = `${MONITORS}/${String(id)}/run`;
    const { body, headers } = await test.owner.call('post', path).set('Idempotency-Key', 'crawl').expect(202);
    expect(body.data).toMatchObject({ url: MONITORED_URL, status: 'queued', max_pages: 7, monitor_id: id });
    const crawl = `/api/v1/crawls/${String(body.data.id)}`;
    expect(headers.location).toBe(`${test.url}${crawl}`);
    const again = await test.owner.call('post', path).set('Idempotency-Key', 'crawl').expect(202);
    expect(again.body.data.id).toBe(body.data.id);
    const [second, third] = [
      await createdMonitor(test.owner, { kind: 'crawl', schedule: '@weekly' }),
      await createdMonitor(test.owner, { kind: 'crawl', schedule: '@monthly' }),
    ];
    await test.owner.call('post', `${MONITORS}/${String(second.id)}/run`).expect(202);
    const full = await test.owner.call('post', `${MONITORS}/${String(third.id)}/run`).expect(409);
    expect(full.body.detail).toMatch(/2 running crawls .*ACCOUNT_CRAWLS/);
    await test.owner.call('delete', `${MONITORS}/${String(id)}`).expect(200);
    expect((await test.owner.call('get', crawl).expect(200)).body.data.monitor_id).toBe(id);
  });

  it('begins one crawl at a time, and names the one that is open', async () => {
    const { id } = await createdMonitor(test.owner, { kind: 'crawl' });
    const path = `${MONITORS}/${String(id)}/run`;
    const run = () => test.owner.call('post', path);
    const responses = await Promise.all([run(), run(), run()]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([202, 409, 409]);
    const crawlId = String(responses.find(({ status }) => status === 202)?.body.data.id);
    const refused = await run().expect(409);
    expect(refused.body).toMatchObject({
      code: 'conflict',
      detail: expect.stringContaining(`Crawl ${crawlId} of this monitor is not over yet.`),
    });
    await test.owner.call('post', `/api/v1/crawls/${crawlId}/cancel`).expect(200);
    await run().expect(202);
  });

  it.each(['page', 'crawl'])(
    'refuses a %s that is always rendered where there is no browser',
    async (kind) => {
      const { id } = await createdMonitor(test.owner, { kind, render: 'always' });
      const { body } = await test.owner.call('post', `${MONITORS}/${String(id)}/run`).expect(422);
      expect(body.code).toBe('rendering_unavailable');
    },
  );

  it('runs once for an Idempotency-Key', async () => {
    const { id } = await createdMonitor(test.owner);
    const send = () =>
      test.owner
        .call('post', `${MONITORS}/${String(id)}/run`)
        .set('Idempotency-Key', 'run')
        .expect(202);
    const [first, second] = [await send(), await send()];
    expect(second.body.data.id).toBe(first.body.data.id);
  });
});
