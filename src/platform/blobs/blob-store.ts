import { Inject, Injectable } from '@nestjs/common';
import { hash as digest } from 'node:crypto';
import { type Readable } from 'node:stream';
import { messageOf } from '../../basics/message-of.js';
import { BLOB_STORAGE, type BlobStorage, BlobsUnavailable } from './blob-storage.js';
import { BlobsRepository } from './blobs.repository.js';

/** Keeps immutable byte strings by their content; equal ones once. */
@Injectable()
export class BlobStore {
  constructor(
    private readonly blobs: BlobsRepository,
    @Inject(BLOB_STORAGE) private readonly storage: BlobStorage,
  ) {}

  /** Stores bytes. They are kept for an hour, and then for as long as a row refers to them by a foreign key.
   *  @returns their SHA-256 in lowercase hexadecimal
   *  @throws BlobsUnavailable, DatabaseUnavailable */
  async put(bytes: Uint8Array, contentType: string): Promise<string> {
    const hash = digest('sha256', bytes);
    await this.blobs.register({ hash, contentType, sizeBytes: bytes.byteLength });
    await this.storage.write(hash, bytes, contentType);
    return hash;
  }

  /** Why nothing can be stored, found by trying; null: it can. */
  async fault(): Promise<string | null> {
    const bytes = Buffer.from('Pagegrade can write here.');
    const hash = digest('sha256', bytes);
    try {
      await this.storage.write(hash, bytes, 'text/plain');
      await this.storage.remove(hash);
      return null;
    } catch (error) {
      return messageOf(error instanceof BlobsUnavailable ? error.cause : error);
    }
  }

  /** The bytes, once the first of them can be read; null if there are none.
   *  @throws BlobsUnavailable */
  async get(hash: string): Promise<Readable | null> {
    return this.storage.read(hash);
  }
}
