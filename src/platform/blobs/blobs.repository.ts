import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type Repository } from 'typeorm';
import { Database, type Transaction } from '../database/database.js';
import { Blob } from './blob.entity.js';

/** Time from storing a blob until something refers to it. */
const IN_USE = `interval '1 hour'`;

interface Row {
  readonly hash: Buffer;
}

@Injectable()
export class BlobsRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(Blob) private readonly blobs: Repository<Blob>,
  ) {}

  /** Registers a blob, or keeps an existing one for another hour. Waits for a transaction that deletes it. */
  async register(blob: Pick<Blob, 'hash' | 'contentType' | 'sizeBytes'>): Promise<void> {
    await this.blobs
      .createQueryBuilder()
      .insert()
      .values({ ...blob, storedAt: () => 'now()' })
      .orUpdate(['content_type', 'stored_at'], ['hash'])
      .updateEntity(false)
      .execute();
  }

  /** Blobs in the order of their hashes, and whether each can be deleted. Reads each row once, however many there are.
   *  @param after hash; empty for the first ones */
  async listAfter(after: string, limit: number): Promise<{ hash: string; isUnused: boolean }[]> {
    return this.database.query(
      `SELECT encode(b.hash, 'hex') AS hash, b.stored_at < now() - ${IN_USE} AND ${this.unreferenced()} AS "isUnused"
        FROM (SELECT * FROM blobs WHERE hash > decode($1, 'hex') ORDER BY hash LIMIT $2) b ORDER BY b.hash`,
      [after, limit],
    );
  }

  /** Deletes the rows of blobs that are still unused. Until the transaction ends, anyone who stores the same bytes waits.
   *  @returns the hashes of those that are deleted */
  async deleteUnused(tx: Transaction, hashes: readonly string[]): Promise<string[]> {
    const locked = await tx.query<Row[]>(
      `SELECT hash FROM blobs WHERE hash = ANY($1::bytea[]) AND stored_at < now() - ${IN_USE}
        FOR UPDATE SKIP LOCKED`,
      [hashes.map((hash) => Buffer.from(hash, 'hex'))],
    );
    // A second statement, which sees the references that were made before the rows were locked.
    const [deleted] = await tx.query<[Row[], number]>(
      `DELETE FROM blobs b WHERE hash = ANY($1::bytea[]) AND ${this.unreferenced()} RETURNING hash`,
      [locked.map(({ hash }) => hash)],
    );
    return deleted.map(({ hash }) => hash.toString('hex'));
  }

  /** Condition made of the foreign keys of all entities, so that no feature has to announce itself. */
  private unreferenced(): string {
    const { dataSource } = this.blobs.manager;
    const references = dataSource.entityMetadatas
      .flatMap(({ foreignKeys }) => foreignKeys)
      .filter(({ referencedEntityMetadata }) => referencedEntityMetadata === this.blobs.metadata);
    const conditions = references.map(
      ({ entityMetadata: { tableName }, columnNames: [column = ''] }) =>
        `NOT EXISTS (SELECT FROM ${tableName} used WHERE used.${column} = b.hash)`,
    );
    return conditions.length === 0 ? 'true' : conditions.join(' AND ');
  }
}
