import { errorCodeOf } from '../../basics/error-code.js';

/** A backup or a restore can't be made. The message is for the operator: the reason, and what to do. */
export class BackupFault extends Error {}

/** The message of an error without its full stop; its code if it has no message, like Node.js's error of several addresses
 *  that refused the connection. */
export function reasonOf(error: unknown): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  return (String(message) || errorCodeOf(error)).replace(/\.$/, '');
}
