import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { type buildConnector } from 'undici';
import { type Release } from '../../basics/fair-share.js';
import { isPublicAddress } from './address-policy.js';
import { finishPaused } from './finish-paused.js';
import { LoadError, loadErrorFrom, tlsFailure } from './load-error.js';
import { type NameLookups } from './name-lookups.js';
import { isAllowedTarget, portOf, type TargetPolicy } from './target.js';
import { tlsFactsOf, type TlsFacts } from './tls-facts.js';

/** Measurements of a new connection; durations in milliseconds. */
export interface ConnectionFacts {
  readonly dnsMs: number;
  readonly connectMs: number;
  readonly tlsMs: number | null;
  readonly tls: TlsFacts | null;
}

export interface ConnectorOptions {
  readonly policy: TargetPolicy;
  readonly lookups: NameLookups;
  /** Waits for a connection slot, which is released when the connection closes. */
  readonly turn: () => Promise<Release>;
  readonly signal: AbortSignal;
  readonly onSocket: (socket: Socket) => void;
  readonly onConnected: (origin: string, facts: ConnectionFacts) => void;
}

const CONNECT_TIMEOUT_MS = 6000;
/** For all addresses of a name: the last of many may be the only one that answers. */
const ALL_CONNECT_TIMEOUT_MS = 12_000;

/** Opens connections for undici. Resolves the host once, checks every address, connects to a checked address, and checks
 *  the address of the peer. */
export function safeConnector(options: ConnectorOptions): buildConnector.connector {
  return (target, callback) => {
    open(target, options).then(
      (socket) => {
        finishPaused(socket);
        callback(null, socket);
      },
      (error: unknown) => {
        callback(error as Error, null);
      },
    );
  };
}

/** A connection without TLS to the host and port of a URL, to be closed by the caller.
 *  @throws LoadError `blocked_address`, or the system's error */
export async function openSocket(url: URL, options: ConnectorOptions): Promise<Socket> {
  return connectFirst(await resolveChecked(url, options), url, options);
}

/** Which of `h2` and `http/1.1` a server chooses, in a separate handshake that sends no request. A server that chooses
 *  none gets HTTP/1.1 from browsers. null: the handshake failed.
 *  @throws OutOfResources
 *  @see https://www.rfc-editor.org/rfc/rfc7301 */
export async function chosenProtocol(url: URL, options: ConnectorOptions): Promise<string | null> {
  try {
    const socket = await openSocket(url, options);
    const secured = await secure(socket, { url, protocols: ['h2', 'http/1.1'], signal: options.signal });
    const { alpnProtocol } = secured;
    secured.destroy();
    return typeof alpnProtocol === 'string' ? alpnProtocol : 'http/1.1';
  } catch (error) {
    loadErrorFrom(error);
    return null;
  }
}

