import { counted } from '../basics/quantities.js';
import { DomainError, refusal } from '../platform/errors/domain-error.js';
import { type Scope } from './scopes.js';

const CHALLENGE = 'Bearer realm="Pagegrade"';

/** @see https://www.rfc-editor.org/rfc/rfc6750#section-3 */
export class KeyMissing extends refusal(
  'unauthenticated',
  'Send the header "Authorization: Bearer <API key>".',
  {
    headers: { 'WWW-Authenticate': CHALLENGE },
  },
) {}

export class KeyRefused extends refusal('invalid_token', 'The API key is unknown, expired or revoked.', {
  headers: { 'WWW-Authenticate': `${CHALLENGE}, error="invalid_token"` },
}) {}

export class ScopeMissing extends DomainError {
  constructor(scope: Scope) {
    super('insufficient_scope', `This key lacks the scope ${scope}. Use a key that has it.`, {
      headers: { 'WWW-Authenticate': `${CHALLENGE}, error="insufficient_scope", scope="${scope}"` },
    });
  }
}

/** A key can't outlive itself by making others. */
export class LaterExpiry extends DomainError {
  /** @param own of the key that asks */
  constructor(own: Date) {
    super(
      'later_expiry',
      `This key expires at ${own.toISOString()}, and gives no key a later expiry. Use a key that works long enough.`,
      { headers: { 'WWW-Authenticate': `${CHALLENGE}, error="insufficient_scope"` } },
    );
  }
}

/** One network has sent too many unknown keys. */
export class TooManyFailures extends DomainError {
  constructor(secondsToReset: number) {
    super(
      'too_many_requests',
      `Too many requests with invalid API keys from this network. Wait ${counted(secondsToReset, 'second')}.`,
      { retryAfterS: secondsToReset },
    );
  }
}

/** Too many keys that this process has not seen before wait to be checked. */
export class TooManyNewKeys extends refusal(
  'too_many_requests',
  'Too many unknown API keys are being checked. Send the request again in a second.',
  { retryAfterS: 1 },
) {}

/** A key, or its account with all of its keys, has reached a limit per minute. */
export class TooManyRequests extends DomainError {
  /** @param may what is limited, for example "create 30 reports" */
  constructor(of: 'key' | 'account', may: string, secondsToReset: number) {
    const whose = of === 'key' ? 'This key' : 'All keys of this account together';
    super('too_many_requests', `${whose} may ${may} per minute. Wait ${counted(secondsToReset, 'second')}.`, {
      retryAfterS: secondsToReset,
    });
  }
}
