import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  BLOB_STORAGE,
  type BlobStorage,
  BlobsUnavailable,
} from '../../../src/platform/blobs/blob-storage.js';
import { BlobStore } from '../../../src/platform/blobs/blob-store.js';
import { BlobsRepository } from '../../../src/platform/blobs/blobs.repository.js';
import { SweepBlobsJob } from '../../../src/platform/blobs/sweep-blobs.job.js';
import { Database } from '../../../src/platform/database/database.js';
import { pictureSource, withPicture } from '../../../src/sharing/files/file-picture.js';
import { startApp, type TestApp } from '../../support/app.js';
import { BLOB_STORES, fileStore, objectStore, type TestBlobStore } from '../../support/blob-stores.js';
import { aRun } from '../../support/job-run.js';
import { storedReport } from '../../support/reports.js';
import { storedScreenshot } from '../../support/screenshots.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let store: TestBlobStore;
let test: TestApp;
let pages = 0;

async function start(settings: Record<string, string> = {}): Promise<void> {
  test = await startApp({ ROLE: 'api', ...store.settings, ...settings });
}

afterEach(async () => {
  await test.close();
  await store.close();
});

const put = (bytes: Uint8Array) => test.app.get(BlobStore).put(bytes, 'image/webp');

async function bytesOf(hash: string): Promise<Buffer | null> {
  const stream = await test.app.get(BlobStore).get(hash);
  return stream && buffer(stream);
}

async function sweep(): Promise<void> {
  await test.app.get(SweepBlobsJob).run({}, aRun());
}

async function storedHashes(): Promise<string[]> {
  const rows = await test.database.query<{ hash: string }>(`SELECT encode(hash, 'hex') AS hash FROM blobs`);
  return rows.map(({ hash }) => hash);
}

async function setAge(age: string, hash?: string): Promise<void> {
  await test.database.query(
    `UPDATE blobs SET stored_at = now() - $1::interval WHERE hash = coalesce(decode($2, 'hex'), hash)`,
    [age, hash],
  );
}

async function aReport(): Promise<number> {
  return storedReport(test, test.owner, `https://shot.example/${String(++pages)}`);
}

