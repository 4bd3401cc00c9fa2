import { ApiProperty } from '@nestjs/swagger';
import { type Caller } from './caller.js';
import { type Scope, SCOPES } from './scopes.js';

export class KeyView {
  @ApiProperty({ type: 'string', description: 'What its owner calls it.', example: 'ci' })
  name!: string;

  @ApiProperty({
    type: 'string',
    description: 'How the key begins; empty for a short one.',
    example: 'pgk_4Fz9',
  })
  prefix!: string;

  @ApiProperty({ type: 'string', description: 'How the key ends; empty for a short one.', example: 'x7Qd' })
  last_four!: string;

  @ApiProperty({ type: 'string', enum: SCOPES, isArray: true, description: 'What the key may do.' })
  scopes!: Scope[];

  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, description: 'When it stops working.' })
  expires_at!: string | null;
}

/** The account that a key belongs to. */
export class AccountView {
  @ApiProperty({ type: 'integer', example: 1 })
  id!: number;

  @ApiProperty({ type: 'string', example: 'Default' })
  name!: string;

  @ApiProperty({ type: 'string', format: 'date-time', example: '2026-11-20T15:23:29.123Z' })
  created_at!: string;

  @ApiProperty({ type: 'integer', example: 3 })
  websites_count!: number;

  @ApiProperty({ type: 'integer', example: 42 })
  reports_count!: number;

  @ApiProperty({ type: () => KeyView, description: 'The key that this request carries.' })
  key!: KeyView;
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
