import { Inject, Injectable } from '@nestjs/common';
import { AuditLogRepository } from '../account/audit-log/audit-log.repository.js';
import { changesBetween } from '../account/audit-log/changes.js';
import { AccountsRepository } from '../auth/accounts.repository.js';
import { type Actor } from '../auth/actor.js';
import { type ApiKey } from '../auth/api-key.entity.js';
import { KeyRefused, LaterExpiry, ScopeMissing } from '../auth/auth-errors.js';
import { KeysRepository } from '../auth/keys.repository.js';
import { type Scope } from '../auth/scopes.js';
import { newSecret, storedOf } from '../auth/secret.js';
import { CONFIG, type Config } from '../platform/config/config.js';
import { Database, type Transaction } from '../platform/database/database.js';
import { TooManyRecords } from '../platform/errors/http-errors.js';
import { Idempotency } from '../platform/http/idempotency/idempotency.js';
import { type RepeatableRequest } from '../platform/http/idempotency/repeatable-request.js';
import { type Listing, listingOf } from '../platform/http/listing/listing.js';
import { type Change, type RecordToChange } from '../platform/http/handler-parameters.js';
import { ageSeconds, Stored } from '../platform/http/record/stored.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { type CreateKeyBody } from './dto/create-key.dto.js';
import { type ListKeysQuery } from './dto/list-keys.dto.js';
import { type RotateKeyBody } from './dto/rotate-key.dto.js';
import { type UpdateKeyBody } from './dto/update-key.dto.js';
import { KeyExpired, KeyNotFound, LastManager } from './key-errors.js';
import { type NewApiKey } from './key.view.js';

const MANAGES: Scope = 'keys:write';

type KeyTerms = Pick<ApiKey, 'scopes' | 'expiresAt'>;

