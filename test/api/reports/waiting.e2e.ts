import { setTimeout as sleep } from 'node:timers/promises';
import { IdempotencyRepository, requestHash } from '../../../src/reports/idempotency.repository.js';
import { startApp, type TestApp } from '../../support/app.js';
import { ordinaryAnswer, type StrangerSite, strangerSite } from '../../support/website.js';

let site: StrangerSite;
let test: TestApp;
/** Pages that are held back, and what lets them go. */
const held = new Map<string, { readonly gone: Promise<void>; readonly go: () => void }>();

function hold(path: string): Promise<void> {
  let gate = held.get(path);
  if (!gate) {
    let go: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => (go = resolve));
    gate = { gone, go };
    held.set(path, gate);
  }
  return gate.gone;
}

/** Lets all pages go that were asked for. */
function release(): void {
  for (const { go } of held.values()) go();
}

beforeAll(async () => {
  site = await strangerSite((request, response) => {
    const { url = '' } = request;
    const isFirst = site.requests.filter((path) => path === url).length === 1;
    const isHeld = url.startsWith('/held') || (url.startsWith('/then-held') && !isFirst);
    if (isHeld) void hold(url).then(() => ordinaryAnswer(request, response));
    else ordinaryAnswer(request, response);
  });
  test = await startApp({ ALLOWED_TARGETS: site.target, STORE_WAIT_SECONDS: '10' });
});

afterAll(async () => {
  release();
  await test.close();
  await site.close();
});

function post(path: string, headers: Record<string, string> = {}, fields: Record<string, string> = {}) {
  return test.owner
    .call('post', '/api/v1/reports')
    .set(headers)
    .type('form')
    .send({ url: site.origin + path, ...fields });
}

function show(id: number, headers: Record<string, string> = {}) {
  return test.owner.call('get', `/api/v1/reports/${id}`).set(headers).expect(200);
}

describe('waiting for a report', () => {
  it('is the default: 201 with the completed report', async () => {
    const { body, headers } = await post('/').expect(201);
    expect(body.data).toMatchObject({ status: 'completed', result: 'decent' });
    expect(headers.location).toBe(`${test.url}/api/v1/reports/${body.data.id}`);
    expect(headers['preference-applied']).toBeUndefined();
  });

  it('is left out with respond-async: 202 at once, and the report later', async () => {
    const { body, headers } = await post('/held/async', { Prefer: 'respond-async' }).expect(202);
    expect(headers).toMatchObject({
      location: `${test.url}/api/v1/reports/${body.data.id}`,
      'retry-after': '1',
      'preference-applied': 'respond-async',
    });
    expect(body.data).toMatchObject({
      result: null,
      score: null,
      error: null,
      final_url: null,
      generated_at: null,
      ruleset_version: null,
      checks: [],
      gates: [],
    });
    expect(['queued', 'running']).toContain(body.data.status);
    const unfinished = await show(body.data.id);
    expect(Number(unfinished.headers['retry-after'])).toBeGreaterThan(0);
    const waiting = show(body.data.id, { Prefer: 'wait=10' }).then((response) => response);
    await sleep(200);
    release();
    const done = await waiting;
    expect(done.headers).toMatchObject({ 'preference-applied': 'wait=10' });
    expect(done.headers['retry-after']).toBeUndefined();
    expect(done.body.data).toMatchObject({
      id: body.data.id,
      status: 'completed',
      score: expect.any(Number),
    });
  });

  it('lasts as long as Prefer says, and no longer than the setting', async () => {
    const asked = performance.now();
    const { body, headers } = await post('/held/short', { Prefer: 'wait=1' }).expect(202);
    expect(performance.now() - asked).toBeGreaterThan(900);
    expect(headers['preference-applied']).toBe('wait=1');
    const shown = await show(body.data.id, { Prefer: 'handling=strict, wait=1' });
    expect(shown.headers['preference-applied']).toBe('handling=strict, wait=1');
    release();
    const done = await show(body.data.id, { Prefer: 'wait=300' });
    expect(done.headers['preference-applied']).toBe('wait=10');
    expect(done.body.data.status).toBe('completed');
  });

  it('counts an accepted report at once, and its score when it is there', async () => {
    const website = async () => {
      const { body } = await test.owner.call('get', '/api/v1/websites').expect(200);
      return body.data[0];
    };
    const before = await website();
    const { body } = await post('/held/counted', { Prefer: 'respond-async' }).expect(202);
    expect(await website()).toMatchObject({
      reports_count: Number(before.reports_count) + 1,
      reports_avg_score: before.reports_avg_score,
    });
    await test.owner.call('delete', `/api/v1/reports/${body.data.id}`).expect(200);
    expect(await website()).toMatchObject({ reports_count: before.reports_count });
    release();
    await sleep(500);
    expect(await website()).toMatchObject({
      reports_count: before.reports_count,
      reports_avg_score: before.reports_avg_score,
    });
  });

  it('loads a page once for all that ask for it meanwhile', async () => {
    const before = site.requests.filter((path) => path === '/held/shared').length;
    const posts = Array.from({ length: 12 }, () => post('/held/shared').then((response) => response));
    await sleep(500);
    release();
    const answers = await Promise.all(posts);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(12);
    for (const { status, body } of answers) {
      expect(status).toBe(201);
      expect(body.data.status).toBe('completed');
    }
    // The audit itself asks for the page four times: to load it, for its times, and from another origin.
    expect(site.requests.filter((path) => path === '/held/shared').length - before).toBe(4);
  });

  it('loads it again for whoever asks when it has been loaded', async () => {
    const loads = () => site.requests.filter((path) => path === '/then-held').length;
    const first = await post('/then-held', { Prefer: 'respond-async' }).expect(202);
    while (loads() < 2) await sleep(20);
    const second = await post('/then-held', { Prefer: 'respond-async' }).expect(202);
    release();
    for (const { body } of [first, second]) {
      expect((await show(body.data.id, { Prefer: 'wait=10' })).body.data.status).toBe('completed');
    }
    expect(loads()).toBe(8);
  });

  it('ends with 404 when the report is deleted, and so does the same request again', async () => {
    const headers = { 'Idempotency-Key': 'gone', Prefer: 'wait=3' };
    const waiting = post('/held/gone', headers).then((response) => response);
    let newest;
    do newest = (await test.owner.call('get', '/api/v1/reports').expect(200)).body.data[0];
    while (!newest.url.endsWith('/held/gone'));
    await test.owner.call('delete', `/api/v1/reports/${newest.id}`).expect(200);
    for (const { status, body } of [await waiting, await post('/held/gone', headers)]) {
      expect(status).toBe(404);
      expect(body.detail).toContain('has been deleted');
    }
  });
});

