import { hash } from 'node:crypto';

/** SHA-256 of a url, which can be too long for an index. */
export function urlHash(url: string): Buffer {
  return hash('sha256', url, 'buffer');
}
