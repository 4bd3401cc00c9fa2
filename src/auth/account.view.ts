import { ApiProperty } from '@nestjs/swagger';
import { CountField, IdField, DateTimeField, StringField } from '../http/openapi/fields.js';
import { type Allowance } from '../http/rate-limiter.js';
import { type Caller } from './caller.js';
import { type Scope, SCOPES } from './scopes.js';

export class KeyView {
  @StringField(1000, { description: 'What its owner calls it.', example: 'ci' }) name!: string;

  @StringField(8, { description: 'How the key begins; empty for a short one.', example: 'pgk_4Fz9' })
  prefix!: string;

  @StringField(4, { description: 'How the key ends; empty for a short one.', example: 'x7Qd' })
  last_four!: string;

  @ApiProperty({
    type: 'string',
    enum: SCOPES,
    isArray: true,
    maxItems: 10,
    description: 'What the key may do.',
  })
  scopes!: Scope[];

  @DateTimeField({ nullable: true, description: 'When it stops working.' }) expires_at!: string | null;
}

/** What is left of a limit. */
export class AllowanceView {
  @CountField({ description: 'So many a minute.', example: 120 }) limit!: number;

  @CountField({ example: 118 }) remaining!: number;

  @CountField({ description: 'Seconds until there are all of them again.', example: 42 })
  reset_seconds!: number;
}

export class LimitsView {
  @ApiProperty({
    type: () => AllowanceView,
    nullable: true,
    description: 'Requests of the key; null: no limit.',
  })
  requests!: AllowanceView | null;

  @ApiProperty({
    type: () => AllowanceView,
    nullable: true,
    description: 'Reports that the key may have made; null: no limit.',
  })
  creations!: AllowanceView | null;

  @CountField({ description: 'Audits of the account that run at once.', example: 5 }) audits_at_once!: number;
}

/** The account that a key belongs to. */
export class AccountView {
  @IdField({ example: 1 }) id!: number;

  @StringField(1000, { example: 'Default' }) name!: string;

  @DateTimeField() created_at!: string;

  @CountField() websites_count!: number;

  @CountField({ example: 42 }) reports_count!: number;

  @ApiProperty({ type: () => KeyView, description: 'The key that this request carries.' }) key!: KeyView;

  @ApiProperty({ type: () => LimitsView }) limits!: LimitsView;
}

export function accountView(
  { account, key }: Caller,
  totals: { websites_count: number; reports_count: number },
  limits: { requests: Allowance | null; creations: Allowance | null; audits_at_once: number },
): AccountView {
  return {
    id: account.id,
    name: account.name,
    created_at: account.createdAt.toISOString(),
    websites_count: totals.websites_count,
    reports_count: totals.reports_count,
    key: {
      name: key.name,
      prefix: key.prefix,
      last_four: key.lastFour,
      scopes: [...key.scopes],
      expires_at: key.expiresAt?.toISOString() ?? null,
    },
    limits: {
      requests: limits.requests && allowanceView(limits.requests),
      creations: limits.creations && allowanceView(limits.creations),
      audits_at_once: limits.audits_at_once,
    },
  };
}

function allowanceView({ limit, remaining, secondsToReset }: Allowance): AllowanceView {
  return { limit, remaining: Math.max(0, remaining), reset_seconds: secondsToReset };
}
