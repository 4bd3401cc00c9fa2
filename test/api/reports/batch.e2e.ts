import { randomUUID } from 'node:crypto';
import { startApp, type TestApp } from '../../support/app.js';
import { storedReport } from '../../support/reports.js';

const BATCH = '/api/v1/reports/batch';

let test: TestApp;

beforeAll(async () => {
  test = await startApp({ ROLE: 'api' });
});

afterAll(() => test.close());

const page = (name: string) => ({ url: `https://batch.example/${name}` });

const send = (items: unknown) => test.owner.call('post', BATCH).send({ items });

const statusesOf = (body: { data: { status: number }[] }) => body.data.map(({ status }) => status);

describe('POST /api/v1/reports/batch', () => {
  it('stores a report for each item, in order, without waiting for an audit', async () => {
    const items = [page('b'), page('a'), { ...page('c'), device: 'desktop', render: 'never' }];
    const { body, headers } = await send(items).expect(202);
    expect(body.data.map(({ index, report }: never) => [index, (report as { url: string }).url])).toEqual(
      items.map(({ url }, index) => [index, url]),
    );
    expect(statusesOf(body)).toEqual([202, 202, 202]);
    expect(headers.location).toBe(`${test.url}/api/v1/reports?batch_id=${String(body.batch_id)}`);
    const listed = await test.owner.call('get', `/api/v1/reports?batch_id=${String(body.batch_id)}&sort=asc`);
    expect(listed.body.data).toEqual(body.data.map(({ report }: { report: unknown }) => report));
    expect(listed.body.meta.total).toBe(3);
    const others = await test.stranger.call('get', `/api/v1/reports?batch_id=${String(body.batch_id)}`);
    expect(others.body.data).toEqual([]);
    const shown = await test.owner.call('get', `/api/v1/reports/${String(body.data[2].report.id)}`);
    expect(shown.body.data.status).toBe('queued');
  });

  it('stores what is valid, and says by field what is not', async () => {
    const { body } = await send([
      page('ok'),
      { url: 'ftp://batch.example/' },
      { max_age: 'soon' },
      { url: ['https://batch.example/'] },
      { ...page('x'), device: 'watch', max_age: -1 },
      page('ok'),
    ]).expect(202);
    expect(statusesOf(body)).toEqual([202, 422, 422, 422, 422, 202]);
    const names = body.data.map(({ errors }: { errors?: object }) => Object.keys(errors ?? {}).toSorted());
    expect(names).toEqual([[], ['url'], ['max_age', 'url'], ['url'], ['device', 'max_age'], []]);
    const listed = await test.owner.call('get', `/api/v1/reports?batch_id=${String(body.batch_id)}`);
    expect(listed.body.meta.total).toBe(2);
  });

  it('answers with a report that is young enough', async () => {
    const { url } = page('young');
    const id = await storedReport(test, test.owner, url);
    const items = [
      { url, max_age: 3600 },
      { url, max_age: 0 },
    ];
    const { body } = await send(items).expect(202);
    expect(body.data[0]).toMatchObject({ status: 200, report: { id, status: 'completed', score: 60 } });
    expect(body.data[1]).toMatchObject({ status: 202, report: { status: 'queued' } });
    const writer = await test.keyFor(test.owner, { scopes: ['reports:write'] });
    await writer.call('post', BATCH).send({ items }).expect(403);
  });

  it('names the item that has an unknown field', async () => {
    const { body } = await send([page('a'), { ...page('b'), maxage: 5 }]).expect(202);
    expect(body.warnings).toEqual([expect.objectContaining({ field: 'items[1].maxage' })]);
    const twice = () =>
      send([page('c'), { ...page('d'), maxage: 5 }])
        .set('Idempotency-Key', 'warned')
        .expect(202);
    const { body: first } = await twice();
    expect((await twice()).body).toEqual(first);
    const strict = await send([page('a'), { ...page('b'), maxage: 5 }]).set('Prefer', 'handling=strict');
    expect(statusesOf(strict.body)).toEqual([202, 422]);
  });

  it('has the first 100 warnings', async () => {
    const items = Array.from({ length: 100 }, (_, n) => ({ ...page(String(n)), maxage: 5, devices: 'x' }));
    const { body } = await send(items).expect(202);
    expect(body.warnings).toHaveLength(100);
    expect(body.warnings[99].field).toMatch(/^items\[49\]/);
  });

  it.each([
    ['an empty list', []],
    ['101 items', Array.from({ length: 101 }, () => page('many'))],
    ['text', 'x'],
    ['a list with null', [null]],
    ['a list of texts', ['x']],
    ['a list of lists', [[]]],
    ['an object', {}],
  ])('refuses %s as items', async (_what, items) => {
    const { body } = await send(items).expect(422);
    expect(Object.keys(body.errors)).toEqual(['items']);
  });

  it('takes 100 items of 1 MiB together, and no more', async () => {
    const long = (length: number) => ({ url: `https://batch.example/?${'x'.repeat(length)}` });
    const { body } = await send(Array.from({ length: 100 }, (_, n) => page(String(n)))).expect(202);
    expect(new Set(statusesOf(body))).toEqual(new Set([202]));
    const large = await send(Array.from({ length: 100 }, () => long(10_000))).expect(202);
    expect(new Set(statusesOf(large.body))).toEqual(new Set([422]));
    await send(Array.from({ length: 100 }, () => long(10_600))).expect(413);
    await test.owner
      .call('post', '/api/v1/reports')
      .send({ url: `https://batch.example/?${'x'.repeat(17_000)}` })
      .expect(413);
  });

  it('does not deadlock with others that have the same websites in another order', async () => {
    const hosts = Array.from({ length: 20 }, (_, n) => ({ url: `https://host-${String(n)}.example/` }));
    const batches = [hosts, hosts.toReversed(), hosts, hosts.toReversed()];
    const singles = hosts
      .slice(0, 8)
      .map((item) => test.owner.call('post', '/api/v1/reports').set('Prefer', 'respond-async').send(item));
    const responses = await Promise.all([...batches.map((items) => send(items)), ...singles]);
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 202));
    const { body } = await test.owner.call('get', '/api/v1/websites?search=host-&per_page=100').expect(200);
    const counts = body.data.map(({ reports_count }: { reports_count: number }) => reports_count);
    expect(counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(88);
  });

  it('repeats its response for the same Idempotency-Key', async () => {
    const key = randomUUID();
    const sendOnce = (items: object[]) => send(items).set('Idempotency-Key', key);
    const first = await sendOnce([page('once'), {}]).expect(202);
    const again = await sendOnce([page('once'), {}]).expect(202);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    await sendOnce([page('other')]).expect(422);
    await test.database.query('UPDATE idempotency_keys SET answer = NULL WHERE key = $1', [key]);
    const resumed = await sendOnce([page('once'), {}]).expect(202);
    expect(resumed.body).toEqual(first.body);
    const listed = await test.owner.call('get', `/api/v1/reports?batch_id=${String(first.body.batch_id)}`);
    expect(listed.body.meta.total).toBe(1);
  });

  it('answers with what it stored before it was interrupted, whatever has been audited since', async () => {
    const key = randomUUID();
    const items = [
      { ...page('young'), max_age: 3600 },
      page('x'),
      { ...page('later'), max_age: 60 },
      page('y'),
    ];
    const sendOnce = () => send(items).set('Idempotency-Key', key).expect(202);
    await storedReport(test, test.owner, page('young').url);
    const first = await sendOnce();
    expect(statusesOf(first.body)).toEqual([200, 202, 202, 202]);
    await storedReport(test, test.owner, page('later').url);
    await test.database.query('UPDATE idempotency_keys SET answer = NULL WHERE key = $1', [key]);
    const again = await sendOnce();
    const storedBy = ({ body }: typeof first) =>
      body.data.map(({ status, report }: never) => [status, (report as { id: number }).id]);
    expect(storedBy(again)).toEqual(storedBy(first));
  });

  it('tells reports of one url apart by how they are made, and what was deleted from what runs', async () => {
    const key = randomUUID();
    const desktop = { ...page('twice'), device: 'desktop' };
    const mobile = page('twice');
    const items = [desktop, mobile, page('runs'), page('gone')];
    const sendOnce = () => send(items).set('Idempotency-Key', key).expect(202);
    const first = await sendOnce();
    const [ofDesktop, ofMobile, running, gone] = first.body.data.map(
      ({ report }: { report: { id: number } }) => report.id,
    );
    await test.owner.call('delete', `/api/v1/reports/${String(ofDesktop)}`).expect(200);
    await test.owner.call('delete', `/api/v1/reports/${String(gone)}`).expect(200);
    await test.database.query(
      `UPDATE pending_audits SET claimed_by = 'worker', claimed_job = 1 WHERE report_id = $1`,
      [running],
    );
    await test.database.query('UPDATE idempotency_keys SET answer = NULL WHERE key = $1', [key]);
    const { body } = await sendOnce();
    expect(statusesOf(body)).toEqual([429, 202, 202, 429]);
    expect(body.data[1].report).toMatchObject({ id: ofMobile, status: 'queued' });
    expect(body.data[2].report).toMatchObject({ id: running, status: 'running' });
    expect(body.data[3].errors.limit[0]).toContain('or it was deleted since');
  });
});