@Injectable()
export class KeysService {
  constructor(
    private readonly database: Database,
    private readonly keys: ApiKeysRepository,
    private readonly allKeys: KeysRepository,
    private readonly accounts: AccountsRepository,
    private readonly auditLog: AuditLogRepository,
    private readonly idempotency: Idempotency,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async list(accountId: number, query: ListKeysQuery): Promise<Listing<ApiKey>> {
    return listingOf(query, accountId, (slice) => this.keys.listOf(accountId, query, slice));
  }

  /** @throws KeyNotFound */
  async show(accountId: number, id: number): Promise<ApiKey> {
    const key = await this.keys.find(accountId, id);
    if (!key) throw new KeyNotFound();
    return key;
  }

  /** Those of some keys that are not deleted. */
  async some(accountId: number, ids: readonly number[]): Promise<ApiKey[]> {
    return this.keys.findAll(accountId, ids);
  }

  /** @throws KeyRefused, ScopeMissing, LaterExpiry, TooManyRecords, ValidationFailed, RequestInProgress */
  async store(actor: Actor, body: CreateKeyBody, request: RepeatableRequest): Promise<Stored<NewApiKey>> {
    const { accountId } = actor;
    return this.idempotency.once(request, body, {
      again: (id) => this.storedBefore(accountId, id),
      create: async (tx) => {
        const own = await this.lockOwnKey(tx, actor);
        const { name, scopes = [...own.scopes], expires_at: expiresAt = own.expiresAt } = body;
        requireScopes(own, scopes);
        requireLifetime(own, expiresAt);
        await this.requireRoom(tx, accountId);
        const secret = newSecret();
        const key = await this.keys.insert(tx, accountId, { ...storedOf(secret), name, scopes, expiresAt });
        const changes = changesBetween(null, loggedOf(key));
        await this.auditLog.add(tx, actor, { action: 'key.created', id: key.id, changes });
        return { id: key.id, result: new Stored({ key, secret }, 'created') };
      },
    });
  }

  /** Adds a successor with the same name, scopes and expiry, and lets the old key expire.
   *  @throws KeyRefused, ScopeMissing, LaterExpiry, KeyNotFound, KeyExpired, TooManyRecords, ValidationFailed,
   *  RequestInProgress, PreconditionFailed */
  async rotate(
    actor: Actor,
    { id, ifMatch, repeatable }: Change<ApiKey>,
    body: RotateKeyBody,
  ): Promise<Stored<NewApiKey>> {
    const { accountId } = actor;
    const { overlap_hours: overlapHours } = body;
    return this.idempotency.once(repeatable, body, {
      again: (successor) => this.storedBefore(accountId, successor),
      create: async (tx) => {
        const own = await this.lockOwnKey(tx, actor);
        const old = await this.changeable(tx, { own, accountId, id });
        ifMatch?.(old);
        if (hasExpired(old)) throw new KeyExpired();
        // Without an overlap, one key takes the place of the other.
        if (overlapHours > 0) await this.requireRoom(tx, accountId);
        const { name, scopes, expiresAt } = old;
        requireLifetime(own, expiresAt);
        const secret = newSecret();
        const key = await this.keys.insert(tx, accountId, { ...storedOf(secret), name, scopes, expiresAt });
        const expiring = await this.allKeys.expireIn(tx, id, overlapHours);
        const expiry = changesBetween(loggedOf(old), loggedOf(expiring));
        const changes = { ...expiry, successor: [null, key.id] as const };
        await this.auditLog.add(tx, actor, { action: 'key.rotated', id, changes });
        return { id: key.id, result: new Stored({ key, secret }, 'created') };
      },
    });
  }

  /** @throws KeyRefused, ScopeMissing, LaterExpiry, KeyNotFound, TooManyRecords, LastManager, PreconditionFailed */
  async update(actor: Actor, { id, ifMatch }: RecordToChange<ApiKey>, body: UpdateKeyBody): Promise<ApiKey> {
    const { accountId } = actor;
    return this.database.transaction(async (tx) => {
      const own = await this.lockOwnKey(tx, actor);
      const current = await this.changeable(tx, { own, accountId, id });
      ifMatch?.(current);
      const {
        name = current.name,
        scopes = current.scopes,
        expires_at: expiresAt = current.expiresAt,
      } = body;
      const changed = { name, scopes, expiresAt };
      requireScopes(own, scopes);
      const isWidened = scopes.some((scope) => !current.scopes.includes(scope));
      if (body.expires_at !== undefined || isWidened) requireLifetime(own, expiresAt);
      if (hasExpired(current) && !hasExpired(changed)) await this.requireRoom(tx, accountId);
      const changes = changesBetween(loggedOf(current), loggedOf(changed));
      if (Object.keys(changes).length === 0) return current;
      const updated = await this.keys.update(tx, id, changed);
      await this.requireManager(tx, accountId, { before: current, after: changed });
      await this.auditLog.add(tx, actor, { action: 'key.updated', id, changes });
      return updated;
    });
  }

  /** @throws KeyRefused, ScopeMissing, KeyNotFound, LastManager, PreconditionFailed */
  async revoke(actor: Actor, { id, ifMatch }: RecordToChange<ApiKey>): Promise<void> {
    const { accountId } = actor;
    await this.database.transaction(async (tx) => {
      const own = await this.lockOwnKey(tx, actor);
      const current = await this.changeable(tx, { own, accountId, id });
      ifMatch?.(current);
      await this.keys.revoke(tx, id);
      await this.requireManager(tx, accountId, { before: current, after: null });
      const changes = changesBetween(loggedOf(current), null);
      await this.auditLog.add(tx, actor, { action: 'key.deleted', id, changes });
    });
  }

  /** The key that an interrupted request created: its secret is lost. */
  private async storedBefore(accountId: number, id: number): Promise<Stored<NewApiKey>> {
    const key = await this.show(accountId, id);
    return new Stored({ key }, 'existing', ageSeconds(key));
  }

  /** One request at a time changes the keys of an account. The key that makes the request must still be in force:
   *  otherwise it could leave keys behind within the second that others trust it.
   *  @throws KeyRefused, ScopeMissing */
  private async lockOwnKey(tx: Transaction, { accountId, key: { id } }: Actor): Promise<ApiKey> {
    await this.accounts.lock(tx, accountId);
    const own = await this.keys.find(accountId, id, tx);
    if (!own || hasExpired(own)) throw new KeyRefused();
    requireScopes(own, [MANAGES]);
    return own;
  }

  /** @throws KeyNotFound, ScopeMissing */
  private async changeable(
    tx: Transaction,
    { own, accountId, id }: { own: ApiKey; accountId: number; id: number },
  ): Promise<ApiKey> {
    const key = await this.keys.find(accountId, id, tx);
    if (!key) throw new KeyNotFound();
    requireScopes(own, key.scopes);
    return key;
  }

  /** @throws TooManyRecords */
  private async requireRoom(tx: Transaction, accountId: number): Promise<void> {
    const limit = this.config.accountKeys;
    const count = await this.keys.countInForce(tx, accountId);
    if (count >= limit) throw new TooManyRecords('keys that work', limit, 'ACCOUNT_KEYS');
  }

  /** After a change of a key: another one takes its place that manages keys for good, or at least for now.
   *  @throws LastManager */
  private async requireManager(
    tx: Transaction,
    accountId: number,
    { before, after }: { before: KeyTerms; after: KeyTerms | null },
  ): Promise<void> {
    const lost = !manages(before) ? null : before.expiresAt === null ? 'lasting' : 'in force';
    const isKept = after !== null && manages(after) && (lost !== 'lasting' || after.expiresAt === null);
    if (lost !== null && !isKept && !(await this.keys.has(tx, accountId, MANAGES, lost)))
      throw new LastManager(lost);
  }
}

function hasExpired({ expiresAt }: KeyTerms): boolean {
  return expiresAt !== null && expiresAt.getTime() <= Date.now();
}

/** @throws ScopeMissing */
function requireScopes(own: ApiKey, needed: readonly Scope[]): void {
  const missing = needed.find((scope) => !own.scopes.includes(scope));
  if (missing) throw new ScopeMissing(missing);
}

/** @throws LaterExpiry */
function requireLifetime({ expiresAt: own }: ApiKey, given: Date | null): void {
  if (own !== null && (given === null || given > own)) throw new LaterExpiry(own);
}

function manages(key: KeyTerms): boolean {
  return key.scopes.includes(MANAGES) && !hasExpired(key);
}

/** What the audit log shows of a key. */
function loggedOf({ name, scopes, expiresAt }: Pick<ApiKey, 'name' | 'scopes' | 'expiresAt'>): object {
  return { name, scopes, expires_at: expiresAt?.toISOString() ?? null };
}
