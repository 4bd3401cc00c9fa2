import { Inject, Injectable } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { counted } from '../basics/quantities.js';
import { CONFIG, type Config } from '../platform/config/config.js';
import { showLimit, showRequestLimit } from '../platform/http/rate-limits/rate-limit-headers.js';
import { type Allowance, RateLimiter } from '../platform/http/rate-limits/rate-limiter.js';
import { type Admission, allowanceOf, WINDOW_SECONDS } from './allowances.js';
import { TooManyRequests } from './auth-errors.js';
import { type Caller } from './caller.js';
import { LeasedQuota } from './leased-quota.js';
import { LimitWindowsRepository } from './limit-windows.repository.js';

interface RequestAdmission extends Admission {
  /** What is left, to be shown. */
  readonly key: Allowance | null;
  /** null: the account has no limit, or has not reached it. */
  readonly account: Allowance | null;
}

/** Makes a request that of its caller, within the limits of its key, which each process counts by itself, and of its
 *  account, which all replicas count together. */
@Injectable()
export class Admissions {
  private readonly ofKeys: RateLimiter | null;
  private readonly ofAccounts: LeasedQuota | null;

  constructor(
    private readonly windows: LimitWindowsRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    const { rateLimit, accountRateLimit } = config;
    this.ofKeys = rateLimit === 0 ? null : new RateLimiter(rateLimit);
    this.ofAccounts =
      accountRateLimit === 0
        ? null
        : new LeasedQuota(accountRateLimit, (id, uses) => windows.count(['account', id, 'requests'], uses));
  }

  /** @throws TooManyRequests */
  async admit(caller: Caller, request: Request, response: Response): Promise<void> {
    request.caller = caller;
    request.requester = { accountId: caller.account.id, keyId: caller.key.id };
    request.countRequests = (requests) => this.count(caller, requests, response);
    const { key, refusal } = await this.count(caller, 1, response);
    if (refusal) throw refusal;
    request.requestsLeft = key;
  }

  /** What is left to an account, but for what other processes have counted ahead; null: it has no limit. */
  async leftTo(accountId: number): Promise<Allowance | null> {
    if (!this.ofAccounts) return null;
    const { used, seconds } = await this.windows.look(['account', accountId, 'requests']);
    const usedByNow = Math.max(0, used - this.ofAccounts.aheadOf(accountId));
    return allowanceOf(this.config.accountRateLimit, { used: usedByNow, seconds });
  }

  private async count(caller: Caller, requests: number, response: Response): Promise<RequestAdmission> {
    const admission = await this.take(caller, requests);
    if (admission.key) showRequestLimit(response, admission.key, Date.now());
    if (admission.account) showLimit(response, 'account_requests', admission.account);
    return admission;
  }

  private async take({ account, key }: Caller, requests: number): Promise<RequestAdmission> {
    const own = this.ofKeys?.take(key.id, requests) ?? null;
    const count = Math.max(0, requests + Math.min(0, own?.remaining ?? 0));
    const grant = count > 0 ? await this.ofAccounts?.take(account.id, count) : undefined;
    if (grant && grant.count < count) {
      const limit = this.config.accountRateLimit;
      const { secondsToReset } = grant;
      const shared = { limit, windowSeconds: WINDOW_SECONDS, remaining: 0, secondsToReset };
      const refusal = refusalOf('account', shared);
      return { count: grant.count, refusal, key: own, account: shared };
    }
    const refusal = own && count < requests ? refusalOf('key', own) : null;
    return { count, refusal, key: own, account: null };
  }
}

function refusalOf(of: 'key' | 'account', { limit, secondsToReset }: Allowance): TooManyRequests {
  return new TooManyRequests(of, `send ${counted(limit, 'request')}`, secondsToReset);
}
