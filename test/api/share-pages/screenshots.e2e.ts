import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { startApp, type TestApp } from '../../support/app.js';
import { BLOB_STORES, type TestBlobStore } from '../../support/blob-stores.js';
import { storedScreenshot } from '../../support/screenshots.js';
import { cookieOf, sharedWebsite, type SharedWebsite, unlock } from '../../support/shared-websites.js';

const VIEWPORT = randomBytes(300_000);
const FULL = randomBytes(1000);

let test: TestApp;
let store: TestBlobStore;

interface Shot extends SharedWebsite {
  readonly hash: string;
  /** Paths of the images. */
  readonly viewport: string;
  readonly full: string;
}

async function shot(fields: Record<string, string | number>): Promise<Shot> {
  const website = await sharedWebsite(test, fields);
  const [id = 0] = website.reports;
  const hash = await storedScreenshot(test, id, VIEWPORT);
  await storedScreenshot(test, id, FULL, 'full');
  const path = `${website.path}/reports/${String(id)}`;
  return { ...website, hash, viewport: `${path}/screenshot.webp`, full: `${path}/full-screenshot.webp` };
}

describe.each(BLOB_STORES)('a screenshot in $kind', ({ open }) => {
  beforeAll(async () => {
    store = await open();
    test = await startApp({ ROLE: 'api', ...store.settings });
  });

  afterAll(async () => {
    await test.close();
    await store.close();
  });

  it('is a WebP image that caches keep but ask about', async () => {
    const { viewport, full, hash } = await shot({ privacy: 0 });
    const { headers, body } = await test.call('get', viewport).expect(200);
    expect(VIEWPORT.equals(body as Buffer)).toBe(true);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(VIEWPORT.length),
      'cache-control': 'public, no-cache',
      'x-content-type-options': 'nosniff',
      etag: `"${hash}"`,
    });
    expect(headers).not.toHaveProperty('x-robots-tag');
    expect(FULL.equals((await test.call('get', full).expect(200)).body as Buffer)).toBe(true);
  });

  it('is not sent again to a client that has it', async () => {
    const { viewport, full, hash } = await shot({ privacy: 0 });
    const again = await test.call('get', viewport).set('If-None-Match', `"old", "${hash}"`).expect(304);
    expect(again.headers.etag).toBe(`"${hash}"`);
    expect(again.text).toBe('');
    await test.call('get', full).set('If-None-Match', `"${hash}"`).expect(200);
  });

  it('has the same headers for HEAD', async () => {
    const { viewport } = await shot({ privacy: 0 });
    const head = await test.call('head', viewport).expect(200);
    const { headers } = await test.call('get', viewport).expect(200);
    const compared = ['content-type', 'content-length', 'cache-control', 'etag'];
    for (const name of compared) expect(head.headers[name]).toBe(headers[name]);
  });

  it('survives clients that leave in the middle', async () => {
    const { viewport } = await shot({ privacy: 0 });
    for (let n = 0; n < 20; n++) {
      const socket = connect(Number(new URL(test.url).port), '127.0.0.1');
      socket.write(`GET ${viewport} HTTP/1.1\r\nHost: x\r\n\r\n`);
      await new Promise((resolve) => socket.once('data', resolve));
      socket.destroy();
    }
    await test.call('get', viewport).expect(200);
  });

  it('is unavailable for now if its store is', async () => {
    const { viewport, hash } = await shot({ privacy: 0 });
    await store.fail();
    const { headers, body } = await test.call('get', viewport).expect(503);
    expect(headers['retry-after']).toMatch(/^\d+$/);
    expect(headers).not.toHaveProperty('etag');
    expect(body).toMatchObject({ code: 'service_unavailable' });
    await test.call('get', viewport).set('If-None-Match', `"${hash}"`).expect(304);
  });
});

