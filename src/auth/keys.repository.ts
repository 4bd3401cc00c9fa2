import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, IsNull, type Repository } from 'typeorm';
import { ACCOUNTS_LOCK } from '../database/advisory-locks.js';
import { Database, type Statement } from '../database/database.js';
import { Account } from './account.entity.js';
import { ApiKey } from './api-key.entity.js';
import { type Caller } from './caller.js';
import { type Scope } from './scopes.js';

/** A key to be kept; times are absolute. */
export interface NewKey {
  readonly name: string;
  readonly hash: Buffer;
  readonly prefix: string;
  readonly lastFour: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
}

interface CallerRow {
  id: number;
  name: string;
  prefix: string;
  last_four: string;
  scopes: Scope[];
  expires_at: Date | null;
  account_id: number;
  account_name: string;
  account_created_at: Date;
}

const CALLER_OF: Statement = {
  name: 'caller_of',
  text: `SELECT k.id, k.name, k.prefix, k.last_four, k.scopes, k.expires_at,
      a.id AS account_id, a.name AS account_name, a.created_at AS account_created_at
    FROM api_keys k JOIN accounts a ON a.id = k.account_id
    WHERE k.hash = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`,
};

const HASH_PREFIXES: Statement = {
  name: 'hash_prefixes',
  text: `SELECT encode(substring(hash FROM 1 FOR $1), 'base64') AS prefix
    FROM api_keys WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
};

const TOUCH: Statement = {
  name: 'touch_key',
  text: `UPDATE api_keys SET last_used_at = now()
    WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`,
};

const TOTALS_OF: Statement = {
  name: 'totals_of_account',
  text: 'SELECT websites_count, reports_count FROM account_totals WHERE account_id = $1',
};

@Injectable()
export class KeysRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(ApiKey) private readonly keys: Repository<ApiKey>,
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
  ) {}

  /** The caller that a valid key stands for. */
  async callerOf(hash: Buffer): Promise<Caller | null> {
    const [row] = await this.database.rows<CallerRow>(CALLER_OF, [hash]);
    if (!row) return null;
    return {
      account: { id: row.account_id, name: row.account_name, createdAt: row.account_created_at },
      key: {
        id: row.id,
        name: row.name,
        prefix: row.prefix,
        lastFour: row.last_four,
        scopes: row.scopes,
        expiresAt: row.expires_at,
      },
    };
  }

  /** How the hashes of all keys in force begin, in base64. */
  async hashPrefixes(bytes: number): Promise<string[]> {
    const rows = await this.database.rows<{ prefix: string }>(HASH_PREFIXES, [bytes]);
    return rows.map(({ prefix }) => prefix);
  }

  /** Notes that the key was used, at most once a minute. */
  async touch(keyId: number): Promise<void> {
    await this.database.rows(TOUCH, [keyId]);
  }

  async totalsOf(accountId: number): Promise<{ websites_count: number; reports_count: number }> {
    const [row] = await this.database.rows<{ websites_count: number; reports_count: number }>(TOTALS_OF, [
      accountId,
    ]);
    return row ?? { websites_count: 0, reports_count: 0 };
  }

  /** Makes the first account of an empty database, with this key; once, whoever else tries at the same time.
   *  @returns whether it was made by this call */
  async createFirstAccount(key: NewKey): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      await manager.query('SELECT pg_advisory_xact_lock($1)', [ACCOUNTS_LOCK]);
      if ((await manager.count(Account)) > 0) return false;
      await this.insert(manager, await this.insertAccount(manager, 'Default'), key);
      return true;
    });
  }

  /** Adds a key to the first account; a key that is known already, revoked or not, stays as it is. */
  async addToFirstAccount(key: NewKey): Promise<void> {
    await this.database.transaction(async (manager) => {
      const [first] = await manager.find(Account, { order: { id: 'ASC' }, take: 1 });
      if (first) await this.insert(manager, first.id, key);
    });
  }

  /** Adds a key to the account of this name, which is made if missing. */
  async create(accountName: string, key: NewKey): Promise<void> {
    await this.database.transaction(async (manager) => {
      await manager.query('SELECT pg_advisory_xact_lock($1)', [ACCOUNTS_LOCK]);
      const account = await manager.findOneBy(Account, { name: accountName });
      await this.insert(manager, account?.id ?? (await this.insertAccount(manager, accountName)), key);
    });
  }

  async all(): Promise<ApiKey[]> {
    return this.keys.find({ relations: { account: true }, order: { id: 'ASC' } });
  }

  /** Name of the account that was made first, if there is any. */
  async firstAccountName(): Promise<string | null> {
    const [first] = await this.accounts.find({ order: { id: 'ASC' }, take: 1 });
    return first?.name ?? null;
  }

  /** @returns whether such a key was in force */
  async revoke(id: number): Promise<boolean> {
    const { affected } = await this.keys.update({ id, revoked_at: IsNull() }, { revoked_at: () => 'now()' });
    return affected === 1;
  }

  /** Puts a key beside one in force, with its name, account, scopes and expiry, and has the old one expire.
   *  @param overlapHours for which both work
   *  @returns whether such a key was in force */
  async rotate(
    id: number,
    next: Pick<NewKey, 'hash' | 'prefix' | 'lastFour'>,
    overlapHours: number,
  ): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      const [old] = await manager.query<unknown[]>(
        `INSERT INTO api_keys (account_id, name, hash, prefix, last_four, scopes, expires_at)
          SELECT account_id, name, $2, $3, $4, scopes, expires_at FROM api_keys
            WHERE id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
          RETURNING 1`,
        [id, next.hash, next.prefix, next.lastFour],
      );
      if (!old) return false;
      await manager.query(
        `UPDATE api_keys SET expires_at = least(expires_at, now() + make_interval(hours => $2)) WHERE id = $1`,
        [id, overlapHours],
      );
      return true;
    });
  }

  private async insertAccount(manager: EntityManager, name: string): Promise<number> {
    const { id } = await manager.save(Account, { name });
    await manager.query('INSERT INTO account_totals (account_id) VALUES ($1)', [id]);
    return id;
  }

  private async insert(manager: EntityManager, accountId: number, key: NewKey): Promise<void> {
    await manager
      .createQueryBuilder()
      .insert()
      .into(ApiKey)
      .values({
        account_id: accountId,
        name: key.name,
        hash: key.hash,
        prefix: key.prefix,
        last_four: key.lastFour,
        scopes: [...key.scopes],
        expires_at: key.expiresAt,
      })
      .orIgnore()
      .execute();
  }
}
