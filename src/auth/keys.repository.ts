import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Brackets, type EntityManager, IsNull, type Repository, type SelectQueryBuilder } from 'typeorm';
import { ACCOUNTS_LOCK } from '../platform/database/advisory-locks.js';
import { Database } from '../platform/database/database.js';
import { Account } from './account.entity.js';
import { ApiKey } from './api-key.entity.js';

/** What is stored of a new key. */
export type NewKey = Pick<ApiKey, 'name' | 'hash' | 'prefix' | 'lastFour' | 'scopes' | 'expiresAt'>;

/** Of the rows that a query calls `key`. */
export const NOT_EXPIRED = new Brackets((key) =>
  key.where('key.expires_at IS NULL').orWhere('key.expires_at > now()'),
);

@Injectable()
export class KeysRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(ApiKey) private readonly keys: Repository<ApiKey>,
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
  ) {}

  /** The valid key with this hash, with its account. */
  async valid(hash: Buffer): Promise<ApiKey | null> {
    return this.inForce().innerJoinAndSelect('key.account', 'account').andWhere({ hash }).getOne();
  }

  /** The valid key with this id, with its account. */
  async validWithId(id: number): Promise<ApiKey | null> {
    return this.inForce().innerJoinAndSelect('key.account', 'account').andWhere({ id }).getOne();
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

  /** @throws EntityNotFoundError */
  async account(id: number): Promise<Account> {
    return this.accounts.findOneByOrFail({ id });
  }

  /** Creates the first account of an empty database with this key. Any number of processes may try at once.
   *  @returns whether this call created it */
  async createFirstAccount(key: NewKey): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      await manager.query('SELECT pg_advisory_xact_lock($1)', [ACCOUNTS_LOCK]);
      if (await manager.exists(Account)) return false;
      await insert(manager, await insertAccount(manager, 'Default'), key);
      return true;
    });
  }

  /** Adds a key to the first account. A key that exists, even a revoked one, stays as it is. */
  async addToFirstAccount(key: NewKey): Promise<void> {
    const first = await this.firstAccount();
    if (first) await insert(this.keys.manager, first.id, key);
  }

  /** Adds a key to the account of this name, which is created if there is none. */
  async create(accountName: string, key: NewKey): Promise<void> {
    await this.database.transaction(async (manager) => {
      await manager.query('SELECT pg_advisory_xact_lock($1)', [ACCOUNTS_LOCK]);
      const account = await manager.findOneBy(Account, { name: accountName });
      await insert(manager, account?.id ?? (await insertAccount(manager, accountName)), key);
    });
  }

  async all(): Promise<ApiKey[]> {
    return this.keys.find({ relations: { account: true }, order: { id: 'ASC' } });
  }

  /** The account that was created first. */
  async firstAccount(): Promise<Account | null> {
    const [first] = await this.accounts.find({ order: { id: 'ASC' }, take: 1 });
    return first ?? null;
  }

  /** @returns whether such a key was not revoked yet */
  async revoke(id: number): Promise<boolean> {
    const { affected } = await this.keys.update({ id, revokedAt: IsNull() }, { revokedAt: () => 'now()' });
    return affected === 1;
  }

  /** Adds a successor with the same name, account, scopes and expiry to a valid key, and lets the old one expire.
   *  @param overlapHours in which both are valid
   *  @returns whether there was such a key */
  async rotate(
    id: number,
    successor: Pick<NewKey, 'hash' | 'prefix' | 'lastFour'>,
    overlapHours: number,
  ): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      const old = await this.inForce(manager).andWhere({ id }).getOne();
      if (!old) return false;
      const { name, scopes, expiresAt } = old;
      await insert(manager, old.accountId, { name, scopes, expiresAt, ...successor });
      await manager
        .createQueryBuilder()
        .update(ApiKey, {
          expiresAt: () => 'least(expires_at, now() + make_interval(hours => :overlapHours))',
        })
        .where({ id })
        .setParameters({ overlapHours })
        .execute();
      return true;
    });
  }

  private inForce(manager?: EntityManager): SelectQueryBuilder<ApiKey> {
    const keys = manager?.getRepository(ApiKey) ?? this.keys;
    return keys.createQueryBuilder('key').where({ revokedAt: IsNull() }).andWhere(NOT_EXPIRED);
  }
}

async function insertAccount(manager: EntityManager, name: string): Promise<number> {
  const { identifiers } = await manager.insert(Account, { name });
  return (identifiers[0] as Pick<Account, 'id'>).id;
}

async function insert(manager: EntityManager, accountId: number, key: NewKey): Promise<void> {
  await manager
    .createQueryBuilder()
    .insert()
    .into(ApiKey)
    .values({ accountId, ...key })
    .orIgnore()
    .execute();
}
