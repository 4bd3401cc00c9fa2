import { DomainError } from '../domain-error.js';
import { type Scope } from './scopes.js';

const CHALLENGE = 'Bearer realm="Pagegrade"';

/** @see https://www.rfc-editor.org/rfc/rfc6750#section-3 */
export class KeyMissing extends DomainError {
  override readonly headers: Readonly<Record<string, string>> = { 'WWW-Authenticate': CHALLENGE };

  constructor() {
    super('unauthenticated', 'unauthenticated', 'Send the header "Authorization: Bearer <API key>".');
  }
}

export class KeyRefused extends DomainError {
  override readonly headers: Readonly<Record<string, string>> = {
    'WWW-Authenticate': `${CHALLENGE}, error="invalid_token"`,
  };

  constructor() {
    super('unauthenticated', 'invalid_token', 'The API key is unknown, expired or revoked.');
  }
}

export class ScopeMissing extends DomainError {
  override readonly headers: Readonly<Record<string, string>>;

  constructor(scope: Scope) {
    super('forbidden', 'insufficient_scope', `This key may not do that: it lacks the scope ${scope}.`);
    this.headers = { 'WWW-Authenticate': `${CHALLENGE}, error="insufficient_scope", scope="${scope}"` };
  }
}

/** Too many keys that don't exist came from one address. */
export class TooManyFailures extends DomainError {
  override readonly headers: Readonly<Record<string, string>>;

  constructor(secondsToReset: number) {
    const seconds = String(secondsToReset);
    super(
      'too_many',
      'too_many_requests',
      `Too many requests with invalid API keys came from this address. Wait ${seconds} seconds.`,
    );
    this.headers = { 'Retry-After': seconds };
  }
}
