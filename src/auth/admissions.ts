import { Injectable } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { showLimit, showRequestLimit } from '../platform/http/rate-limits/rate-limit-headers.js';
import { type Caller } from './caller.js';
import { type RequestAdmission, RequestLimits } from './request-limits.js';

/** Makes a request that of its caller, within the limits of its key and account. */
@Injectable()
export class Admissions {
  constructor(private readonly limits: RequestLimits) {}

  /** @throws TooManyRequests */
  async admit(caller: Caller, request: Request, response: Response): Promise<void> {
    request.caller = caller;
    request.requester = { accountId: caller.account.id, keyId: caller.key.id };
    request.countRequests = (requests) => this.count(caller, requests, response);
    const { key, refusal } = await this.count(caller, 1, response);
    if (refusal) throw refusal;
    request.allowance = key;
  }

  private async count(caller: Caller, requests: number, response: Response): Promise<RequestAdmission> {
    const admission = await this.limits.take(caller, requests);
    if (admission.key) showRequestLimit(response, admission.key, Date.now());
    if (admission.account) showLimit(response, 'account_requests', admission.account);
    return admission;
  }
}
