import { DomainError } from '../http/domain-error.js';

/** No report of the caller's has this id; another account's id is answered the same. */
export class ReportNotFound extends DomainError {
  constructor() {
    super('not_found', 'No report has this id. GET /api/v1/reports lists yours.');
  }
}

/** A report was deleted before the request that made it was answered. */
export class ReportDeleted extends DomainError {
  constructor() {
    super(
      'not_found',
      'The report of this request has been deleted. For another one, send it again, with a new Idempotency-Key if it has one.',
    );
  }
}

/** A key has had as many reports made as it may in a minute. */
export class TooManyCreations extends DomainError {
  constructor(limit: number, secondsToReset: number) {
    const seconds = String(secondsToReset);
    super(
      'too_many_requests',
      `This key may have ${String(limit)} reports made a minute. Wait ${seconds} seconds.`,
      { headers: { 'Retry-After': seconds } },
    );
  }
}

/** An account has as many reports waiting as it may. */
export class TooManyWaiting extends DomainError {
  constructor(limit: number) {
    super(
      'too_many_requests',
      `${String(limit)} reports of this account wait for their audit. Wait until some of them are done.`,
      { headers: { 'Retry-After': '60' } },
    );
  }
}

/** As many reports wait as the service may keep. */
export class QueueFull extends DomainError {
  constructor() {
    super('service_unavailable', 'Too many reports wait for their audit. Try again later.', {
      headers: { 'Retry-After': '30' },
    });
  }
}