describe.each(BLOB_STORES)('blobs in $kind', ({ open }) => {
  beforeEach(async () => {
    store = await open();
    await start();
  });

  it('are tried at the start: nothing is left of it, and a store that fails is named', async () => {
    expect(await test.app.get(BlobStore).fault()).toBeNull();
    await store.fail();
    expect(await test.app.get(BlobStore).fault()).toMatch(/EEXIST|ENOTDIR|ECONNREFUSED/);
  });

  it('are found by the SHA-256 of their bytes', async () => {
    for (const bytes of [randomBytes(3_000_000), Buffer.alloc(0), Buffer.from('text')]) {
      const hash = await put(bytes);
      expect(hash).toBe(createHash('sha256').update(bytes).digest('hex'));
      expect((await bytesOf(hash))?.equals(bytes)).toBe(true);
    }
    expect(await bytesOf('0'.repeat(64))).toBeNull();
  });

  it('are stored once, however often and by whom', async () => {
    const bytes = randomBytes(100_000);
    const hashes = await Promise.all(Array.from({ length: 8 }, () => put(bytes)));
    expect(await storedHashes()).toEqual([hashes[0]]);
    expect((await bytesOf(hashes[0] ?? ''))?.equals(bytes)).toBe(true);
    expect(await test.database.query('SELECT content_type, size_bytes::int FROM blobs')).toEqual([
      { content_type: 'image/webp', size_bytes: 100_000 },
    ]);
  });

  it('are swept an hour after they were last stored, unless a report has them', async () => {
    const [used, young, again, old] = [randomBytes(50), randomBytes(50), randomBytes(50), randomBytes(50)];
    const kept = [await storedScreenshot(test, await aReport(), used), await put(young), await put(again)];
    const gone = await put(old);
    await setAge('61 minutes');
    await setAge('59 minutes', kept[1]);
    await put(again);
    await sweep();
    expect((await storedHashes()).toSorted()).toEqual(kept.toSorted());
    for (const hash of kept) expect(await bytesOf(hash)).not.toBeNull();
    expect(await bytesOf(gone)).toBeNull();
  });

  it('are swept though their bytes are gone already', async () => {
    const hash = await put(randomBytes(50));
    await test.app.get<BlobStorage>(BLOB_STORAGE).remove(hash);
    await setAge('61 minutes');
    await sweep();
    expect(await storedHashes()).toEqual([]);
  });

  it('are all swept, however many there are', async () => {
    const hash = await put(randomBytes(50));
    await test.database.query(
      `INSERT INTO blobs SELECT sha256(n::text::bytea), 'image/webp', 1 FROM generate_series(1, 1050) n`,
    );
    await setAge('61 minutes');
    await setAge('0', hash);
    await sweep();
    expect(await storedHashes()).toEqual([hash]);
  });

  it('are written anew if they are stored while they are being deleted', async () => {
    const bytes = randomBytes(50);
    const hash = await put(bytes);
    await setAge('61 minutes');
    const storage = test.app.get<BlobStorage>(BLOB_STORAGE);
    let storing: Promise<string> | undefined;
    await test.app.get(Database).transaction(async (tx) => {
      expect(await test.app.get(BlobsRepository).deleteUnused(tx, [hash])).toEqual([hash]);
      storing = put(bytes);
      while (!(await test.database.isAnyWaiting())) await sleep(10);
      await storage.remove(hash);
    });
    expect(await storing).toBe(hash);
    expect(await storedHashes()).toEqual([hash]);
    expect((await bytesOf(hash))?.equals(bytes)).toBe(true);
  });

  it('stay if a report takes them after they were found to be unused', async () => {
    const bytes = randomBytes(50);
    const hash = await put(bytes);
    await setAge('61 minutes');
    const blobs = test.app.get(BlobsRepository);
    expect(await blobs.listAfter('', 10)).toEqual([{ hash, isUnused: true }]);
    await storedScreenshot(test, await aReport(), bytes);
    await setAge('61 minutes');
    const deleting = test.app.get(Database).transaction((tx) => blobs.deleteUnused(tx, [hash]));
    expect(await deleting).toEqual([]);
    expect((await bytesOf(hash))?.equals(bytes)).toBe(true);
  });

  it('lose neither row nor reference if the store fails', async () => {
    const hash = await put(randomBytes(50));
    await setAge('61 minutes');
    await store.fail();
    await expect(sweep()).rejects.toBeInstanceOf(BlobsUnavailable);
    expect(await storedHashes()).toEqual([hash]);
    await expect(bytesOf(hash)).rejects.toBeInstanceOf(BlobsUnavailable);
    await expect(put(randomBytes(50))).rejects.toBeInstanceOf(BlobsUnavailable);
  });
});

describe('deleting blobs', () => {
  it('keeps their rows locked until no removal is under way, even if one fails', async () => {
    store = await fileStore();
    await start();
    const hashes = [await put(randomBytes(50)), await put(randomBytes(50))];
    await setAge('61 minutes');
    const removed: string[] = [];
    const remove = async (hash: string) => {
      if (hash === hashes[0]) throw new BlobsUnavailable(new Error('The disk is gone.'));
      await sleep(300);
      removed.push(hash);
    };
    const storage: BlobStorage = Object.assign(Object.create(test.app.get<object>(BLOB_STORAGE)), { remove });
    const job = new SweepBlobsJob(test.app.get(Database), test.app.get(BlobsRepository), storage);
    await expect(job.run({}, aRun())).rejects.toBeInstanceOf(BlobsUnavailable);
    expect(removed).toEqual([hashes[1]]);
    expect((await storedHashes()).toSorted()).toEqual(hashes.toSorted());
  });
});

