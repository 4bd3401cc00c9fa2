import { DomainError } from '../domain-error.js';

/** A key has had as many reports made as it may in a minute. */
export class TooManyCreations extends DomainError {
  override readonly headers: Readonly<Record<string, string>>;

  constructor(limit: number, secondsToReset: number) {
    const seconds = String(secondsToReset);
    super(
      'too_many',
      'too_many_requests',
      `This key may have ${String(limit)} reports made a minute. Wait ${seconds} seconds.`,
    );
    this.headers = { 'Retry-After': seconds };
  }
}

/** An account has as many reports waiting as it may. */
export class TooManyWaiting extends DomainError {
  override readonly headers: Readonly<Record<string, string>> = { 'Retry-After': '60' };

  constructor(limit: number) {
    super(
      'too_many',
      'too_many_requests',
      `${String(limit)} reports of this account wait for their audit. Wait until some of them are done.`,
    );
  }
}

/** As many reports wait as the service may keep. */
export class QueueFull extends DomainError {
  override readonly headers: Readonly<Record<string, string>> = { 'Retry-After': '30' };

  constructor() {
    super('unavailable', 'service_unavailable', 'Too many reports wait for their audit. Try again later.');
  }
}