describe('Idempotency-Key', () => {
  it('replays the first answer, warnings and all', async () => {
    const headers = { 'Idempotency-Key': 'a key: "anything"' };
    const first = await post('/', headers, { colour: 'blue' }).expect(201);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    const second = await post('/', headers, { colour: 'blue' }).expect(201);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.text).toBe(first.text);
    expect(second.headers).toMatchObject({ location: first.headers.location, etag: first.headers.etag });
  });

  it('replays a 202 as it was', async () => {
    const headers = { 'Idempotency-Key': 'later', Prefer: 'respond-async' };
    const first = await post('/held/later', headers).expect(202);
    await sleep(300);
    release();
    await show(first.body.data.id, { Prefer: 'wait=10' });
    const second = await post('/held/later', headers).expect(202);
    expect(second.text).toBe(first.text);
    expect(second.headers['retry-after']).toBe(first.headers['retry-after']);
  });

  it('is refused with another body, where the first is still running, and where it is empty or too long', async () => {
    const headers = { 'Idempotency-Key': 'busy' };
    const first = post('/held/busy', headers).then((response) => response);
    await sleep(300);
    const { body, headers: answered } = await post('/held/busy', headers).expect(409);
    expect(body.code).toBe('request_in_progress');
    expect(answered['retry-after']).toBe('1');
    const other = await post('/other', headers).expect(422);
    expect(other.body.errors).toHaveProperty('Idempotency-Key');
    release();
    expect((await first).status).toBe(201);
    await post('/', { 'Idempotency-Key': '' }).expect(422);
    await post('/', { 'Idempotency-Key': 'x'.repeat(256) }).expect(422);
    await post('/', { 'Idempotency-Key': 'x'.repeat(255) }).expect(201);
  });

  it('keeps no refusal', async () => {
    const headers = { 'Idempotency-Key': 'mended' };
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
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
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

describe('max_age', () => {
  it('answers 200 with a completed report of the same url that is young enough, and its age', async () => {
    const first = await post('/young').expect(201);
    await sleep(1100);
    const again = await post('/young', {}, { max_age: '60' }).expect(200);
    expect(again.body.data.id).toBe(first.body.data.id);
    expect(Number(again.headers.age)).toBeGreaterThanOrEqual(1);
    expect(again.headers.location).toBe(first.headers.location);
    const fresh = await post('/young', {}, { max_age: '0' }).expect(201);
    expect(fresh.body.data.id).not.toBe(first.body.data.id);
    await post('/young?other', {}, { max_age: '60' }).expect(201);
  });

  it('makes a new one where it is too old, or of another account', async () => {
    const first = await post('/aged').expect(201);
    await test.database.query(
      `UPDATE reports SET generated_at = now() - interval '2 minutes' WHERE id = $1`,
      [first.body.data.id],
    );
    await post('/aged', {}, { max_age: '60' }).expect(201);
    const other = await test.stranger
      .call('post', '/api/v1/reports')
      .send({ url: `${site.origin}/aged`, max_age: 3600 });
    expect(other.status).toBe(201);
  });

  it.each(['-1', '1.5', 'x', '31536001'])('refuses %s', async (max_age) => {
    const { body } = await post('/', {}, { max_age }).expect(422);
    expect(body.errors).toHaveProperty('max_age');
  });
});
