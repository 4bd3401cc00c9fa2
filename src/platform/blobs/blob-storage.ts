import { type Readable } from 'node:stream';
import { DomainError } from '../errors/domain-error.js';

/** Token under which the {@link BlobStorage} is injected. */
export const BLOB_STORAGE = Symbol('BLOB_STORAGE');

/** Keeps the bytes of blobs. Hashes are SHA-256 in lowercase hexadecimal. */
export interface BlobStorage {
  /** Stores all bytes or none; replaces what is stored under the hash.
   *  @throws BlobsUnavailable */
  write(hash: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Resolves when the bytes are about to arrive; null if there are none.
   *  @throws BlobsUnavailable */
  read(hash: string): Promise<Readable | null>;
  /** Does nothing if there are no bytes.
   *  @throws BlobsUnavailable */
  remove(hash: string): Promise<void>;
  /** Removes what was left behind by writes that never finished. */
  removeUnfinished(): Promise<void>;
}

/** The files or the object store can't be reached, or don't have what they should. */
export class BlobsUnavailable extends DomainError {
  constructor(cause: unknown) {
    super('service_unavailable', 'The image store is not available now. Try again in a few seconds.', {
      cause,
    });
  }
}

/** Where a blob is, in the folder as in the bucket: files can be moved to a bucket by copying the folder. */
export function blobPath(hash: string): string {
  return `${hash.slice(0, 2)}/${hash.slice(2)}`;
}
