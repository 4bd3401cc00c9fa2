import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, IsNull, type Repository } from 'typeorm';
import { AuditLogRepository } from '../audit-log/audit-log.repository.js';
import { changesBetween } from '../audit-log/changes.js';
import { type Actor } from '../auth/actor.js';
import { Account } from '../auth/account.entity.js';
import { ApiKey } from '../auth/api-key.entity.js';
import { KeyRefused, LaterExpiry, ScopeMissing } from '../auth/auth-errors.js';
import { type NewKey } from '../auth/keys.repository.js';
import { type Scope } from '../auth/scopes.js';
import { CONFIG, type Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { entityColumns, readSlice } from '../database/listing.js';
import { type Slice, type SliceOf } from '../database/slice.js';
import { type ListKeysQuery } from './dto/list-keys.dto.js';
import { TooManyRecords } from '../http/http-errors.js';
import { KeyExpired, KeyNotFound, LastManager } from './key-errors.js';

const MANAGES: Scope = 'keys:write';

type KeyChanges = Partial<Pick<ApiKey, 'name' | 'scopes' | 'expiresAt'>>;

/** Works on an account's keys while no other request changes them. */
interface KeyWork {
  readonly manager: EntityManager;
  /** Of the key that makes the request, as they are now. */
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
}

/** Keys as they are managed over the API. Revoked ones do not show. */
@Injectable()
export class ManagedKeysRepository {
  constructor(
    private readonly database: Database,
    private readonly auditLog: AuditLogRepository,
    @InjectRepository(ApiKey) private readonly keys: Repository<ApiKey>,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async listOf(accountId: number, query: ListKeysQuery, slice: Slice): Promise<SliceOf<ApiKey>> {
    const conditions = ['account_id = $1', 'revoked_at IS NULL'];
    const parameters = [accountId];
    const order = { id: 'r.id', name: 'r.name' }[query.sort_by];
    const columns = entityColumns(this.keys);
    const list = { columns, from: 'api_keys r', conditions, parameters, order, total: null };
    return readSlice<ApiKey>(this.database, list, slice);
  }

  async find(accountId: number, id: number): Promise<ApiKey | null> {
    return this.keys.findOneBy({ accountId, id, revokedAt: IsNull() });
  }

  /** @param take is called in the transaction that stores the key
   *  @throws KeyRefused, ScopeMissing, LaterExpiry, TooManyRecords */
  async create(
    actor: Actor,
    key: Omit<NewKey, 'scopes' | 'expiresAt'> & Partial<Pick<NewKey, 'scopes' | 'expiresAt'>>,
    take: (manager: EntityManager, id: number) => Promise<void>,
  ): Promise<ApiKey> {
    return this.change(actor, async ({ manager, scopes, expiresAt: own }) => {
      const given = key.scopes ?? [...scopes];
      const expiresAt = key.expiresAt === undefined ? own : key.expiresAt;
      requireScopes(scopes, given);
      requireLifetime(own, expiresAt);
      await this.requireRoom(manager, actor);
      const created = await insert(manager, { ...key, scopes: given, expiresAt, accountId: actor.accountId });
      await take(manager, created.id);
      const changes = changesBetween(null, loggedOf(created));
      await this.auditLog.add(manager, actor, { action: 'key.created', id: created.id, changes });
      return created;
    });
  }

  /** @param decide gets the current key and returns the changes, and may throw
   *  @throws KeyRefused, ScopeMissing, LaterExpiry, KeyNotFound, LastManager */
  async update(actor: Actor, id: number, decide: (current: ApiKey) => KeyChanges): Promise<ApiKey> {
    return this.change(actor, async (work) => {
      const current = await this.changeable(work, actor, id);
      const { name, scopes, expiresAt } = current;
      const wanted = decide(current);
      const changed = { name, scopes, expiresAt, ...wanted };
      requireScopes(work.scopes, changed.scopes);
      if (wanted.expiresAt !== undefined) requireLifetime(work.expiresAt, wanted.expiresAt);
      const changes = changesBetween(loggedOf(current), loggedOf(changed));
      if (Object.keys(changes).length === 0) return current;
      await work.manager.update(ApiKey, { id }, { ...changed, updatedAt: () => 'now()' });
      if (isLastingManager(current) && !isLastingManager(changed)) await requireManager(work, actor);
      await this.auditLog.add(work.manager, actor, { action: 'key.updated', id, changes });
      return work.manager.findOneByOrFail(ApiKey, { id });
    });
  }

  /** @param confirm gets the current key, and may throw
   *  @throws KeyRefused, ScopeMissing, KeyNotFound, LastManager */
  async revoke(actor: Actor, id: number, confirm: (current: ApiKey) => void): Promise<void> {
    await this.change(actor, async (work) => {
      const current = await this.changeable(work, actor, id);
      confirm(current);
      await work.manager.update(ApiKey, { id }, { revokedAt: () => 'now()', updatedAt: () => 'now()' });
      if (current.scopes.includes(MANAGES)) await requireManager(work, actor);
      const changes = changesBetween(loggedOf(current), null);
      await this.auditLog.add(work.manager, actor, { action: 'key.deleted', id, changes });
    });
  }

  /** Adds a successor with the same name, scopes and expiry, and lets the old key expire.
   *  @throws KeyRefused, ScopeMissing, LaterExpiry, KeyNotFound, KeyExpired, TooManyRecords */
  async rotate(
    actor: Actor,
    id: number,
    {
      successor,
      overlapHours,
      take,
    }: {
      successor: Pick<NewKey, 'hash' | 'prefix' | 'lastFour'>;
      overlapHours: number;
      take: (manager: EntityManager, id: number) => Promise<void>;
    },
  ): Promise<ApiKey> {
    return this.change(actor, async (work) => {
      const { manager } = work;
      const old = await this.changeable(work, actor, id);
      if (old.expiresAt && old.expiresAt.getTime() <= Date.now()) throw new KeyExpired();
      // Without an overlap, one key takes the place of the other.
      if (overlapHours > 0) await this.requireRoom(manager, actor);
      const { accountId, name, scopes, expiresAt } = old;
      requireLifetime(work.expiresAt, expiresAt);
      const created = await insert(manager, { accountId, name, scopes, expiresAt, ...successor });
      await take(manager, created.id);
      await manager
        .createQueryBuilder()
        .update(ApiKey, {
          expiresAt: () => 'least(expires_at, now() + make_interval(hours => :overlapHours))',
          updatedAt: () => 'now()',
        })
        .where({ id })
        .setParameters({ overlapHours })
        .execute();
      const expiring = await manager.findOneByOrFail(ApiKey, { id });
      const changes = {
        ...changesBetween(loggedOf(old), loggedOf(expiring)),
        successor: [null, created.id] as const,
      };
      await this.auditLog.add(manager, actor, { action: 'key.rotated', id, changes });
      return created;
    });
  }

  /** One request at a time changes the keys of an account. The key that makes the request must still be in force:
   *  otherwise it could leave keys behind within the second that others trust it.
   *  @throws KeyRefused */
  private change<T>(actor: Actor, work: (parts: KeyWork) => Promise<T>): Promise<T> {
    return this.database.transaction(async (manager) => {
      await manager.findOne(Account, {
        where: { id: actor.accountId },
        lock: { mode: 'for_no_key_update' },
      });
      const key = await manager.findOneBy(ApiKey, { id: actor.key.id, revokedAt: IsNull() });
      if (!key || (key.expiresAt && key.expiresAt.getTime() <= Date.now())) throw new KeyRefused();
      requireScopes(key.scopes, [MANAGES]);
      return work({ manager, scopes: key.scopes, expiresAt: key.expiresAt });
    });
  }

  /** @throws TooManyRecords */
  private async requireRoom(manager: EntityManager, { accountId }: Actor): Promise<void> {
    const limit = this.config.accountKeys;
    const count = await manager
      .createQueryBuilder(ApiKey, 'key')
      .where({ accountId, revokedAt: IsNull() })
      .andWhere('(key.expires_at IS NULL OR key.expires_at > now())')
      .getCount();
    if (count >= limit) throw new TooManyRecords('keys that work', limit, 'ACCOUNT_KEYS');
  }

  /** @throws KeyNotFound, ScopeMissing */
  private async changeable({ manager, scopes }: KeyWork, actor: Actor, id: number): Promise<ApiKey> {
    const key = await manager.findOneBy(ApiKey, { accountId: actor.accountId, id, revokedAt: IsNull() });
    if (!key) throw new KeyNotFound();
    requireScopes(scopes, key.scopes);
    return key;
  }
}

async function insert(manager: EntityManager, key: NewKey & { accountId: number }): Promise<ApiKey> {
  const { identifiers } = await manager.insert(ApiKey, key);
  return manager.findOneByOrFail(ApiKey, { id: (identifiers[0] as Pick<ApiKey, 'id'>).id });
}

/** @throws ScopeMissing */
function requireScopes(own: readonly Scope[], needed: readonly Scope[]): void {
  const missing = needed.find((scope) => !own.includes(scope));
  if (missing) throw new ScopeMissing(missing);
}

/** @throws LaterExpiry */
function requireLifetime(own: Date | null, given: Date | null): void {
  if (own !== null && (given === null || given > own)) throw new LaterExpiry(own);
}

function isLastingManager({ scopes, expiresAt }: Pick<ApiKey, 'scopes' | 'expiresAt'>): boolean {
  return scopes.includes(MANAGES) && expiresAt === null;
}

/** @throws LastManager */
async function requireManager({ manager }: KeyWork, { accountId }: Actor): Promise<void> {
  const left = await manager
    .createQueryBuilder(ApiKey, 'key')
    .where({ accountId, revokedAt: IsNull(), expiresAt: IsNull() })
    .andWhere(':scope = ANY(key.scopes)', { scope: MANAGES })
    .getExists();
  if (!left) throw new LastManager();
}

/** What the audit log shows of a key. */
function loggedOf({ name, scopes, expiresAt }: Pick<ApiKey, 'name' | 'scopes' | 'expiresAt'>): object {
  return { name, scopes, expires_at: expiresAt?.toISOString() ?? null };
}
