import { ApiProperty } from '@nestjs/swagger';
import { type ApiKey } from '../auth/api-key.entity.js';
import { type Scope, SCOPES } from '../auth/scopes.js';
import { DateTimeField, IdField, StringField } from '../platform/http/openapi/fields.js';

/** A key of the account. */
export class ApiKeyView {
  @IdField({ example: 7 }) id!: number;

  @StringField(1000, { example: 'ci' }) name!: string;

  @StringField(8, { description: 'Beginning of the key; empty if the key is short.', example: 'pgk_4Fz9' })
  prefix!: string;

  @StringField(4, { description: 'End of the key; empty if the key is short.', example: 'x7Qd' })
  last_four!: string;

  @ApiProperty({
    type: 'string',
    enum: SCOPES,
    isArray: true,
    maxItems: SCOPES.length,
    description: 'What the key may do.',
    example: ['reports:read', 'reports:write'],
  })
  scopes!: Scope[];

  @DateTimeField({ nullable: true, description: 'When the key stops working; null: never.' })
  expires_at!: string | null;

  @DateTimeField({ nullable: true, description: 'To the minute; null: never.' })
  last_used_at!: string | null;

  @DateTimeField() created_at!: string;

  @DateTimeField() updated_at!: string;
}

/** A key that was just created. */
export class NewKeyView extends ApiKeyView {
  @StringField(100, {
    description: 'The key itself: sent this once, and not again for a repeated Idempotency-Key.',
    example: 'pgk_4Fz9Lq0Wn3RtY6uVbXcZaSdFgHjKlPqW2ex7Qd',
    required: false,
  })
  secret?: string;
}

/** A key with the text that it is, which is known only to who creates it. */
export interface NewApiKey {
  readonly key: ApiKey;
  readonly secret?: string;
}

export function apiKeyView(key: ApiKey): ApiKeyView {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    last_four: key.lastFour,
    scopes: [...key.scopes],
    expires_at: key.expiresAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    created_at: key.createdAt.toISOString(),
    updated_at: key.updatedAt.toISOString(),
  };
}

/** What the entity tag is made of: not what changes with every use. */
export function versionOf({ id, updated_at, expires_at }: ApiKeyView): object {
  return { id, updated_at, expires_at };
}

export function newKeyView({ key, secret }: NewApiKey): NewKeyView {
  return Object.assign(apiKeyView(key), secret === undefined ? {} : { secret });
}
