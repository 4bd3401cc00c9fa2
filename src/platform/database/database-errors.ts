import { DomainError } from '../errors/domain-error.js';
import { errorCodeOf } from '../../basics/error-code.js';
import { ConnectionFailed } from './connection-failed.js';

/** PostgreSQL can't be reached, or can't do its work now. */
export class DatabaseUnavailable extends DomainError {
  constructor(options?: ErrorOptions) {
    super('service_unavailable', 'The database is not available now. Try again in a few seconds.', options);
  }
}

/** Classes and codes of PostgreSQL that tell of the server's state and not of the statement: connection, read-only,
 *  resources (disk, memory, connections), shutdown and start, ended by a timeout, lock not available. PgBouncer
 *  reports its own failures as 08P01.
 *  @see https://www.postgresql.org/docs/18/errcodes-appendix.html */
const OUTAGE = /^(08...|25006|25P0[34]|53...|55P03|57014|57P0.|58...)$/;
const SOCKET =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|ECONNABORTED|EMFILE|ENFILE|ENOBUFS|ENOMEM)$/;
const DRIVER =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|error establishing an SSL connection|Query read timeout|Client has encountered a connection error|not queryable|Driver not Connected|query runner (was )?already released|Cannot use a pool after calling end/i;

/** TypeORM knows no entity until it has connected. */
const NOT_CONNECTED = /No metadata for "\w+" was found/;

export function isOutage(error: unknown): boolean {
  if (error instanceof ConnectionFailed || NOT_CONNECTED.test(String(error))) return true;
  const code = errorCodeOf(error);
  return OUTAGE.test(code) || SOCKET.test(code) || DRIVER.test(String(error));
}

/** It lasts until somebody acts: a login that is refused, a database that does not exist, a missing right. */
export function isLasting(error: unknown): boolean {
  return /^(28...|3D000|42501)$/.test(errorCodeOf(error));
}

/** The server takes no writes: it is a replica, was demoted, or was told so. */
export function isReadOnly(error: unknown): boolean {
  return errorCodeOf(error) === '25006';
}

/** Serialization failure or deadlock: the same transaction may succeed when it runs again. */
export function isConflict(error: unknown): boolean {
  return /^40(001|P01)$/.test(errorCodeOf(error));
}

/** A lock was not granted within its limit, or never would have been. */
export function isLockedOut(error: unknown): boolean {
  return /^(55P03|40P01)$/.test(errorCodeOf(error));
}

/** A row that another one refers to is gone. */
export function isReferenceBroken(error: unknown): boolean {
  return errorCodeOf(error) === '23503';
}

/** PostgreSQL can't read a value that a client sent. Every rule for input stands before it: this is the net. */
export class ValueRefused extends DomainError {
  constructor(options?: ErrorOptions) {
    super('malformed_request', 'A value of the request can not be stored or compared.', options);
  }
}

/** Data exceptions, and values too large for an index.
 *  @see https://www.postgresql.org/docs/18/errcodes-appendix.html */
export function isRefusedValue(error: unknown): boolean {
  return /^(22...|54000)$/.test(errorCodeOf(error));
}

/** The refusal that clients get for an error of PostgreSQL or of the way to it; any other error as it is. */
export function translated(error: unknown): unknown {
  if (NOT_CONNECTED.test(String(error))) return new DatabaseUnavailable();
  if (isOutage(error) || isConflict(error)) return new DatabaseUnavailable({ cause: error });
  return isRefusedValue(error) ? new ValueRefused({ cause: error }) : error;
}
