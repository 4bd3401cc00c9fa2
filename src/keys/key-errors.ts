import { refusal } from '../platform/errors/domain-error.js';

export class KeyNotFound extends refusal(
  'not_found',
  'This account has no such key. It may have been deleted; GET /api/v1/keys lists all.',
) {}

/** Without this key, nobody could manage the account's keys over the API. */
export class LastManager extends refusal(
  'conflict',
  'This is the last key of the account that has keys:write and does not expire. Create another one first.',
) {}

export class KeyExpired extends refusal(
  'conflict',
  'The key has expired. Create a new one, or give this one a later expires_at first.',
) {}
