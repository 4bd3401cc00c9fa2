import { type Application, type Request, type Response } from 'express';
import { Tally } from '../../../../basics/tally.js';
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
const running = new WeakMap<Application, Tally<number>>();

/** Counts an export until its response is closed.
 *  @throws TooManyExports */
export function limitExports(request: Request, response: Response): void {
  if (response.destroyed) return;
  const counts = running.get(request.app) ?? new Tally<number>();
  running.set(request.app, counts);
  const { accountId: account } = requesterOf(request);
  if (counts.of(account) >= MOST) throw new TooManyExports();
  counts.add(account, 1);
  response.once('close', () => {
    counts.add(account, -1);
  });
}
