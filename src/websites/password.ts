import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { DomainError } from '../platform/errors/domain-error.js';

/** Hashing takes 19 MiB and a core for a moment: only a few run at once, over all accounts. */
const atOnce = pLimit(2);
/** Who would wait longer than a few seconds is told to come again. */
const MAX_WAITING = 100;

/** Too many passwords are being hashed. */
class HashingBusy extends DomainError {
  constructor() {
    super('service_unavailable', 'Too many passwords are being checked. Try again in a moment.');
  }
}

/** Argon2id in PHC form, with OWASP's smallest recommended costs.
 *  @throws HashingBusy
 *  @see https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }));
}

/** A hash that no password has. */
const NO_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

/** Whether it is the password of a hash. Where there is no hash the answer, no, takes as long.
 *  @throws HashingBusy */
export function isPassword(password: string, storedHash: string | null): Promise<boolean> {
  return inTurn(() => verify(storedHash ?? NO_HASH, password));
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (atOnce.pendingCount >= MAX_WAITING) throw new HashingBusy();
  return atOnce(work);
}
