import { hash, verify } from '@node-rs/argon2';
import { AccountTurns } from '../basics/account-turns.js';
import { DomainError } from '../platform/errors/domain-error.js';

/** Too many passwords are being hashed. */
class HashingBusy extends DomainError {
  constructor() {
    super('service_unavailable', 'Too many passwords are being checked. Try again in a moment.');
  }
}

/** Hashing takes 19 MiB and a core for a moment. */
const turns = new AccountTurns({ slots: 2, maxWaiting: 50, waitMs: 5000, busy: () => new HashingBusy() });

/** Argon2id in PHC form, with OWASP's smallest recommended costs.
 *  @throws HashingBusy
 *  @see https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
export function hashPassword(account: number, password: string): Promise<string> {
  return turns.take(account, () => hash(password, { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }));
}

/** A hash that no password has. */
const NO_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

/** Whether it is the password of a hash, of an account's website. Where there is no hash the answer, no, takes as long.
 *  @throws HashingBusy */
export function isPassword(account: number, password: string, storedHash: string | null): Promise<boolean> {
  return turns.take(account, () => verify(storedHash ?? NO_HASH, password));
}
