import { isIPv4 } from 'node:net';
import { errorCodeOf } from '../error-code.js';

/** Why a page could not be loaded, as a fact about the site. */
export const LOAD_ERROR_CODES = [
  'dns_not_found',
  'dns_failed',
  'blocked_address',
  'connection_refused',
  'connection_reset',
  'connect_timeout',
  'unreachable',
  'tls_invalid',
  'tls_failed',
  'too_slow',
  'too_large',
  'too_complex',
  'headers_too_large',
  'too_many_redirects',
  'invalid_redirect',
  'invalid_response',
  'invalid_encoding',
  'incomplete_body',
  'no_content',
  'empty_document',
  'not_html',
  'http_error',
] as const;

export type LoadErrorCode = (typeof LOAD_ERROR_CODES)[number];

/** A page that can't be loaded; `message` is for its owner. */
export class LoadError extends Error {
  constructor(
    readonly code: LoadErrorCode,
    detail: string,
    options?: ErrorOptions,
  ) {
    super(detail, options);
  }
}

/** What zlib calls a compressed stream that ends too early. */
export const TRUNCATED = 'Z_BUF_ERROR';

const BY_CODE: Readonly<Record<string, readonly [LoadErrorCode, string]>> = {
  ENOTFOUND: ['dns_not_found', 'The host name does not exist in the DNS.'],
  ENODATA: ['dns_not_found', 'The host name has no address in the DNS.'],
  EAI_AGAIN: ['dns_failed', 'The DNS did not answer for the host name.'],
  ETIMEOUT: ['dns_failed', 'The DNS did not answer for the host name.'],
  ESERVFAIL: ['dns_failed', 'The DNS answers with an error for the host name.'],
  ECONNREFUSED: ['connection_refused', 'The server refuses connections on this port.'],
  ECONNRESET: ['connection_reset', 'The server closed the connection before its answer was complete.'],
  EPIPE: ['connection_reset', 'The server closed the connection before its answer was complete.'],
  UND_ERR_SOCKET: ['connection_reset', 'The server closed the connection before its answer was complete.'],
  ETIMEDOUT: ['connect_timeout', 'The server did not accept a connection in time.'],
  UND_ERR_CONNECT_TIMEOUT: ['connect_timeout', 'The server did not accept a connection in time.'],
  EADDRNOTAVAIL: ['unreachable', 'There is no route to the server.'],
  EHOSTUNREACH: ['unreachable', 'There is no route to the server.'],
  ENETUNREACH: ['unreachable', 'There is no route to the server.'],
  UND_ERR_HEADERS_TIMEOUT: ['too_slow', 'The server did not answer in time.'],
  UND_ERR_BODY_TIMEOUT: ['too_slow', 'The server stopped sending before its answer was complete.'],
  UND_ERR_HEADERS_OVERFLOW: ['headers_too_large', 'The response headers are larger than 64 KiB.'],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ['incomplete_body', 'The body is not as long as Content-Length says.'],
  [TRUNCATED]: ['incomplete_body', 'The compressed body ends before its stream is complete.'],
};

/** This process or its machine lacks what loading takes. That says nothing about the page. */
export class OutOfResources extends Error {}

/** Of descriptors, buffers, memory or threads. */
const SHORTAGE =
  /^(EMFILE|ENFILE|ENOBUFS|ENOMEM|EAGAIN|ERR_WORKER_INIT_FAILED|ERR_MEMORY_ALLOCATION_FAILED)$/;

/** Any error that loading can meet, as a {@link LoadError}.
 *  @throws OutOfResources where it is no fault of the page */
export function loadErrorFrom(error: unknown): LoadError {
  if (error instanceof LoadError) return error;
  if (error instanceof OutOfResources) throw error;
  const cause = error instanceof Error && error.cause instanceof LoadError ? error.cause : null;
  if (cause) return cause;
  const code = errorCodeOf(error);
  if (SHORTAGE.test(code) || isOutOfPorts(error))
    throw new OutOfResources(`Out of resources: ${code}`, { cause: error });
  const known = BY_CODE[code];
  if (known) return new LoadError(known[0], known[1], { cause: error });
  if (code.startsWith('Z_') || code.startsWith('ERR__ERROR') || code.startsWith('ERR_BROTLI')) {
    return new LoadError('invalid_encoding', 'The body is not in the coding that Content-Encoding names.', {
      cause: error,
    });
  }
  if (code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS') || code === 'EPROTO') {
    return new LoadError('tls_failed', 'The server does not complete a TLS handshake.', { cause: error });
  }
  return new LoadError('invalid_response', 'The server does not answer in valid HTTP.', { cause: error });
}

/** Errors by which a connection ends in the middle of a body. */
const BROKEN_OFF = new Set<LoadErrorCode>(['connection_reset', 'incomplete_body']);

/** What failed while a body was read, as `incomplete_body`; null where the connection did not end.
 *  @throws OutOfResources */
export function incompleteBody(error: unknown): LoadError | null {
  if (!BROKEN_OFF.has(loadErrorFrom(error).code)) return null;
  return new LoadError('incomplete_body', 'The connection ended before the body was complete.', {
    cause: error,
  });
}

/** To an IPv6 address the same code means that this machine has none itself. */
function isOutOfPorts(error: unknown): boolean {
  return errorCodeOf(error) === 'EADDRNOTAVAIL' && isIPv4(String((error as { address?: unknown }).address));
}