describe('screenshots', () => {
  beforeEach(async () => {
    store = await fileStore();
    await start();
  });

  const references = async () =>
    (await test.database.query<{ n: number }>('SELECT count(*)::int AS n FROM report_screenshots'))[0]?.n;

  it('end with their report, and their bytes when no report has them', async () => {
    const bytes = randomBytes(50);
    const [one, two] = [await aReport(), await aReport()];
    const hash = await storedScreenshot(test, one, bytes);
    await storedScreenshot(test, two, bytes);
    await setAge('61 minutes');
    await test.owner.call('delete', `/api/v1/reports/${String(one)}`).expect(200);
    expect(await references()).toBe(1);
    await sweep();
    expect(await bytesOf(hash)).not.toBeNull();
    await test.owner.call('delete', `/api/v1/reports/${String(two)}`).expect(200);
    expect(await references()).toBe(0);
    await sweep();
    expect(await bytesOf(hash)).toBeNull();
    expect(await storedHashes()).toEqual([]);
  });

  it('need bytes that were stored', async () => {
    const id = await aReport();
    const referring = test.database.query(
      `INSERT INTO report_screenshots VALUES ($1, $2, 'full', sha256('never stored'), 1, 1)`,
      [test.owner.id, id],
    );
    await expect(referring).rejects.toThrow('report_screenshots_hash_fkey');
  });
});

describe('files', () => {
  it('can be read by their owner alone, and those of broken writes are removed', async () => {
    store = await fileStore();
    await start();
    const folder = join(String(store.settings.DATA_DIR), 'blobs');
    const hash = await put(randomBytes(50));
    const modeOf = async (path: string) => (await stat(join(folder, path))).mode & 0o777;
    expect(await modeOf('')).toBe(0o700);
    expect(await modeOf(hash.slice(0, 2))).toBe(0o700);
    expect(await modeOf(`${hash.slice(0, 2)}/${hash.slice(2)}`)).toBe(0o600);
    const unfinished = join(folder, 'unfinished');
    expect(await readdir(unfinished)).toEqual([]);
    for (const name of ['old', 'young']) await writeFile(join(unfinished, name), 'part');
    const longAgo = new Date(Date.now() - 61 * 60_000);
    await utimes(join(unfinished, 'old'), longAgo, longAgo);
    await sweep();
    expect(await readdir(unfinished)).toEqual(['young']);
  });

  it('are swept though one before them can not be removed, which is told', async () => {
    store = await fileStore();
    await start();
    const hashes = await Promise.all(Array.from({ length: 25 }, () => put(randomBytes(50))));
    await setAge('61 minutes');
    const [first = ''] = hashes.sort();
    const path = join(String(store.settings.DATA_DIR), 'blobs', first.slice(0, 2), first.slice(2));
    await rm(path);
    await mkdir(path);
    await expect(sweep()).rejects.toBeInstanceOf(BlobsUnavailable);
    expect((await storedHashes()).toSorted()).toEqual(hashes.slice(0, 10));
  });

  it('leave nothing behind if a write fails', async () => {
    store = await fileStore();
    await start();
    const bytes = randomBytes(50);
    const hash = createHash('sha256').update(bytes).digest('hex');
    const path = join(String(store.settings.DATA_DIR), 'blobs', hash.slice(0, 2), hash.slice(2));
    await mkdir(path, { recursive: true });
    await expect(put(bytes)).rejects.toBeInstanceOf(BlobsUnavailable);
    expect(await readdir(join(String(store.settings.DATA_DIR), 'blobs', 'unfinished'))).toEqual([]);
  });
});

