import { createHash } from 'node:crypto';

/** SHA-256 of a text in UTF-8, in base64url: 43 characters. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
