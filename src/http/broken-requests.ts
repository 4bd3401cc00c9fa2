import { type Server } from 'node:http';
import { type Duplex } from 'node:stream';
import { randomUUID } from 'node:crypto';
import { PROBLEM_TYPES, type ProblemCode, slugOf } from './problems.js';

/** Answers what Node.js can't parse as HTTP in the same shape as everything else; and has expectations that nobody
 *  knows passed over, which Node.js would refuse without a word. */
export function answerBrokenRequests(server: Server): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    socket.end(answerTo(error.code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'malformed_request'));
  });
}

function answerTo(code: ProblemCode): string {
  const { status, title, meaning, remedy } = PROBLEM_TYPES[code];
  const detail = `${meaning} ${remedy}`;
  const request_id = randomUUID();
  const type = `/problems/${slugOf(code)}`;
  const body = JSON.stringify({
    type,
    title,
    status,
    detail,
    instance: '/',
    code,
    request_id,
    message: detail,
  });
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
