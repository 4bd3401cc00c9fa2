import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../platform/config/config.js';
import { TooManyRequests } from '../platform/errors/http-errors.js';
import { type Allowance, RateLimiter } from '../platform/http/rate-limits/rate-limiter.js';
import { AccountWindowsRepository, WINDOW_SECONDS } from './account-windows.repository.js';
import { type Admission } from './allowances.js';
import { type Caller } from './caller.js';
import { LeasedQuota } from './leased-quota.js';

export interface RequestAdmission extends Admission {
  /** What is left, to be shown. */
  readonly key: Allowance | null;
  /** null: the account has no limit, or has not reached it. */
  readonly account: Allowance | null;
}

/** Counts requests against the limits of a key, in this process, and of its account, on all replicas. */
@Injectable()
export class RequestLimits {
  private readonly ofKeys: RateLimiter | null;
  private readonly ofAccounts: LeasedQuota | null;

  constructor(
    windows: AccountWindowsRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    const { rateLimit, accountRateLimit } = config;
    this.ofKeys = rateLimit === 0 ? null : new RateLimiter(rateLimit);
    this.ofAccounts =
      accountRateLimit === 0
        ? null
        : new LeasedQuota(accountRateLimit, (account, uses) => windows.count(account, 'requests', uses));
  }

  async take({ account, key }: Caller, requests: number): Promise<RequestAdmission> {
    const own = this.ofKeys?.take(key.id, requests) ?? null;
    const count = Math.max(0, requests + Math.min(0, own?.remaining ?? 0));
    const grant = count > 0 ? await this.ofAccounts?.take(account.id, count) : undefined;
    if (grant && grant.count < count) {
      const limit = this.config.accountRateLimit;
      const { secondsToReset } = grant;
      const shared = { limit, windowSeconds: WINDOW_SECONDS, remaining: 0, secondsToReset };
      const refusal = new TooManyRequests('account', limit, secondsToReset);
      return { count: grant.count, refusal, key: own, account: shared };
    }
    const refusal =
      own && count < requests ? new TooManyRequests('key', own.limit, own.secondsToReset) : null;
    return { count, refusal, key: own, account: null };
  }
}