describe('limits', () => {
  let limited: TestApp;

  beforeAll(async () => {
    limited = await startApp({ ROLE: 'api', CREATE_LIMIT: '5', ACCOUNT_QUEUE_LIMIT: '7' });
  });

  afterAll(() => limited.close());

  it('count every item, and refuse those beyond them', async () => {
    const items = Array.from({ length: 8 }, (_, n) => page(String(n)));
    const post = (key: typeof limited.owner) => key.call('post', BATCH).send({ items });
    const first = await post(limited.owner).expect(202);
    expect(statusesOf(first.body)).toEqual([202, 202, 202, 202, 202, 429, 429, 429]);
    const [accepted, refused] = [first.body.data[0], first.body.data[7]];
    expect(accepted).not.toHaveProperty('retry_after');
    expect(refused.errors.limit[0]).toContain(`5 reports per minute. Wait ${refused.retry_after} seconds`);
    expect(refused.retry_after).toBeGreaterThanOrEqual(1);
    expect(refused.retry_after).toBeLessThanOrEqual(60);
    expect(first.headers.ratelimit).toContain('"creations";r=0');
    const second = await post(limited.owner).expect(202);
    expect(new Set(statusesOf(second.body))).toEqual(new Set([429]));
    const third = await post(await limited.keyFor(limited.owner)).expect(202);
    expect(statusesOf(third.body)).toEqual([202, 202, 429, 429, 429, 429, 429, 429]);
    expect(third.body.data[7]).toMatchObject({
      retry_after: 60,
      errors: { limit: [expect.stringContaining('7 queued reports')] },
    });
    expect(third.headers.ratelimit).toContain('"creations";r=3');
  });

  it('that refuse a whole batch leave its Idempotency-Key for the next try', async () => {
    const { body: queued } = await limited.owner.call('get', '/api/v1/reports?per_page=10').expect(200);
    const once = (key: typeof limited.owner) =>
      key
        .call('post', BATCH)
        .set('Idempotency-Key', 'in-ci')
        .send({ items: [page('again')] })
        .expect(202);
    expect(statusesOf((await once(await limited.keyFor(limited.owner))).body)).toEqual([429]);
    await limited.owner.call('delete', `/api/v1/reports/${String(queued.data[0].id)}`).expect(200);
    const { body, headers } = await once(await limited.keyFor(limited.owner));
    expect([statusesOf(body), headers['idempotent-replayed']]).toEqual([[202], undefined]);
  });
});
