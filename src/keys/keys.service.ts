import { Injectable } from '@nestjs/common';
import { type Actor } from '../auth/actor.js';
import { type ApiKey } from '../auth/api-key.entity.js';
import { hashOf, newSecret, shownOf } from '../auth/secret.js';
import { type Claim, type RunOnce } from '../http/idempotency/run-once.js';
import { type Listing, listingOf } from '../http/listing/listing.js';
import { type Precondition } from '../http/record/if-match.decorator.js';
import { Stored } from '../http/record/record-body.js';
import { type CreateKeyBody } from './dto/create-key.dto.js';
import { type ListKeysQuery } from './dto/list-keys.dto.js';
import { type RotateKeyBody } from './dto/rotate-key.dto.js';
import { type UpdateKeyBody } from './dto/update-key.dto.js';
import { KeyNotFound } from './key-errors.js';
import { type NewApiKey } from './key.view.js';
import { ManagedKeysRepository } from './managed-keys.repository.js';

@Injectable()
export class KeysService {
  constructor(private readonly keys: ManagedKeysRepository) {}

  async list(accountId: number, query: ListKeysQuery): Promise<Listing<ApiKey>> {
    return listingOf(query, accountId, (slice) => this.keys.listOf(accountId, query, slice));
  }

  /** @throws KeyNotFound */
  async show(accountId: number, id: number): Promise<ApiKey> {
    const key = await this.keys.find(accountId, id);
    if (!key) throw new KeyNotFound();
    return key;
  }

  /** @throws KeyRefused, ScopeMissing, ValidationFailed, RequestInProgress */
  async create(actor: Actor, body: CreateKeyBody, runOnce: RunOnce): Promise<Stored<NewApiKey>> {
    const { name, scopes, expires_at: expiresAt } = body;
    return this.once(actor, { body, runOnce }, (secret, take) =>
      this.keys.create(actor, { ...storedOf(secret), name, scopes, expiresAt }, take),
    );
  }

  /** @throws KeyRefused, ScopeMissing, KeyNotFound, KeyExpired, ValidationFailed, RequestInProgress */
  async rotate(
    actor: Actor,
    id: number,
    { body, runOnce }: { body: RotateKeyBody; runOnce: RunOnce },
  ): Promise<Stored<NewApiKey>> {
    const { overlap_hours: overlapHours } = body;
    return this.once(actor, { body, runOnce }, (secret, take) =>
      this.keys.rotate(actor, id, { successor: storedOf(secret), overlapHours, take }),
    );
  }

  /** @throws KeyRefused, ScopeMissing, KeyNotFound, LastManager, PreconditionFailed */
  async update(
    actor: Actor,
    id: number,
    { body, ifMatch }: { body: UpdateKeyBody; ifMatch: Precondition<ApiKey> },
  ): Promise<ApiKey> {
    return this.keys.update(actor, id, (current) => {
      ifMatch?.(current);
      const { name, scopes, expires_at: expiresAt } = body;
      return {
        ...(name !== undefined && { name }),
        ...(scopes !== undefined && { scopes }),
        ...(expiresAt !== undefined && { expiresAt }),
      };
    });
  }

  /** @throws KeyRefused, ScopeMissing, KeyNotFound, LastManager, PreconditionFailed */
  async revoke(actor: Actor, id: number, ifMatch: Precondition<ApiKey>): Promise<void> {
    await this.keys.revoke(actor, id, (current) => ifMatch?.(current));
  }

  /** Makes a key, or finds the one that an interrupted request made: its secret is lost. */
  private once(
    { accountId }: Actor,
    { body, runOnce }: { body: object; runOnce: RunOnce },
    make: (secret: string, take: Claim['take']) => Promise<ApiKey>,
  ): Promise<Stored<NewApiKey>> {
    return runOnce(body, async (claim) => {
      if (claim?.recordId) {
        const key = await this.show(accountId, claim.recordId);
        return new Stored({ key }, 'existing', Math.floor((Date.now() - key.createdAt.getTime()) / 1000));
      }
      const secret = newSecret();
      const take: Claim['take'] = async (manager, id) => claim?.take(manager, id);
      return new Stored({ key: await make(secret, take), secret }, 'created');
    });
  }
}

function storedOf(secret: string): Pick<ApiKey, 'hash' | 'prefix' | 'lastFour'> {
  return { ...shownOf(secret), hash: hashOf(secret) };
}
