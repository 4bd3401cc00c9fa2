import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config.js';
import { type Allowance } from '../http/rate-limiter.js';
import { type AccountOverview } from './account.view.js';
import { type Caller } from './caller.js';
import { CreationLimitRepository } from './creation-limit.repository.js';
import { KeysRepository } from './keys.repository.js';

@Injectable()
export class AccountService {
  constructor(
    private readonly keys: KeysRepository,
    private readonly creations: CreationLimitRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @param requests left to the caller's key; null: no limit */
  async show(caller: Caller, requests: Allowance | null): Promise<AccountOverview> {
    const { createLimit, accountConcurrency } = this.config;
    const creations = createLimit === 0 ? null : await this.creations.look(caller.key.id, createLimit);
    const totals = await this.keys.account(caller.account.id);
    return { caller, totals, requests, creations, auditsAtOnce: accountConcurrency };
  }
}
