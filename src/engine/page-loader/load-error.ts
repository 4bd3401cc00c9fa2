import { isIPv4 } from 'node:net';
import { errorCodeOf } from '../../basics/error-code.js';

/** Reasons why a page can't be loaded. They are facts about the site. */
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
  'robots_disallowed',
  'invalid_response',
  'invalid_encoding',
  'incomplete_body',
  'no_content',
  'empty_document',
  'not_html',
  'http_error',
] as const;

export type LoadErrorCode = (typeof LOAD_ERROR_CODES)[number];

/** The page can't be loaded. The message is written for its owner. */
export class LoadError extends Error {
  constructor(
    readonly code: LoadErrorCode,
    detail: string,
    options?: ErrorOptions,
  ) {
    super(detail, options);
  }
}

/** zlib's code for a truncated stream. */
export const TRUNCATED = 'Z_BUF_ERROR';

const BY_CODE: Readonly<Record<string, readonly [LoadErrorCode, string]>> = {
  ENOTFOUND: ['dns_not_found', 'The host name does not exist in DNS.'],
  ENODATA: ['dns_not_found', 'The host name has no address in DNS.'],
  EAI_AGAIN: ['dns_failed', 'DNS did not answer for the host name.'],
  ETIMEOUT: ['dns_failed', 'DNS did not answer for the host name.'],
  ESERVFAIL: ['dns_failed', 'DNS returned an error for the host name.'],
  ECONNREFUSED: ['connection_refused', 'The server refuses connections on this port.'],
  ECONNRESET: ['connection_reset', 'The server closed the connection before the response was complete.'],
  EPIPE: ['connection_reset', 'The server closed the connection before the response was complete.'],
  UND_ERR_SOCKET: ['connection_reset', 'The server closed the connection before the response was complete.'],
  ETIMEDOUT: ['connect_timeout', 'The server did not accept a connection in time.'],
  UND_ERR_CONNECT_TIMEOUT: ['connect_timeout', 'The server did not accept a connection in time.'],
  EADDRNOTAVAIL: ['unreachable', 'There is no route to the server.'],
  EHOSTUNREACH: ['unreachable', 'There is no route to the server.'],
  ENETUNREACH: ['unreachable', 'There is no route to the server.'],
  UND_ERR_HEADERS_TIMEOUT: ['too_slow', 'The server did not respond in time.'],
  UND_ERR_BODY_TIMEOUT: ['too_slow', 'The server stopped sending before the response was complete.'],
  UND_ERR_HEADERS_OVERFLOW: ['headers_too_large', 'The response headers are larger than 64 KiB.'],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: [
    'incomplete_body',
    'The length of the body differs from Content-Length.',
  ],
  [TRUNCATED]: ['incomplete_body', 'The compressed body is truncated.'],
};

/** This process or machine ran out of a resource. That says nothing about the page. */
export class OutOfResources extends Error {}

/** Codes of errors for lack of descriptors, buffers, memory or threads. */
const SHORTAGE =
  /^(EMFILE|ENFILE|ENOBUFS|ENOMEM|EAGAIN|ERR_WORKER_INIT_FAILED|ERR_MEMORY_ALLOCATION_FAILED)$/;

/** Whether an error is due to a lack of descriptors, buffers, memory, processes or threads. */
export function isShortage(error: unknown): boolean {
  return SHORTAGE.test(errorCodeOf(error));
}

/** Converts any error of loading to a {@link LoadError}.
 *  @throws OutOfResources if the page is not to blame */
export function loadErrorFrom(error: unknown): LoadError {
  if (error instanceof LoadError) return error;
  if (error instanceof OutOfResources) throw error;
  const cause = error instanceof Error && error.cause instanceof LoadError ? error.cause : null;
  if (cause) return cause;
  if (errorCodeOf(error) === 'UND_ERR_SOCKET' && error instanceof Error && error.message === 'bad response')
    return new LoadError('invalid_response', 'The server answered 100 Continue, which was not asked for.');
  const code = errorCodeOf(error);
  if (isShortage(error) || isOutOfPorts(error))
    throw new OutOfResources(`Out of resources: ${code}`, { cause: error });
  const known = BY_CODE[code];
  if (known) return new LoadError(known[0], known[1], { cause: error });
  if (code.startsWith('Z_') || code.startsWith('ERR__ERROR') || code.startsWith('ERR_BROTLI')) {
    return new LoadError('invalid_encoding', 'The body is not valid for its Content-Encoding.', {
      cause: error,
    });
  }
  if (code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS') || code === 'EPROTO') return tlsFailure(error);
  return new LoadError('invalid_response', 'The response is not valid HTTP.', { cause: error });
}

export function tlsFailure(cause: unknown): LoadError {
  const isHttp2Alone = errorCodeOf(cause) === 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL';
  const fault = isHttp2Alone
    ? 'The server offers no HTTP/1.1, by which pages are loaded.'
    : 'The TLS handshake with the server failed.';
  return new LoadError('tls_failed', fault, { cause });
}

/** Errors of a connection that ends in the middle of a body. */
const INTERRUPTED = new Set<LoadErrorCode>(['connection_reset', 'incomplete_body']);

/** Converts an error while reading a body to `incomplete_body`; null if the connection did not end.
 *  @throws OutOfResources */
export function incompleteBody(error: unknown): LoadError | null {
  if (!INTERRUPTED.has(loadErrorFrom(error).code)) return null;
  return new LoadError('incomplete_body', 'The connection ended before the body was complete.', {
    cause: error,
  });
}

/** For an IPv6 address, the same code means that this machine has no IPv6 address. */
function isOutOfPorts(error: unknown): boolean {
  return errorCodeOf(error) === 'EADDRNOTAVAIL' && isIPv4(String((error as { address?: unknown }).address));
}
