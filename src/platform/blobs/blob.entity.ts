import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** Hashes are hexadecimal in the code and binary in the database. */
export const HASH_COLUMN = {
  type: 'bytea',
  transformer: {
    to: (hash?: string | null) => (typeof hash === 'string' ? Buffer.from(hash, 'hex') : hash),
    from: (hash: Buffer | null) => hash?.toString('hex') ?? null,
  },
} as const;

/** An immutable byte string. A table that uses blobs refers to this one by a foreign key, which keeps them. */
@Entity('blobs')
@Check('blobs_hash_check', 'octet_length(hash) = 32')
export class Blob {
  /** SHA-256 of the bytes, in lowercase hexadecimal. */
  @PrimaryColumn(HASH_COLUMN)
  hash!: string;

  @Column('text')
  contentType!: string;

  @Column('bigint')
  sizeBytes!: number;

  /** When the same bytes were last stored. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  storedAt!: Date;
}
