import {
  IdempotencyRepository,
  requestHash,
} from '../../../src/platform/http/idempotency/idempotency.repository.js';
import { eventually } from '../../support/eventually.js';
import { holdPages, type HeldPages } from '../../support/held-pages.js';

let held: HeldPages;
let post: HeldPages['post'];
let release: HeldPages['release'];
let show: HeldPages['show'];
let site: HeldPages['site'];
let test: HeldPages['test'];

beforeAll(async () => {
  held = await holdPages();
  ({ post, release, show, site, test } = held);
});

afterAll(() => held.close());

describe('Idempotency-Key', () => {
  it('replays the first answer, warnings and all', async () => {
    const headers = { 'Idempotency-Key': 'a key: "anything"' };
    const first = await post('/', headers, { color: 'blue' }).expect(201);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    const second = await post('/', headers, { color: 'blue' }).expect(201);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.text).toBe(first.text);
    expect(second.headers).toMatchObject({ location: first.headers.location, etag: first.headers.etag });
  });

  it('replays a 202 as it was', async () => {
    const headers = { 'Idempotency-Key': 'later', Prefer: 'respond-async' };
    const first = await post('/held/later', headers).expect(202);
    release('/held/later');
    await show(first.body.data.id, { Prefer: 'wait=10' });
    const second = await post('/held/later', headers).expect(202);
    expect(second.text).toBe(first.text);
    expect(second.headers['retry-after']).toBe(first.headers['retry-after']);
  });

  it('is refused with another body, where the first is still running, and where it is empty or too long', async () => {
    const headers = { 'Idempotency-Key': 'busy' };
    const first = post('/held/busy', headers).then((response) => response);
    await eventually(() => Promise.resolve(held.site.requests.includes('/held/busy')));
    const { body, headers: answered } = await post('/held/busy', headers).expect(409);
    expect(body.code).toBe('request_in_progress');
    expect(answered['retry-after']).toBe('1');
    const other = await post('/other', headers).expect(422);
    expect(other.body.errors).toHaveProperty('Idempotency-Key');
    release('/held/busy');
    expect((await first).status).toBe(201);
    await post('/', { 'Idempotency-Key': '' }).expect(422);
    await post('/', { 'Idempotency-Key': 'x'.repeat(256) }).expect(422);
    await post('/', { 'Idempotency-Key': 'x'.repeat(255) }).expect(201);
  });

  it('keeps no refusal', async () => {
    const headers = { 'Idempotency-Key': 'fixed' };
    await test.owner
      .call('post', '/api/v1/reports')
      .set(headers)
      .send({ url: 'http://10.0.0.1/' })
      .expect(422);
    await post('/', headers).expect(201);
  });

  it('replays an answer with an older report', async () => {
    const first = await post('/found').expect(201);
    const headers = { 'Idempotency-Key': 'found' };
    await post('/found', headers, { max_age: '60' }).expect(200);
    await test.database.query(
      `UPDATE reports SET generated_at = now() - interval '2 minutes' WHERE id = $1`,
      [first.body.data.id],
    );
    const again = await post('/found', headers, { max_age: '60' }).expect(200);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body.data.id).toBe(first.body.data.id);
  });

  it('belongs to one account', async () => {
    const headers = { 'Idempotency-Key': 'mine' };
    const first = await post('/', headers).expect(201);
    const other = await test.stranger
      .call('post', '/api/v1/reports')
      .set(headers)
      .send({ url: `${site.origin}/` })
      .expect(201);
    expect(other.headers['idempotent-replayed']).toBeUndefined();
    expect(other.body.data.id).not.toBe(first.body.data.id);
  });

  it('makes one report of many requests at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () =>
        post('/crowd', { 'Idempotency-Key': 'crowd' }).then((response) => response),
      ),
    );
    expect(
      answers
        .map(({ status, body }) => [status, body?.detail])
        .filter(([s]) => ![200, 201, 409].includes(Number(s))),
    ).toEqual([]);
    const reports = await test.owner.call('get', '/api/v1/reports?search=/crowd').expect(200);
    expect(reports.body.meta.total).toBe(1);
  });

  it('answers for a request whose process ended before it could', async () => {
    const headers = { 'Idempotency-Key': 'orphan' };
    const first = await post('/orphan', headers).expect(201);
    await test.database.query(`UPDATE idempotency_keys SET answer = NULL WHERE key = 'orphan'`);
    const second = await post('/orphan', headers).expect(200);
    expect(second.headers).toMatchObject({ 'idempotent-replayed': 'true', location: first.headers.location });
    expect(Number(second.headers.age)).toBeGreaterThanOrEqual(0);
    expect(second.body).toEqual(first.body);
  });

  it('is forgotten after a day', async () => {
    const headers = { 'Idempotency-Key': 'old' };
    const first = await post('/', headers).expect(201);
    await test.database.query(
      `UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE key = 'old'`,
    );
    const second = await post('/', headers).expect(201);
    expect(second.body.data.id).not.toBe(first.body.data.id);
  });

  it('that is forgotten is good for a new answer, kept for a day of its own', async () => {
    const headers = { 'Idempotency-Key': 'again' };
    await post('/again', headers).expect(201);
    await test.database.query(
      `UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE key = 'again'`,
    );
    const second = await post('/again', headers, { max_age: '3600' }).expect(200);
    expect(second.headers['idempotent-replayed']).toBeUndefined();
    const third = await post('/again', headers, { max_age: '3600' }).expect(200);
    expect(third.headers['idempotent-replayed']).toBe('true');
  });

  it('keeps the answer to the request that took it', async () => {
    const kept = { status: 201, headers: {}, body: { id: 1 } };
    const idempotency = test.app.get(IdempotencyRepository);
    const request = (text: string) => ({
      accountId: test.owner.id,
      key: 'contested',
      hash: requestHash({ text }),
    });
    await idempotency.keep(request('first'), kept);
    await idempotency.keep(request('second'), { ...kept, body: { id: 2 } });
    expect((await idempotency.earlier(request('first')))?.answer).toEqual(kept);
  });
});
