import { AwsV4Signer } from 'aws4fetch';
import { type Readable } from 'node:stream';
import { Agent, type Dispatcher, interceptors, request } from 'undici';
import { type S3Settings } from '../config/config.js';
import { blobPath, type BlobStorage, BlobsUnavailable } from './blob-storage.js';

const WRITE_MS = 15_000;
/** Until the first byte, and between two. */
const OPEN_MS = 4000;
const READ_MS = 15_000;
/** Shorter than the transaction that it belongs to. */
const REMOVE_MS = 3000;
/** After responses that say the store is busy. */
const RETRIES = 2;

interface S3Request extends Pick<Dispatcher.RequestOptions, 'signal' | 'headersTimeout' | 'bodyTimeout'> {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly headers?: Record<string, string>;
  readonly body?: Uint8Array<ArrayBuffer>;
}

/** Keeps blobs in a bucket of an S3-compatible object store. */
export class S3Storage implements BlobStorage {
  private readonly dispatcher = new Agent().compose(
    interceptors.retry({ maxRetries: RETRIES, throwOnError: false, minTimeout: 100 }),
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
    const { statusCode, body } = await this.send(hash, {
      method: 'GET',
      headersTimeout: OPEN_MS,
      bodyTimeout: READ_MS,
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
      throw new Error(
        `The object store refused ${options.method} with ${String(response.statusCode)} ${code}: check the settings BLOBS_S3_….`,
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