describe('a screenshot', () => {
  beforeAll(async () => {
    store = await BLOB_STORES[0].open();
    test = await startApp({ ROLE: 'api', ...store.settings });
  });

  afterAll(async () => {
    await test.close();
    await store.close();
  });

  const PUBLIC = 'public, no-cache';
  const PRIVATE = 'no-store';

  it.each([
    ['public', { privacy: 0 }, { nobody: PUBLIC, unlocked: PUBLIC, stranger: PUBLIC, owner: PUBLIC }],
    ['private', { privacy: 1 }, { nobody: null, unlocked: null, stranger: null, owner: PRIVATE }],
    [
      'locked',
      { privacy: 2, password: 'open sesame' },
      { nobody: null, unlocked: PRIVATE, stranger: null, owner: PRIVATE },
    ],
  ] as const)('of a %s website is for those who may see the report', async (_name, fields, expected) => {
    const { path, viewport, full, reports } = await shot(fields);
    const cookie = cookieOf(await unlock(test.url + path, 'open sesame'));
    const visitors = {
      nobody: test.call.bind(test),
      unlocked: (method: 'get', address: string) => test.call(method, address).set('Cookie', cookie),
      stranger: test.stranger.call.bind(test.stranger),
      owner: test.owner.call.bind(test.owner),
    };
    for (const [name, call] of Object.entries(visitors)) {
      const caching = expected[name as keyof typeof visitors];
      const page = await call('get', `${path}/reports/${String(reports[0])}`).set('Accept', 'text/html');
      for (const address of [viewport, full]) {
        const { status, headers } = await call('get', address);
        const isOpen = caching !== null;
        expect([name, status, page.status === 200]).toEqual([name, isOpen ? 200 : 404, isOpen]);
        if (isOpen) expect(headers['cache-control']).toBe(caching);
        if (caching === PRIVATE) expect(headers['x-robots-tag']).toBe('noindex, nofollow');
      }
    }
  });

  it('that may not be seen is answered like one that does not exist', async () => {
    const { viewport, path } = await shot({ privacy: 1 });
    const never = `/s/${'a'.repeat(32)}`;
    const answers = [];
    for (const address of [viewport, viewport.replace(path, never)]) {
      const { status, headers, text } = await test.call('get', address).set('X-Request-Id', 'same');
      const rest = Object.entries(headers).filter(([name]) => name !== 'date');
      answers.push({ status, rest, text: text.replaceAll(path, '').replaceAll(never, '') });
    }
    expect(answers[0]?.status).toBe(404);
    expect(answers[0]).toEqual(answers[1]);
  });

  it('is gone for caches too as soon as its website is private', async () => {
    const { viewport, api, hash } = await shot({ privacy: 0 });
    await test.call('get', viewport).set('If-None-Match', `"${hash}"`).expect(304);
    await test.owner.call('patch', api).send({ privacy: 1 }).expect(200);
    await test.call('get', viewport).set('If-None-Match', `"${hash}"`).expect(404);
  });

  it('belongs to one report of one website', async () => {
    const one = await shot({ privacy: 0 });
    const two = await sharedWebsite(test, { privacy: 0 });
    const [id, without] = one.reports;
    for (const address of [
      `${two.path}/reports/${String(id)}/screenshot.webp`,
      `${one.path}/reports/${String(without)}/screenshot.webp`,
      `${one.path}/reports/0/screenshot.webp`,
      `${one.path}/reports/x/screenshot.webp`,
      `${one.path}/reports/${String(id)}/screenshot.png`,
    ])
      await test.call('get', address).expect(404);
    await test.owner.call('delete', `/api/v1/reports/${String(id)}`).expect(200);
    await test.call('get', one.viewport).expect(404);
  });

  it('needs a key that may read reports, if one is sent', async () => {
    const { viewport } = await shot({ privacy: 1 });
    const writer = await test.keyFor(test.owner, { scopes: ['reports:write'] });
    await writer.call('get', viewport).expect(403);
    await test.call('get', viewport).set('Authorization', 'Bearer wrong').expect(401);
  });

  it('whose bytes are lost is unavailable', async () => {
    const { viewport } = await shot({ privacy: 0 });
    await rm(join(String(store.settings.DATA_DIR), 'blobs'), { recursive: true });
    await test.call('get', viewport).expect(503);
  });
});
