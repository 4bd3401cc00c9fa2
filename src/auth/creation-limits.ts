import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../platform/config/config.js';
import { type WindowCount } from '../platform/database/counted-window.js';
import { type ShowCreations } from '../platform/http/rate-limits/rate-limit-headers.js';
import { type Allowance } from '../platform/http/rate-limits/rate-limiter.js';
import { AccountWindowsRepository, WINDOW_SECONDS } from './account-windows.repository.js';
import { type Admission, type Allowances } from './allowances.js';
import { TooManyCreations } from './auth-errors.js';
import { type Caller } from './caller.js';
import { CreationLimitRepository } from './creation-limit.repository.js';

interface Owner {
  readonly keyId: number;
  readonly accountId: number;
}

/** Counts new records, exactly on all replicas. */
@Injectable()
export class CreationLimits {
  constructor(
    private readonly keys: CreationLimitRepository,
    private readonly accounts: AccountWindowsRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Counts more records, and shows what is left to the key. */
  async admit({ account, key }: Caller, count: number, show: ShowCreations): Promise<Admission> {
    const { own, shared } = await this.take({ keyId: key.id, accountId: account.id }, count);
    if (own) show(own);
    const ofKey = admissionOf('key', own, count);
    const ofAccount = admissionOf('account', shared, ofKey.count);
    return ofAccount.refusal ? ofAccount : ofKey;
  }

  /** What is left, without counting. */
  async look({ keyId, accountId }: Owner): Promise<Allowances> {
    const { createLimit, accountCreateLimit } = this.config;
    const ofAccount = () => this.accounts.look(accountId, 'creations');
    return {
      own: createLimit === 0 ? null : allowanceOf(createLimit, await this.keys.look(keyId)),
      shared: accountCreateLimit === 0 ? null : allowanceOf(accountCreateLimit, await ofAccount()),
    };
  }

  /** Records that the key may not create don't count for the account. */
  private async take({ keyId, accountId }: Owner, count: number): Promise<Allowances> {
    const { createLimit, accountCreateLimit } = this.config;
    const own = createLimit === 0 ? null : allowanceOf(createLimit, await this.keys.count(keyId, count));
    const admitted = Math.max(0, count + Math.min(0, own?.remaining ?? 0));
    if (accountCreateLimit === 0 || admitted === 0) return { own, shared: null };
    const window = await this.accounts.count(accountId, 'creations', admitted);
    return { own, shared: allowanceOf(accountCreateLimit, window) };
  }
}

function allowanceOf(limit: number, { used, seconds }: WindowCount): Allowance {
  return { limit, windowSeconds: WINDOW_SECONDS, remaining: limit - used, secondsToReset: seconds };
}

function admissionOf(of: 'key' | 'account', allowance: Allowance | null, count: number): Admission {
  const admitted = Math.max(0, count + Math.min(0, allowance?.remaining ?? 0));
  if (!allowance || admitted === count) return { count, refusal: null };
  return { count: admitted, refusal: new TooManyCreations(of, allowance.limit, allowance.secondsToReset) };
}
