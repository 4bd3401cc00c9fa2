import { AwsV4Signer } from 'aws4fetch';
import { type Readable } from 'node:stream';
import { Agent, type Dispatcher, interceptors, request } from 'undici';
import { type S3Settings } from '../config/config.js';
import { blobPath, type BlobStorage, BlobsUnavailable } from './blob-storage.js';

const WRITE_MS = 15_000;
/** Until the headers, retries included. */
const OPEN_MS = 4000;
/** Between two bytes. */
const READ_MS = 15_000;
/** Shorter than the transaction that it belongs to. */
const REMOVE_MS = 3000;
/** After responses that say the store is busy. */
const RETRIES = 2;
/** Between two attempts, whatever Retry-After says: requests of people wait for this. */
const RETRY_MS = { minTimeout: 100, maxTimeout: 200 };

interface S3Request extends Pick<Dispatcher.RequestOptions, 'signal' | 'bodyTimeout'> {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly headers?: Record<string, string>;
  readonly body?: Uint8Array<ArrayBuffer>;
}

/** Keeps blobs in a bucket of an S3-compatible object store. */
export class S3Storage implements BlobStorage {
  private readonly dispatcher = new Agent().compose(
    interceptors.retry({ maxRetries: RETRIES, throwOnError: false, ...RETRY_MS }),
  );

  constructor(private readonly settings: S3Settings) {}

  async write(hash: string, bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<void> {
    const { body } = await this.send(hash, {
      method: 'PUT',
      body: bytes,
      // The store compares the hash with the bytes that arrive.
      headers: { 'Content-Type': contentType, 'X-Amz-Content-Sha256': hash },
      signal: AbortSignal.timeout(WRITE_MS),
    });
    await body.dump();
  }

  async read(hash: string): Promise<Readable | null> {
    const opening = new AbortController();
    const timer = setTimeout(() => {
      opening.abort(new Error(`The object store did not respond within ${String(OPEN_MS)} ms`));
    }, OPEN_MS);
    const request: S3Request = { method: 'GET', signal: opening.signal, bodyTimeout: READ_MS };
    const { statusCode, body } = await this.send(hash, request).finally(() => {
      clearTimeout(timer);
    });
    if (statusCode !== 404) return body;
    await body.dump();
    return null;
  }

  async remove(hash: string): Promise<void> {
    const { body } = await this.send(hash, { method: 'DELETE', signal: AbortSignal.timeout(REMOVE_MS) });
    await body.dump();
  }

  /** An object appears when it is complete. */
  removeUnfinished(): Promise<void> {
    return Promise.resolve();
  }

  /** @returns a successful response, or 404 if there is no such object
   *  @throws BlobsUnavailable */
  private async send(hash: string, options: S3Request): Promise<Dispatcher.ResponseData> {
    const { endpoint, bucket, accessKey: accessKeyId, secretKey: secretAccessKey, region } = this.settings;
    const url = `${endpoint}/${bucket}/blobs/${blobPath(hash)}`;
    try {
      const signer = new AwsV4Signer({
        ...options,
        url,
        accessKeyId,
        secretAccessKey,
        region,
        service: 's3',
      });
      const { headers } = await signer.sign();
      const response = await request(url, { ...options, headers, dispatcher: this.dispatcher });
      if (response.statusCode < 300) return response;
      const code = codeOf(await response.body.text());
      if (code === 'NoSuchKey') return response;
      throw new Error(refusalOf(options.method, response.statusCode, code));
    } catch (error) {
      throw new BlobsUnavailable(error);
    }
  }
}

function refusalOf(method: string, status: number, code: string): string {
  return status === 429 || status >= 500
    ? `The object store is busy: it responded to ${method} with ${String(status)} ${code}.`
    : `The object store refused ${method} with ${String(status)} ${code}: check the settings BLOBS_S3_….`;
}

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
function codeOf(body: string): string {
  return /<Code>(\w+)<\/Code>/.exec(body)?.[1] ?? '';
}
