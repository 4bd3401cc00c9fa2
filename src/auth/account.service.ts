import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../platform/config/config.js';
import { type Allowance } from '../platform/http/rate-limits/rate-limiter.js';
import { type AccountOverview } from './account.view.js';
import { type Caller } from './caller.js';
import { AccountWindowsRepository, WINDOW_SECONDS } from './account-windows.repository.js';
import { CreationLimits } from './creation-limits.js';
import { KeysRepository } from './keys.repository.js';

@Injectable()
export class AccountService {
  constructor(
    private readonly keys: KeysRepository,
    private readonly creations: CreationLimits,
    private readonly windows: AccountWindowsRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @param requests left to the caller's key; null: no limit */
  async show(caller: Caller, requests: Allowance | null): Promise<AccountOverview> {
    const { account, key } = caller;
    const creations = await this.creations.look({ keyId: key.id, accountId: account.id });
    return {
      caller,
      totals: await this.keys.account(account.id),
      requests: { own: requests, shared: await this.sharedRequests(account.id) },
      creations,
      auditsAtOnce: this.config.accountConcurrency,
    };
  }

  private async sharedRequests(accountId: number): Promise<Allowance | null> {
    const { accountRateLimit: limit } = this.config;
    if (limit === 0) return null;
    const { used, seconds } = await this.windows.look(accountId, 'requests');
    return { limit, windowSeconds: WINDOW_SECONDS, remaining: limit - used, secondsToReset: seconds };
  }
}
