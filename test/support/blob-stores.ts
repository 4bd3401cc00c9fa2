import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { isSignedWith } from './signature-v4.js';

/** Where the application of a test keeps its blobs. */
export interface TestBlobStore {
  readonly settings: Readonly<Record<string, string>>;
  /** From then on, no blob can be read or written. */
  fail(): Promise<void>;
  close(): Promise<void>;
}

const BUCKET = 'pagegrade-blobs';
/** The only one that s3rver knows, and its secret. */
const KEY = 'S3RVER';

export async function fileStore(): Promise<TestBlobStore> {
  const folder = await mkdtemp(join(tmpdir(), 'pagegrade-blobs-'));
  return {
    settings: { DATA_DIR: folder },
    fail: async () => {
      await rm(join(folder, 'blobs'), { recursive: true, force: true });
      await writeFile(join(folder, 'blobs'), 'not a folder');
    },
    close: () => rm(folder, { recursive: true }),
  };
}

/** A real S3 server with an empty bucket. */
export async function objectStore(): Promise<TestBlobStore> {
  const folder = await mkdtemp(join(tmpdir(), 'pagegrade-s3-'));
  const s3 = new S3rver({
    silent: true,
    vhostBuckets: false,
    directory: folder,
    configureBuckets: [{ name: BUCKET }],
  });
  await s3.configureBuckets();
  const handle = s3.callback();
  const server = createServer((request, response) => {
    if (isSignedWith(KEY, request)) handle(request, response);
    else response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const fail = async () => {
    server.close();
    server.closeAllConnections();
    await Promise.resolve();
  };
  return {
    settings: {
      BLOBS_S3_ENDPOINT: `http://127.0.0.1:${String(port)}`,
      BLOBS_S3_BUCKET: BUCKET,
      BLOBS_S3_ACCESS_KEY: KEY,
      BLOBS_S3_SECRET_KEY: KEY,
    },
    fail,
    close: async () => {
      await fail();
      await rm(folder, { recursive: true });
    },
  };
}

/** Every kind of store; all of them have to pass the same tests. */
export const BLOB_STORES = [
  { kind: 'files', open: fileStore },
  { kind: 'an object store', open: objectStore },
] as const;
