import { type Request, type Response } from 'express';
import { type IncomingMessage, type Server, type ServerOptions } from 'node:http';
import { DomainError } from '../../errors/domain-error.js';

/** How long a client may take to send a request. */
export interface RequestTimeLimits {
  /** Counted from the connection, or from the first byte of a later request. */
  readonly headersMs: number;
  /** Counted from the end of the headers. */
  readonly bodyMs: number;
  /** How often connections are checked for late headers. */
  readonly checkEveryMs: number;
}

export const REQUEST_TIME_LIMITS: RequestTimeLimits = {
  headersMs: 15_000,
  bodyMs: 30_000,
  checkEveryMs: 1000,
};

/** Makes Node.js close connections whose headers are late, and leave requests without `Host` to us. Its `requestTimeout`
 *  includes the headers, so {@link endSlowBodies} limits the body. */
export function serverOptionsFor({ headersMs, bodyMs, checkEveryMs }: RequestTimeLimits): ServerOptions {
  return {
    headersTimeout: headersMs,
    requestTimeout: headersMs + bodyMs,
    connectionsCheckingInterval: checkEveryMs,
    // Node.js would answer without a body.
    requireHostHeader: false,
  };
}

/** The body did not arrive in time. */
class RequestTimeout extends DomainError {
  constructor(bodyMs: number) {
    super('request_timeout', `The body did not arrive within ${String(bodyMs / 1000)} seconds.`, {
      headers: { Connection: 'close' },
    });
  }
}

/** Closes connections whose body is late, even if nothing reads it: the response may have been sent already.
 *  @param refuse sends the error response */
export function endSlowBodies(
  server: Server,
  bodyMs: number,
  refuse: (error: DomainError, request: Request, response: Response) => void,
): void {
  server.on('request', (request: Request, response: Response) => {
    if (!hasBody(request)) return;
    const timer = setTimeout(() => {
      if (request.complete) return;
      if (response.headersSent) request.socket.destroy();
      else refuse(new RequestTimeout(bodyMs), request, response);
    }, bodyMs).unref();
    request.once('close', () => {
      clearTimeout(timer);
    });
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
