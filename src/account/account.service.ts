import { Inject, Injectable } from '@nestjs/common';
import { AuditLogRepository } from './audit-log/audit-log.repository.js';
import { changesBetween } from './audit-log/changes.js';
import { type AccountBrand } from './brand/account-brand.entity.js';
import { brandChange, mergedBrand } from './brand/brand-change.js';
import { type UpdateAccountBody } from './brand/dto/update-account.dto.js';
import { BrandsRepository } from './brand/brands.repository.js';
import { CONFIG, type Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import { type Allowance } from '../platform/http/rate-limits/rate-limiter.js';
import { type Precondition } from '../platform/http/handler-parameters.js';
import { type Warnings } from '../platform/http/input/warnings.js';
import { type AccountOverview, type AccountVersion } from './account.view.js';
import { type Actor } from '../auth/actor.js';
import { type Caller } from '../auth/caller.js';
import { AccountsRepository } from '../auth/accounts.repository.js';
import { Admissions } from '../auth/admissions.js';
import { CreationLimits } from '../auth/creation-limits.js';

@Injectable()
export class AccountService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly brands: BrandsRepository,
    private readonly auditLog: AuditLogRepository,
    private readonly creations: CreationLimits,
    private readonly admissions: Admissions,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @param requests left to the caller's key; null: no limit */
  async show(caller: Caller, requests: Allowance | null): Promise<AccountOverview> {
    const { account } = caller;
    const creations = await this.creations.look(caller);
    return {
      caller,
      totals: await this.accounts.find(account.id),
      brand: await this.brands.find(account.id),
      requests: { own: requests, shared: await this.admissions.leftTo(account.id) },
      creations,
      auditsAtOnce: this.config.accountConcurrency,
    };
  }

  /** @throws ValidationFailed, PreconditionFailed */
  async update(
    actor: Actor,
    body: UpdateAccountBody,
    { ifMatch, warnings }: { ifMatch: Precondition<AccountVersion>; warnings: Warnings },
  ): Promise<void> {
    const { accountId: id } = actor;
    const change = await brandChange(body.brand, warnings);
    await this.database.transaction(async (tx) => {
      await this.accounts.lock(tx, id);
      const current = await this.brands.find(id, tx);
      ifMatch?.({ caller: actor, brand: current });
      const updated = mergedBrand(id, current, change);
      const changes = changesBetween({ brand: loggedOf(current) }, { brand: loggedOf(updated) });
      if (Object.keys(changes).length === 0) return;
      if (updated && change) await this.brands.store(tx, id, change);
      else await this.brands.delete(tx, id);
      await this.auditLog.add(tx, actor, { action: 'account.updated', id, changes });
    });
  }
}

/** What the audit log shows of a brand. */
function loggedOf(brand: AccountBrand | null): object | null {
  if (!brand) return null;
  const { name, logoHash, logoBytes, accentColor, contact } = brand;
  const logo = logoHash === null ? null : { sha256: logoHash, size_bytes: logoBytes };
  return { name, logo, accent_color: accentColor, contact };
}
