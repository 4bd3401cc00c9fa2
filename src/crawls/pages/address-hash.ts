import { hash } from 'node:crypto';

/** SHA-256 of an address, which can be too long for an index. */
export function addressHash(address: string): Buffer {
  return hash('sha256', address, 'buffer');
}
