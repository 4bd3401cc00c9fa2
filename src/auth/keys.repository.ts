import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Brackets, IsNull, LessThan, type Repository, type SelectQueryBuilder } from 'typeorm';
import { type Transaction } from '../platform/database/database.js';
import { ApiKey } from './api-key.entity.js';

/** What is stored of a new key. */
export type NewKey = Pick<ApiKey, 'name' | 'hash' | 'prefix' | 'lastFour' | 'scopes' | 'expiresAt'>;

/** Of the rows that a query calls `key`. */
export const NOT_EXPIRED = new Brackets((key) =>
  key.where('key.expires_at IS NULL').orWhere('key.expires_at > now()'),
);

@Injectable()
export class KeysRepository {
  constructor(@InjectRepository(ApiKey) private readonly keys: Repository<ApiKey>) {}

  /** The valid key with this hash, with its account. */
  async valid(hash: Buffer): Promise<ApiKey | null> {
    return this.inForce().innerJoinAndSelect('key.account', 'account').andWhere({ hash }).getOne();
  }

  /** The valid key with this id, with its account. */
  async validWithId(id: number): Promise<ApiKey | null> {
    return this.inForce().innerJoinAndSelect('key.account', 'account').andWhere({ id }).getOne();
  }

  /** The valid keys of an account that were made before one, and have a name. */
  async earlierOfName({ id, accountId }: ApiKey, name: string): Promise<ApiKey[]> {
    return this.inForce()
      .andWhere({ id: LessThan(id), accountId, name })
      .orderBy('key.id')
      .getMany();
  }

  /** The first bytes of the hashes of all valid keys, in base64. */
  async hashPrefixes(bytes: number): Promise<string[]> {
    const rows = await this.inForce()
      .select(`encode(substring(key.hash FROM 1 FOR :bytes), 'base64')`, 'prefix')
      .setParameters({ bytes })
      .getRawMany<{ prefix: string }>();
    return rows.map(({ prefix }) => prefix);
  }

  /** Stores that the key was used, at most once per minute. */
  async touch(id: number): Promise<void> {
    await this.keys
      .createQueryBuilder()
      .update({ lastUsedAt: () => 'now()' })
      .where({ id })
      .andWhere(`(last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`)
      .execute();
  }

  /** Stores a key. One that exists, even a revoked one, stays as it is. */
  async insert(tx: Transaction, accountId: number, key: NewKey): Promise<void> {
    await tx
      .createQueryBuilder()
      .insert()
      .into(ApiKey)
      .values({ accountId, ...key })
      .orIgnore()
      .execute();
  }

  async all(): Promise<ApiKey[]> {
    return this.keys.find({ relations: { account: true }, order: { id: 'ASC' } });
  }

  /** @returns whether such a key was not revoked yet */
  async revoke(id: number): Promise<boolean> {
    const { affected } = await this.keys.update({ id, revokedAt: IsNull() }, { revokedAt: () => 'now()' });
    return affected === 1;
  }

  /** The valid key with this id, for a transaction that changes it. */
  async validIn(tx: Transaction, id: number): Promise<ApiKey | null> {
    return this.inForce(tx).andWhere({ id }).getOne();
  }

  /** Lets a key expire after so many hours, unless it expires earlier. */
  async expireIn(tx: Transaction, id: number, hours: number): Promise<ApiKey> {
    await tx
      .createQueryBuilder()
      .update(ApiKey, {
        expiresAt: () => 'least(expires_at, now() + make_interval(hours => :hours))',
        updatedAt: () => 'now()',
      })
      .where({ id })
      .setParameters({ hours })
      .execute();
    return tx.findOneByOrFail(ApiKey, { id });
  }

  private inForce(tx?: Transaction): SelectQueryBuilder<ApiKey> {
    const keys = tx?.getRepository(ApiKey) ?? this.keys;
    return keys.createQueryBuilder('key').where({ revokedAt: IsNull() }).andWhere(NOT_EXPIRED);
  }
}
