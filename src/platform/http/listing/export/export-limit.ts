import { type Application, type Request, type Response } from 'express';
import { DomainError } from '../../../errors/domain-error.js';
import { requesterOf } from '../../requester.js';

/** Concurrent exports of one account in one process. */
const MOST = 4;
const RETRY_AFTER_S = 10;

class TooManyExports extends DomainError {
  constructor() {
    super(
      'too_many_requests',
      `This account may run ${String(MOST)} exports at a time. Wait until one of them has ended.`,
      { retryAfterS: RETRY_AFTER_S },
    );
  }
}

/** Exports in progress by account, of each application in this process. */
const running = new WeakMap<Application, Map<number, number>>();

/** Counts an export until its response is closed.
 *  @throws TooManyExports */
export function limitExports(request: Request, response: Response): void {
  if (response.destroyed) return;
  const counts = running.get(request.app) ?? new Map<number, number>();
  running.set(request.app, counts);
  const { accountId: account } = requesterOf(request);
  const before = counts.get(account) ?? 0;
  if (before >= MOST) throw new TooManyExports();
  counts.set(account, before + 1);
  response.once('close', () => {
    const left = (counts.get(account) ?? 0) - 1;
    if (left > 0) counts.set(account, left);
    else counts.delete(account);
  });
}
