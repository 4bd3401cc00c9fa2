import { setTimeout as sleep } from 'node:timers/promises';
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
    release('/held/async');
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
    release('/held/short');
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
    release('/held/counted');
    await sleep(500);
    expect(await website()).toMatchObject({
      reports_count: before.reports_count,
      reports_avg_score: before.reports_avg_score,
    });
  });

  it('loads a page once for all that ask for it meanwhile', async () => {
    const before = site.requests.filter((path) => path === '/held/shared').length;
    const posts = Array.from({ length: 12 }, () => post('/held/shared').then((response) => response));
    await eventually(async () => {
      const waiting = await test.database.query('SELECT FROM pending_audits');
      return waiting.length === 12;
    });
    release('/held/shared');
    const answers = await Promise.all(posts);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(12);
    for (const { status, body } of answers) {
      expect(status).toBe(201);
      expect(body.data.status).toBe('completed');
    }
    // The audit itself asks for the page four times: to load it, for its times, and from another origin.
    expect(site.requests.filter((path) => path === '/held/shared').length - before).toBe(4);
  });

  it('loads it again for a request that comes after it has been loaded', async () => {
    const loads = () => site.requests.filter((path) => path === '/then-held').length;
    const first = await post('/then-held', { Prefer: 'respond-async' }).expect(202);
    while (loads() < 2) await sleep(20);
    const second = await post('/then-held', { Prefer: 'respond-async' }).expect(202);
    release('/then-held');
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
