import { startApp, type TestApp } from '../../support/app.js';
import { createdMonitor, MONITORED_URL, MONITORS } from '../../support/monitors.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp({ ROLE: 'api', ACCOUNT_CRAWLS: '2' });
});

afterEach(() => test.database.query('DELETE FROM monitors'));

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
    await test.owner.call('post', path).expect(202);
    const full = await test.owner.call('post', path).expect(409);
    expect(full.body.detail).toMatch(/2 running crawls .*ACCOUNT_CRAWLS/);
    await test.owner.call('delete', `${MONITORS}/${String(id)}`).expect(200);
    expect((await test.owner.call('get', crawl).expect(200)).body.data.monitor_id).toBe(id);
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
