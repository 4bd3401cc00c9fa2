import { ApiProperty } from '@nestjs/swagger';
import { type AccountBrand } from './brand/account-brand.entity.js';
import { brandView, BrandView } from './brand/brand.view.js';
import { CountField, IdField, DateTimeField, StringField } from '../platform/http/openapi/fields.js';
import { type Allowance } from '../platform/http/rate-limits/rate-limiter.js';
import { type Account } from '../auth/account.entity.js';
import { type Caller } from '../auth/caller.js';
import { type Allowances } from '../auth/allowances.js';
import { type Scope, SCOPES } from '../auth/scopes.js';

export class KeyView {
  @StringField(1000, { description: 'Name given by its owner.', example: 'ci' }) name!: string;

  @StringField(8, { description: 'Beginning of the key; empty if the key is short.', example: 'pgk_4Fz9' })
  prefix!: string;

  @StringField(4, { description: 'End of the key; empty if the key is short.', example: 'x7Qd' })
  last_four!: string;

  @ApiProperty({
    type: 'string',
    enum: SCOPES,
    isArray: true,
    maxItems: SCOPES.length,
    description: 'Scopes of the key.',
  })
  scopes!: Scope[];

  @DateTimeField({ nullable: true, description: 'When the key expires.' }) expires_at!: string | null;
}

/** What is left of a limit. */
export class AllowanceView {
  @CountField({ description: 'Limit per minute.', example: 120 }) limit!: number;

  @CountField({ example: 118 }) remaining!: number;

  @CountField({ description: 'Seconds until the limit resets.', example: 42 })
  reset_seconds!: number;
}

const AllowanceField = (description: string) =>
  ApiProperty({ type: () => AllowanceView, nullable: true, description });

export class LimitsView {
  @AllowanceField('Requests per key; null: no limit.') requests!: AllowanceView | null;

  @AllowanceField('Reports created per key; null: no limit.') creations!: AllowanceView | null;

  @AllowanceField(
    'Requests of all keys of the account, also on other servers; null: no limit. Other servers count some requests ahead.',
  )
  account_requests!: AllowanceView | null;

  @AllowanceField('Reports created with all keys of the account; null: no limit.')
  account_creations!: AllowanceView | null;

  @CountField({
    description: 'Maximum number of audits of the account that run at the same time.',
    example: 5,
  })
  audits_at_once!: number;
}

/** The account that a key belongs to. */
export class AccountView {
  @IdField({ example: 1 }) id!: number;

  @StringField(1000, { example: 'Default' }) name!: string;

  @DateTimeField() created_at!: string;

  @CountField() websites_count!: number;

  @CountField({ example: 42 }) reports_count!: number;

  @ApiProperty({
    type: () => BrandView,
    nullable: true,
    description: 'Shown on share pages in place of Pagegrade; null: none.',
  })
  brand!: BrandView | null;

  @ApiProperty({ type: () => KeyView, description: 'The key of this request.' }) key!: KeyView;

  @ApiProperty({ type: () => LimitsView }) limits!: LimitsView;
}

/** The account that a key belongs to, as its owner sees it. */
export interface AccountOverview {
  readonly caller: Caller;
  readonly brand: AccountBrand | null;
  readonly totals: Pick<Account, 'websitesCount' | 'reportsCount'>;
  readonly requests: Allowances;
  readonly creations: Allowances;
  readonly auditsAtOnce: number;
}

/** What of an account can be changed. */
export type AccountVersion = Pick<AccountOverview, 'caller' | 'brand'>;

/** What the entity tag is made of. */
export function accountVersionOf({ name, brand }: Pick<AccountView, 'name' | 'brand'>): object {
  return { name, brand };
}

/** {@link accountVersionOf} the view that the account would have. */
export function accountVersion({ caller, brand }: AccountVersion, base: string): object {
  return accountVersionOf({ name: caller.account.name, brand: brand && brandView(brand, base) });
}

/** @param base of absolute links, without a trailing slash */
export function accountView(
  { caller: { account, key }, totals, brand, requests, creations, auditsAtOnce }: AccountOverview,
  base: string,
): AccountView {
  return {
    id: account.id,
    name: account.name,
    created_at: account.createdAt.toISOString(),
    websites_count: totals.websitesCount,
    reports_count: totals.reportsCount,
    brand: brand && brandView(brand, base),
    key: {
      name: key.name,
      prefix: key.prefix,
      last_four: key.lastFour,
      scopes: [...key.scopes],
      expires_at: key.expiresAt?.toISOString() ?? null,
    },
    limits: {
      requests: requests.own && allowanceView(requests.own),
      creations: creations.own && allowanceView(creations.own),
      account_requests: requests.shared && allowanceView(requests.shared),
      account_creations: creations.shared && allowanceView(creations.shared),
      audits_at_once: auditsAtOnce,
    },
  };
}

function allowanceView({ limit, remaining, secondsToReset }: Allowance): AllowanceView {
  return { limit, remaining: Math.max(0, remaining), reset_seconds: secondsToReset };
}
