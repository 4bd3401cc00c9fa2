import { AwsClient } from 'aws4fetch';
import { Readable } from 'node:stream';
import { type S3Settings } from '../config/config.js';
import { blobPath, type BlobStorage, BlobsUnavailable } from './blob-storage.js';

const WRITE_MS = 15_000;
/** Until the first byte, and until the last. */
const OPEN_MS = 4000;
const READ_MS = 60_000;
/** Shorter than the transaction that it belongs to. */
const REMOVE_MS = 3000;
/** After responses that say the store is busy. */
const RETRIES = 2;

/** Keeps blobs in a bucket of an S3-compatible object store. */
export class S3Storage implements BlobStorage {
  private readonly client: AwsClient;

  constructor(private readonly settings: S3Settings) {
    const { accessKey: accessKeyId, secretKey: secretAccessKey, region } = settings;
    this.client = new AwsClient({
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
      retries: RETRIES,
    });
  }

  async write(hash: string, bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<void> {
    const response = await this.send(hash, {
      method: 'PUT',
      body: bytes,
      // The store compares the hash with the bytes that arrive.
      headers: { 'Content-Type': contentType, 'X-Amz-Content-Sha256': hash },
      signal: AbortSignal.timeout(WRITE_MS),
    });
    await discard(response);
  }

  async read(hash: string): Promise<Readable | null> {
    const opening = new AbortController();
    const timer = setTimeout(() => opening.abort(new Error('The object store did not respond')), OPEN_MS);
    const signal = AbortSignal.any([opening.signal, AbortSignal.timeout(READ_MS)]);
    const response = await this.send(hash, { method: 'GET', signal }).finally(() => clearTimeout(timer));
    if (response.status === 404 || !response.body) {
      await discard(response);
      return null;
    }
    return Readable.fromWeb(response.body);
  }

  async remove(hash: string): Promise<void> {
    await discard(await this.send(hash, { method: 'DELETE', signal: AbortSignal.timeout(REMOVE_MS) }));
  }

  /** An object appears when it is complete. */
  removeUnfinished(): Promise<void> {
    return Promise.resolve();
  }

  /** @returns a successful response, or 404 if there is no such object
   *  @throws BlobsUnavailable */
  private async send(hash: string, request: RequestInit): Promise<Response> {
    const { endpoint, bucket } = this.settings;
    const url = `${endpoint}/${bucket}/blobs/${blobPath(hash)}`;
    try {
      const response = await this.client.fetch(url, { ...request, redirect: 'manual' });
      if (response.ok) return response;
      const code = codeOf(await response.text());
      if (code === 'NoSuchKey') return new Response(null, { status: 404 });
      throw new Error(
        `The object store refused ${String(request.method)} with ${String(response.status)} ${code}: check the settings BLOBS_S3_….`,
      );
    } catch (error) {
      throw new BlobsUnavailable(error);
    }
  }
}

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
function codeOf(body: string): string {
  return /<Code>(\w+)<\/Code>/.exec(body)?.[1] ?? '';
}

/** Frees the connection. */
async function discard(response: Response): Promise<void> {
  await response.body?.cancel();
}
