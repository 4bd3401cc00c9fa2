import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, type Repository, type SelectQueryBuilder } from 'typeorm';
import { ApiKey } from '../auth/api-key.entity.js';
import { type NewKey, NOT_EXPIRED } from '../auth/keys.repository.js';
import { type KeyTerm } from './key-errors.js';
import { type Scope } from '../auth/scopes.js';
import { Database, type Transaction } from '../platform/database/database.js';
import { entityColumns, readSlice } from '../platform/database/list-sql.js';
import { type Slice, type SliceOf } from '../platform/database/slice.js';
import { type ListKeysQuery } from './dto/list-keys.dto.js';

const NOT_ANNOUNCED = 'key.announced_expiry IS DISTINCT FROM key.expires_at';

/** Keys as they are managed over the API. Revoked ones do not show. */
@Injectable()
export class ApiKeysRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(ApiKey) private readonly keys: Repository<ApiKey>,
  ) {}

  async listOf(accountId: number, query: ListKeysQuery, slice: Slice): Promise<SliceOf<ApiKey>> {
    const conditions = ['account_id = $1', 'revoked_at IS NULL'];
    const parameters = [accountId];
    const order = { id: 'r.id', name: 'r.name' }[query.sort_by];
    const columns = entityColumns(this.keys);
    const list = { columns, from: 'api_keys r', conditions, parameters, order, total: null };
    return readSlice<ApiKey>(this.database, list, slice);
  }

  async find(accountId: number, id: number, tx?: Transaction): Promise<ApiKey | null> {
    const keys = tx?.getRepository(ApiKey) ?? this.keys;
    return keys.findOneBy({ accountId, id, revokedAt: IsNull() });
  }

  async findAll(accountId: number, ids: readonly number[]): Promise<ApiKey[]> {
    return this.keys.findBy({ accountId, id: In([...ids]), revokedAt: IsNull() });
  }

  async insert(tx: Transaction, accountId: number, key: NewKey): Promise<ApiKey> {
    const { identifiers } = await tx.insert(ApiKey, { ...key, accountId });
    return tx.findOneByOrFail(ApiKey, { id: (identifiers[0] as Pick<ApiKey, 'id'>).id });
  }

  async update(
    tx: Transaction,
    id: number,
    changes: Partial<Pick<ApiKey, 'name' | 'scopes' | 'expiresAt'>>,
  ): Promise<ApiKey> {
    await tx.update(ApiKey, { id }, { ...changes, updatedAt: () => 'now()' });
    return tx.findOneByOrFail(ApiKey, { id });
  }

  async revoke(tx: Transaction, id: number): Promise<void> {
    await tx.update(ApiKey, { id }, { revokedAt: () => 'now()', updatedAt: () => 'now()' });
  }

  /** The number of an account's keys that work. */
  async countInForce(tx: Transaction, accountId: number): Promise<number> {
    return this.live(tx).andWhere({ accountId }).andWhere(NOT_EXPIRED).getCount();
  }

  /** Whether an account has a key with a scope that works, or one that never expires. */
  async has(tx: Transaction, accountId: number, scope: Scope, term: KeyTerm): Promise<boolean> {
    return this.live(tx)
      .andWhere({ accountId, ...(term === 'lasting' && { expiresAt: IsNull() }) })
      .andWhere(NOT_EXPIRED)
      .andWhere(':scope = ANY(key.scopes)', { scope })
      .getExists();
  }

  /** Ids of the keys that expire within so many days, if that was not announced yet. */
  async expiringWithin(days: number): Promise<number[]> {
    const found = await this.live()
      .select('key.id', 'id')
      .andWhere('key.expires_at BETWEEN now() AND now() + make_interval(days => :days)', { days })
      .andWhere(NOT_ANNOUNCED)
      .getRawMany<{ id: number }>();
    return found.map(({ id }) => id);
  }

  /** Locks a key whose expiry was not announced yet. */
  async lockNotAnnounced(tx: Transaction, id: number): Promise<ApiKey | null> {
    return this.live(tx).setLock('pessimistic_write').andWhere({ id }).andWhere(NOT_ANNOUNCED).getOne();
  }

  async setAnnounced(tx: Transaction, { id, expiresAt }: ApiKey): Promise<void> {
    await tx.update(ApiKey, { id }, { announcedExpiry: expiresAt });
  }

  private live(tx?: Transaction): SelectQueryBuilder<ApiKey> {
    const keys = tx?.getRepository(ApiKey) ?? this.keys;
    return keys.createQueryBuilder('key').where({ revokedAt: IsNull() });
  }
}
