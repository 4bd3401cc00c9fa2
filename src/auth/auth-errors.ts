import { DomainError } from '../http/domain-error.js';
import { type Scope } from './scopes.js';

const CHALLENGE = 'Bearer realm="Pagegrade"';

/** @see https://www.rfc-editor.org/rfc/rfc6750#section-3 */
export class KeyMissing extends DomainError {
  constructor() {
    super('unauthenticated', 'Send the header "Authorization: Bearer <API key>".', {
      headers: { 'WWW-Authenticate': CHALLENGE },
    });
  }
}

export class KeyRefused extends DomainError {
  constructor() {
    super('invalid_token', 'The API key is unknown, expired or revoked.', {
      headers: { 'WWW-Authenticate': `${CHALLENGE}, error="invalid_token"` },
    });
  }
}

export class ScopeMissing extends DomainError {
  constructor(scope: Scope) {
    super('insufficient_scope', `This key may not do that: it lacks the scope ${scope}.`, {
      headers: { 'WWW-Authenticate': `${CHALLENGE}, error="insufficient_scope", scope="${scope}"` },
    });
  }
}

/** Too many keys that don't exist came from one network. */
export class TooManyFailures extends DomainError {
  constructor(secondsToReset: number) {
    const seconds = String(secondsToReset);
    super(
      'too_many_requests',
      `Too many requests with invalid API keys came from this network. Wait ${seconds} seconds.`,
      { headers: { 'Retry-After': seconds } },
    );
  }
}

/** Too many keys that were never seen before wait to be checked. */
export class TooManyNewKeys extends DomainError {
  constructor() {
    super(
      'too_many_requests',
      'Too many unknown API keys are being checked. Repeat the request in a second.',
      {
        headers: { 'Retry-After': '1' },
      },
    );
  }
}
