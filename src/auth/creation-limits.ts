import { Inject, Injectable } from '@nestjs/common';
import { counted } from '../basics/quantities.js';
import { CONFIG, type Config } from '../platform/config/config.js';
import { type ShowCreations } from '../platform/http/rate-limits/rate-limit-headers.js';
import { type Allowance } from '../platform/http/rate-limits/rate-limiter.js';
import { type Admission, allowanceOf, type Allowances } from './allowances.js';
import { TooManyRequests } from './auth-errors.js';
import { type Caller } from './caller.js';
import { LimitWindowsRepository } from './limit-windows.repository.js';

/** Counts new records, exactly on all replicas. Tests of webhooks count as reports. */
@Injectable()
export class CreationLimits {
  constructor(
    private readonly windows: LimitWindowsRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Counts more records, and shows what is left to the key. */
  async admit(caller: Caller, count: number, show: ShowCreations): Promise<Admission> {
    const { own, shared } = await this.take(caller, count);
    if (own) show(own);
    const ofKey = admissionOf('key', own, count);
    const ofAccount = admissionOf('account', shared, ofKey.count);
    return ofAccount.refusal ? ofAccount : ofKey;
  }

  /** What is left, without counting. */
  async look({ account, key }: Caller): Promise<Allowances> {
    const { createLimit, accountCreateLimit } = this.config;
    const ofKey = () => this.windows.look(['key', key.id]);
    const ofAccount = () => this.windows.look(['account', account.id, 'creations']);
    return {
      own: createLimit === 0 ? null : allowanceOf(createLimit, await ofKey()),
      shared: accountCreateLimit === 0 ? null : allowanceOf(accountCreateLimit, await ofAccount()),
    };
  }

  /** Records that the key may not create don't count for the account. */
  private async take({ account, key }: Caller, count: number): Promise<Allowances> {
    const { createLimit, accountCreateLimit } = this.config;
    const ofKey = () => this.windows.count(['key', key.id], count);
    const own = createLimit === 0 ? null : allowanceOf(createLimit, await ofKey());
    const admitted = Math.max(0, count + Math.min(0, own?.remaining ?? 0));
    if (accountCreateLimit === 0 || admitted === 0) return { own, shared: null };
    const window = await this.windows.count(['account', account.id, 'creations'], admitted);
    return { own, shared: allowanceOf(accountCreateLimit, window) };
  }
}

function admissionOf(of: 'key' | 'account', allowance: Allowance | null, count: number): Admission {
  const admitted = Math.max(0, count + Math.min(0, allowance?.remaining ?? 0));
  if (!allowance || admitted === count) return { count, refusal: null };
  const may = `create ${counted(allowance.limit, 'report')}`;
  return { count: admitted, refusal: new TooManyRequests(of, may, allowance.secondsToReset) };
}
