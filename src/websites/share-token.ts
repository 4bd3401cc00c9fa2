import { randomBytes } from 'node:crypto';

/** What a share address ends with: 128 bits, in lower case. */
export function newShareToken(): string {
  return randomBytes(16).toString('hex');
}
