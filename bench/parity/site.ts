import { STATUS_CODES } from 'node:http';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { createSecureContext, createServer as createTlsServer } from 'node:tls';
import { DOMAIN, type ParityCase, type RawResponse, textResponse } from './case.js';
import { type Certificates } from './certificates.js';
import { fileResponse } from './document-root.js';

/** A running server of cases. */
export interface Site {
  readonly httpPort: number;
  readonly httpsPort: number;
  stop(): Promise<void>;
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly host: string;
}

const ADDRESS = '127.0.0.1';
const NOT_FOUND = textResponse(404, 'text/plain', 'Not Found');

/** Serves every case at its own host name, byte for byte: on one port over plain http, on another over TLS. */
export async function startSite(cases: readonly ParityCase[], certificates: Certificates): Promise<Site> {
  const caseOf = new Map(cases.map((parityCase) => [parityCase.id, parityCase]));
  const caseAt = (host: string) => caseOf.get(host.replace(`.${DOMAIN}`, ''));
  const sockets = new Set<Socket>();
  const plain = createServer((socket) =>
    talk(socket, sockets, (request) => plainAnswer(caseAt(request.host), request)),
  );
  const tls = createTlsServer(tlsOptions(certificates, caseAt), (socket) =>
    talk(socket, sockets, (request) => secureAnswer(caseAt(request.host), request)),
  );
  tls.on('tlsClientError', () => undefined);
  return {
    httpPort: await listen(plain),
    httpsPort: await listen(tls),
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await Promise.all([plain, tls].map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

function tlsOptions({ valid, selfSigned }: Certificates, caseAt: (host: string) => ParityCase | undefined) {
  const contexts = {
    valid: createSecureContext(valid),
    'self-signed': createSecureContext(selfSigned),
    none: undefined,
  };
  return {
    ...valid,
    ALPNProtocols: ['http/1.1'],
    SNICallback: (host: string, done: (error: Error | null, context?: typeof contexts.valid) => void) => {
      const context = contexts[caseAt(host)?.tls ?? 'none'];
      done(context ? null : new Error('No TLS here.'), context);
    },
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, ADDRESS, resolve));
  return (server.address() as AddressInfo).port;
}

/** Reads one request and writes the answer to it; none: closes. */
function talk(
  socket: Socket,
  sockets: Set<Socket>,
  answerTo: (request: Request) => RawResponse | undefined,
): void {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
  socket.on('error', () => socket.destroy());
  let head = '';
  socket.on('data', (chunk) => {
    head += chunk.toString('latin1');
    if (!head.includes('\r\n\r\n')) return;
    const request = requestIn(head);
    head = '';
    const answer = answerTo(request);
    if (answer) socket.end(bytesOf(answer, request.method));
    else socket.destroy();
  });
}

function requestIn(head: string): Request {
  const [method = '', target = ''] = head.split(' ', 2);
  const host = /^host:\s*([^:\r]+)/im.exec(head)?.[1] ?? '';
  return { method, path: target.split('?', 1)[0] ?? '', host: host.toLowerCase() };
}

function bytesOf({ status, headers, body }: RawResponse, method: string): Buffer {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return method === 'HEAD' ? head : Buffer.concat([head, body]);
}

function plainAnswer(parityCase: ParityCase | undefined, request: Request): RawResponse | undefined {
  if (!parityCase) return NOT_FOUND;
  if (parityCase.tls === 'none' || parityCase.plain === 'page') return answerOf(parityCase, request);
  if (parityCase.plain === 'closed') return undefined;
  const isPage = request.path === '/' || request.path === parityCase.path;
  if (parityCase.plain !== 'redirect' && isPage) return parityCase.plain;
  const location = `https://${request.host}${request.path}`;
  return { status: 301, headers: [['Location', location]], body: Buffer.alloc(0) };
}

function secureAnswer(parityCase: ParityCase | undefined, request: Request): RawResponse {
  return parityCase ? answerOf(parityCase, request) : NOT_FOUND;
}

/** The page is at the root as well, because some engines look nowhere else. */
function answerOf(parityCase: ParityCase, { path }: Request): RawResponse {
  if (path === '/robots.txt') return parityCase.robotsTxt;
  const resource = parityCase.resources[path];
  if (resource) return resource;
  if (path === parityCase.path || path === '/') return parityCase;
  return (parityCase.root && fileResponse(parityCase.root, path)) ?? NOT_FOUND;
}
