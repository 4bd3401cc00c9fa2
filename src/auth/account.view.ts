import { ApiProperty } from '@nestjs/swagger';
import { Count, Id, Moment, Words } from '../http/openapi/fields.js';
import { type Caller } from './caller.js';
import { type Scope, SCOPES } from './scopes.js';

export class KeyView {
  @Words(1000, { description: 'What its owner calls it.', example: 'ci' }) name!: string;

  @Words(8, { description: 'How the key begins; empty for a short one.', example: 'pgk_4Fz9' })
  prefix!: string;

  @Words(4, { description: 'How the key ends; empty for a short one.', example: 'x7Qd' }) last_four!: string;

  @ApiProperty({
    type: 'string',
    enum: SCOPES,
    isArray: true,
    maxItems: 10,
    description: 'What the key may do.',
  })
  scopes!: Scope[];

  @Moment({ nullable: true, description: 'When it stops working.' }) expires_at!: string | null;
}

/** The account that a key belongs to. */
export class AccountView {
  @Id({ example: 1 }) id!: number;

  @Words(1000, { example: 'Default' }) name!: string;

  @Moment() created_at!: string;

  @Count() websites_count!: number;

  @Count({ example: 42 }) reports_count!: number;

  @ApiProperty({ type: () => KeyView, description: 'The key that this request carries.' }) key!: KeyView;
}

export function accountView(
  { account, key }: Caller,
  totals: { websites_count: number; reports_count: number },
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
  };
}