async function open(target: buildConnector.Options, options: ConnectorOptions): Promise<Socket | TLSSocket> {
  const url = urlOf(target);
  const startedAt = performance.now();
  const addresses = await resolveChecked(url, options);
  const resolvedAt = performance.now();
  const socket = await connectFirst(addresses, url, options);
  const times = { dnsMs: resolvedAt - startedAt, connectMs: performance.now() - resolvedAt };
  try {
    if (url.protocol === 'https:') return await openSecure(socket, { url, times, options });
    options.onConnected(url.origin, { ...times, tlsMs: null, tls: null });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function openSecure(
  socket: Socket,
  {
    url,
    times,
    options: { signal, onConnected },
  }: {
    readonly url: URL;
    readonly times: Pick<ConnectionFacts, 'dnsMs' | 'connectMs'>;
    readonly options: ConnectorOptions;
  },
): Promise<TLSSocket> {
  const startedAt = performance.now();
  const secured = await secure(socket, { url, protocols: ['http/1.1'], signal });
  const tlsMs = performance.now() - startedAt;
  onConnected(url.origin, { ...times, tlsMs, tls: tlsFactsOf(secured) });
  if (secured.authorized) return secured;
  throw new LoadError('tls_invalid', certificateFault(String(secured.authorizationError)));
}

/** @param code of OpenSSL */
function certificateFault(code: string): string {
  return code === 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'
    ? `The certificate can't be verified: the server sends no intermediate certificate, which browsers may download but other programs don't, or its authority is unknown (${code}).`
    : `The certificate is not valid for this host: ${code}.`;
}

/** undici passes IPv6 hosts without brackets. */
function urlOf({ protocol, hostname, port }: buildConnector.Options): URL {
  const host = hostname.includes(':') && !hostname.startsWith('[') ? `[${hostname}]` : hostname;
  return new URL(`${protocol}//${host}${port === '' ? '' : `:${port}`}`);
}

/** Resolves the host. One private address refuses all: a name with both kinds is not trustworthy. */
async function resolveChecked(url: URL, { lookups, policy }: ConnectorOptions): Promise<readonly string[]> {
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  const addresses = await lookups.addressesOf(host);
  if (addresses.length === 0) throw Object.assign(new Error('No address'), { code: 'ENODATA' });
  if (!isAllowedTarget(url, policy) && !addresses.every(policy.isPublic ?? isPublicAddress)) throw blocked();
  return addresses;
}

async function connectFirst(
  addresses: readonly string[],
  url: URL,
  options: ConnectorOptions,
): Promise<Socket> {
  let firstError: unknown;
  const timeoutMs = Math.min(CONNECT_TIMEOUT_MS, ALL_CONNECT_TIMEOUT_MS / addresses.length);
  for (const address of addresses) {
    try {
      const socket = await connectTo({ address, timeoutMs }, url, options);
      const { isPublic = isPublicAddress } = options.policy;
      const { remoteAddress } = socket;
      if (isAllowedTarget(url, options.policy) || (remoteAddress !== undefined && isPublic(remoteAddress)))
        return socket;
      socket.destroy();
      throw remoteAddress === undefined ? closedAtOnce() : blocked();
    } catch (error) {
      if (error instanceof LoadError || options.signal.aborted) throw error;
      firstError ??= error;
    }
  }
  throw firstError;
}

/** The server closed the connection before its address could be read. */
function closedAtOnce(): Error {
  return Object.assign(new Error('Closed at once'), { code: 'ECONNRESET' });
}

async function connectTo(
  { address, timeoutMs }: { readonly address: string; readonly timeoutMs: number },
  url: URL,
  { signal, turn, onSocket }: ConnectorOptions,
): Promise<Socket> {
  const release = await turn();
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port: portOf(url), noDelay: true }).once('close', release);
    socket.on('error', ignoreError);
    onSocket(socket);
    const timer = setTimeout(() => {
      socket.destroy(Object.assign(new Error('Connect timeout'), { code: 'ETIMEDOUT' }));
    }, timeoutMs);
    const settle = (outcome: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      outcome();
    };
    const abort = () => {
      socket.destroy(signal.reason as Error);
    };
    signal.addEventListener('abort', abort, { once: true });
    socket.once('connect', () => {
      settle(() => {
        resolve(socket);
      });
    });
    socket.once('error', (error) => {
      settle(() => {
        reject(error);
      });
    });
  });
}

/** Completes the handshake even if the certificate is invalid, to report its fault. No request is sent over such a
 *  connection. */
function secure(
  socket: Socket,
  { url, protocols, signal }: { url: URL; protocols: string[]; signal: AbortSignal },
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const host = url.hostname.replaceAll(/[[\]]|\.$/g, '');
    const isName = isIP(host) === 0;
    const secured = connectTls({
      socket,
      host,
      ...(isName && { servername: host }),
      ALPNProtocols: protocols,
      rejectUnauthorized: false,
    });
    secured.on('error', ignoreError);
    const abort = () => {
      secured.destroy(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      secured.destroy(Object.assign(new Error('TLS timeout'), { code: 'ERR_TLS_HANDSHAKE_TIMEOUT' }));
    }, CONNECT_TIMEOUT_MS);
    signal.addEventListener('abort', abort, { once: true });
    const settle = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    secured.once('secureConnect', () => {
      settle();
      resolve(secured);
    });
    secured.once('error', (cause) => {
      settle();
      const isOurs = cause instanceof LoadError;
      reject(isOurs ? cause : tlsFailure(cause));
    });
  });
}

/** A permanent error listener. A server can reset the connection after the handshake but before undici listens, and an
 *  unhandled error event would end the process. undici rejects failed sockets by itself. */
function ignoreError(): void {
  return undefined;
}

function blocked(): LoadError {
  return new LoadError(
    'blocked_address',
    'The host name resolves to an address outside the public internet.',
  );
}
