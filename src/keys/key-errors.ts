import { DomainError, refusal } from '../platform/errors/domain-error.js';

export class KeyNotFound extends refusal(
  'not_found',
  'This account has no such key. It may have been deleted; GET /api/v1/keys lists all.',
) {}

/** How long a key works. */
export type KeyTerm = 'lasting' | 'in force';

/** Without this key, nobody could manage the account's keys over the API. */
export class LastManager extends DomainError {
  constructor(term: KeyTerm) {
    const which = term === 'lasting' ? 'that has keys:write and does not expire' : 'that has keys:write';
    super('conflict', `This is the last key of the account ${which}. Create another one first.`);
  }
}

export class KeyExpired extends refusal(
  'conflict',
  'The key has expired. Create a new one, or give this one a later expires_at first.',
) {}
