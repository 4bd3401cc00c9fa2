import { type Server } from 'node:http';
import { type Duplex } from 'node:stream';
import { randomUUID } from 'node:crypto';
import { PROBLEM_TYPES, type ProblemCode, problemDetails, textOf } from '../../errors/problems.js';

/** How long a client may continue to send after the error response. It reads nothing while it sends, and a connection
 *  that is destroyed with unread bytes discards the response. */
const LINGER_MS = 1000;

/** Responds with problem details to what Node.js can't parse as HTTP and to what arrives too slowly; and ignores unknown
 *  expectations, which Node.js would refuse with an empty response. */
export function answerBrokenRequests(server: Server): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const code = CODES[error.code ?? ''] ?? 'malformed_request';
    // A late request must not be served any more.
    const isLate = code === 'request_timeout';
    socket.end(answerTo(code, DETAILS[error.code ?? '']), () => isLate && socket.destroy());
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  });
}

const CODES: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

const DETAILS: Readonly<Record<string, string>> = {
  HPE_INVALID_URL:
    'The address of the request is invalid. Characters such as umlauts have to be percent-encoded: with curl, send them by --get --data-urlencode.',
};

function answerTo(code: ProblemCode, detail = textOf(code)): string {
  const { status, title } = PROBLEM_TYPES[code];
  const request_id = randomUUID();
  const body = JSON.stringify(problemDetails(code, { base: '', detail, instance: '/', request_id }));
  return [
    `HTTP/1.1 ${String(status)} ${title}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${String(Buffer.byteLength(body))}`,
    `X-Request-Id: ${request_id}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
