import { hash } from '@node-rs/argon2';
import pLimit from 'p-limit';

/** Hashing takes 19 MiB and a core for a moment: a few at once, whoever asks. */
const atOnce = pLimit(2);

/** Argon2id in PHC form, with OWASP's smallest recommended costs.
 *  @see https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
export function hashPassword(password: string): Promise<string> {
  return atOnce(() => hash(password, { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }));
}
