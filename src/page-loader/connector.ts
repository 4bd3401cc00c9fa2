import { lookup } from 'node:dns/promises';
import { connect, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { type buildConnector } from 'undici';
import { isPublicAddress } from './address-policy.js';
import { LoadError } from './load-error.js';
import { isAllowedTarget, portOf, type TargetPolicy } from './target.js';
import { tlsFactsOf, type TlsFacts } from './tls-facts.js';

/** All numeric addresses of a host name. */
export type Resolver = (host: string) => Promise<readonly string[]>;

/** What one new connection showed; durations in milliseconds. */
export interface ConnectionFacts {
  readonly dnsMs: number;
  readonly connectMs: number;
  readonly tlsMs: number | null;
  readonly tls: TlsFacts | null;
}

export interface ConnectorOptions {
  readonly policy: TargetPolicy;
  readonly resolve: Resolver;
  readonly signal: AbortSignal;
  readonly onConnected: (origin: string, facts: ConnectionFacts) => void;
}

const CONNECT_TIMEOUT_MS = 6000;

/** The system's resolver: hosts file, DNS, whatever the machine is set up for. */
export const systemResolver: Resolver = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

/** Opens connections for undici: resolves once, judges every answer, connects to the very address that was
 *  judged, and judges what it is connected to. */
export function safeConnector(options: ConnectorOptions): buildConnector.connector {
  return (target, callback) => {
    open(target, options).then(
      (socket) => {
        callback(null, socket);
      },
      (error: unknown) => {
        callback(error as Error, null);
      },
    );
  };
}

/** Which of `h2` and `http/1.1` a server chooses in a handshake of its own; nothing is sent. null: neither, or no
 *  handshake.
 *  @see https://www.rfc-editor.org/rfc/rfc7301 */
export async function chosenProtocol(url: URL, options: ConnectorOptions): Promise<string | null> {
  try {
    const socket = await connectFirst(await resolveJudged(url, options), url, options);
    const secured = await secure(socket, { url, protocols: ['h2', 'http/1.1'], signal: options.signal });
    const { alpnProtocol } = secured;
    secured.destroy();
    return typeof alpnProtocol === 'string' ? alpnProtocol : null;
  } catch {
    return null;
  }
}

async function open(target: buildConnector.Options, options: ConnectorOptions): Promise<Socket | TLSSocket> {
  const url = urlOf(target);
  const startedAt = performance.now();
  const addresses = await resolveJudged(url, options);
  const resolvedAt = performance.now();
  const socket = await connectFirst(addresses, url, options);
  const connectedAt = performance.now();
  const protocols = ['http/1.1'];
  const isTls = url.protocol === 'https:';
  const secured = isTls ? await secure(socket, { url, protocols, signal: options.signal }) : null;
  options.onConnected(url.origin, {
    dnsMs: resolvedAt - startedAt,
    connectMs: connectedAt - resolvedAt,
    tlsMs: secured ? performance.now() - connectedAt : null,
    tls: secured ? tlsFactsOf(secured) : null,
  });
  if (secured && !secured.authorized) {
    secured.destroy();
    throw new LoadError(
      'tls_invalid',
      `The certificate is not valid for this host: ${String(secured.authorizationError)}.`,
    );
  }
  return secured ?? socket;
}

/** undici names an IPv6 host without its brackets. */
function urlOf({ protocol, hostname, port }: buildConnector.Options): URL {
  const host = hostname.includes(':') && !hostname.startsWith('[') ? `[${hostname}]` : hostname;
  return new URL(`${protocol}//${host}${port === '' ? '' : `:${port}`}`);
}

/** One private answer refuses all: a name that points at both is not to be trusted with either. */
async function resolveJudged(
  url: URL,
  { resolve, policy, signal }: ConnectorOptions,
): Promise<readonly string[]> {
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  const addresses = await abortable(resolve(host), signal);
  if (addresses.length === 0) throw Object.assign(new Error('No address'), { code: 'ENODATA' });
  if (!isAllowedTarget(url, policy) && !addresses.every(isPublicAddress)) throw blocked();
  return addresses;
}

async function connectFirst(
  addresses: readonly string[],
  url: URL,
  options: ConnectorOptions,
): Promise<Socket> {
  let lastError: unknown;
  for (const address of addresses) {
    try {
      const socket = await connectTo(address, url, options.signal);
      const isJudged = isAllowedTarget(url, options.policy) || isPublicAddress(socket.remoteAddress ?? '');
      if (isJudged) return socket;
      socket.destroy();
      throw blocked();
    } catch (error) {
      if (error instanceof LoadError || options.signal.aborted) throw error;
      lastError = error;
    }
  }
  throw lastError;
}

function connectTo(address: string, url: URL, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port: portOf(url), noDelay: true });
    const timer = setTimeout(() => {
      socket.destroy(Object.assign(new Error('Connect timeout'), { code: 'ETIMEDOUT' }));
    }, CONNECT_TIMEOUT_MS);
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
        socket.removeAllListeners('error');
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

/** Completes the handshake even where the certificate is not valid, to tell what is wrong with it; nothing is
 *  sent over such a connection. */
function secure(
  socket: Socket,
  { url, protocols, signal }: { url: URL; protocols: string[]; signal: AbortSignal },
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const host = url.hostname.replace(/\.$/, '');
    const isName = !/^[\d.]+$|\[/.test(host);
    const secured = connectTls({
      socket,
      host,
      ...(isName && { servername: host }),
      ALPNProtocols: protocols,
      rejectUnauthorized: false,
    });
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
      secured.removeAllListeners('error');
      resolve(secured);
    });
    secured.once('error', (cause) => {
      settle();
      const isOurs = cause instanceof LoadError;
      reject(
        isOurs
          ? cause
          : new LoadError('tls_failed', 'The server does not complete a TLS handshake.', { cause }),
      );
    });
  });
}

function blocked(): LoadError {
  return new LoadError(
    'blocked_address',
    'The host name leads to an address outside of the public internet.',
  );
}

/** Rejects with the signal's reason as soon as it is aborted, whatever the promise does. */
function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', abort);
    });
  });
}