describe('an object store', () => {
  it.each([
    [{ BLOBS_S3_SECRET_KEY: 'wrong' }, 'SignatureDoesNotMatch'],
    [{ BLOBS_S3_BUCKET: 'no-such-bucket' }, 'NoSuchBucket'],
  ])('that refuses %j is quoted in the log', async (settings, code) => {
    store = await objectStore();
    await start(settings);
    for (const work of [() => put(randomBytes(50)), () => bytesOf('0'.repeat(64))])
      await expect(work()).rejects.toMatchObject({ cause: { message: expect.stringContaining(code) } });
  });

  it('that never responds is given up', async () => {
    store = await objectStore();
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    await start({ BLOBS_S3_ENDPOINT: `http://127.0.0.1:${String(port)}` });
    // Deadlines must outlive what nobody refers to.
    const collecting = setInterval(collectGarbage, 50);
    const hash = '0'.repeat(64);
    await expect(bytesOf(hash)).rejects.toBeInstanceOf(BlobsUnavailable);
    const removing = test.app.get<BlobStorage>(BLOB_STORAGE).remove(hash);
    await expect(removing).rejects.toBeInstanceOf(BlobsUnavailable);
    clearInterval(collecting);
    silent.closeAllConnections();
    silent.close();
  });

  it('that is busy for a moment is asked again', async () => {
    store = await objectStore();
    const { host } = new URL(String(store.settings.BLOBS_S3_ENDPOINT));
    let requests = 0;
    const busy = createServer((request, response) => {
      if (++requests % 3 !== 0)
        return void response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
      const forwarded = httpRequest(`http://${host}${String(request.url)}`, {
        method: request.method,
        headers: request.headers,
      }).on('response', (stored) => {
        response.writeHead(stored.statusCode ?? 500, stored.headers);
        stored.pipe(response);
      });
      request.pipe(forwarded);
    }).listen(0, '127.0.0.1');
    await once(busy, 'listening');
    const { port } = busy.address() as AddressInfo;
    await start({ BLOBS_S3_ENDPOINT: `http://127.0.0.1:${String(port)}` });
    const bytes = randomBytes(50);
    expect((await bytesOf(await put(bytes)))?.equals(bytes)).toBe(true);
    expect(requests).toBe(6);
    busy.closeAllConnections();
    busy.close();
  });

  it.each([
    ['asks to wait for a minute', 0],
    ['is slow to say so', 1500],
  ])('that is busy and %s is given up in five seconds', async (_, delayMs) => {
    store = await objectStore();
    const busy = createServer((_request, response) => {
      setTimeout(() => {
        response.writeHead(503, { 'retry-after': '60' }).end('<Error><Code>SlowDown</Code></Error>');
      }, delayMs);
    }).listen(0, '127.0.0.1');
    await once(busy, 'listening');
    const { port } = busy.address() as AddressInfo;
    await start({ BLOBS_S3_ENDPOINT: `http://127.0.0.1:${String(port)}` });
    const askedAt = Date.now();
    const fault = await bytesOf('0'.repeat(64)).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(BlobsUnavailable);
    expect(Date.now() - askedAt).toBeLessThan(5000);
    const reason =
      delayMs === 0 ? 'is busy: it responded to GET with 503 SlowDown.' : 'did not respond within';
    expect(fault).toMatchObject({ cause: { message: expect.stringContaining(reason) } });
    busy.closeAllConnections();
    busy.close();
  });

  it('that takes its time over the bytes is waited for', async () => {
    store = await objectStore();
    const slow = createServer((_, response) => {
      response.writeHead(200, { 'content-length': '2' }).write('a');
      setTimeout(() => response.end('b'), 4500);
    }).listen(0, '127.0.0.1');
    await once(slow, 'listening');
    const { port } = slow.address() as AddressInfo;
    await start({ BLOBS_S3_ENDPOINT: `http://127.0.0.1:${String(port)}` });
    expect(String(await bytesOf('0'.repeat(64)))).toBe('ab');
    slow.closeAllConnections();
    slow.close();
  });

  it('that breaks off in the middle of a picture is unavailable', async () => {
    store = await objectStore();
    const broken = createServer((_, response) => {
      response.writeHead(200, { 'content-length': '2000' }).write('a'.repeat(1000));
      setTimeout(() => response.destroy(), 100);
    }).listen(0, '127.0.0.1');
    await once(broken, 'listening');
    const { port } = broken.address() as AddressInfo;
    await start({ BLOBS_S3_ENDPOINT: `http://127.0.0.1:${String(port)}` });
    const file = `<img src="${pictureSource('0'.repeat(64))}">`;
    await expect(withPicture(file, test.app.get(BlobStore))).rejects.toBeInstanceOf(BlobsUnavailable);
    broken.close();
  });
});
