import { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import ipaddr from 'ipaddr.js';
import { randomUUID } from 'node:crypto';
import { type IncomingMessage } from 'node:http';
import { MalformedRequest } from '../../errors/http-errors.js';

const ACCEPTED_ID = /^[A-Za-z0-9._-]{1,128}$/;
const BROKEN_PATH = Symbol('broken path');

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the only way to extend Express's Request
  namespace Express {
    interface Request {
      /** An id that no client chooses. */
      ownId: string;
    }
  }
}

/** Gives every request an id, the client's `X-Request-Id` if it is well-formed, and returns it. Keeps responses out of
 *  shared caches, unless a route decides otherwise. */
export function assignRequestId(request: Request, response: Response, next: NextFunction): void {
  const given = request.headers['x-request-id'];
  request.ownId = randomUUID();
  request.id = typeof given === 'string' && ACCEPTED_ID.test(given) ? given : request.ownId;
  response.setHeader('X-Request-Id', request.id);
  response.setHeader('Cache-Control', 'private, no-cache');
  next();
}

/** The id that {@link assignRequestId} gave the request. */
export function requestIdOf(request: IncomingMessage): string {
  return request.id as string;
}

/** Refuses requests with more than one Host header: a proxy in front may have looked at another one than Node.js does.
 *  @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2 */
export function requireOneHost(
  answer: (error: Error, request: Request, response: Response) => void,
): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const names = request.rawHeaders.filter((_, at) => at % 2 === 0);
    const hosts = names.filter((name) => name.toLowerCase() === 'host');
    const refused =
      hosts.length > 1 ? 'more than one' : hosts.length === 0 && request.httpVersion === '1.1' ? 'no' : null;
    if (refused === null) next();
    else answer(new MalformedRequest(`The request has ${refused} Host header. Send one.`), request, response);
  };
}

/** Escapes the percent signs of a path with invalid percent-encoding, so that it reaches the routes: the key is checked
 *  first, and an invalid {id} is a 404. Express alone would respond with 400 before that. */
export function tolerateBrokenPath(request: Request, _response: Response, next: NextFunction): void {
  const end = request.url.indexOf('?');
  const path = end < 0 ? request.url : request.url.slice(0, end);
  if (path.includes('%') && !isDecodable(path)) {
    request.url = path.replaceAll('%', '%25') + (end < 0 ? '' : request.url.slice(end));
    Object.assign(request, { [BROKEN_PATH]: true });
  }
  next();
}

export function hasBrokenPath(request: Request): boolean {
  return BROKEN_PATH in request;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** What counts as one client: an IPv4 address, or the /64 network of an IPv6 address. */
export function networkOf(request: Pick<Request, 'ip'>): string {
  const ip = clientAddressOf(request);
  if (ip === '') return '';
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`).toString()}/64`;
}

/** The address of the client, without the port that some proxies add; empty: it is none. */
export function clientAddressOf({ ip = '' }: Pick<Request, 'ip'>): string {
  const address = /^([\d.]+):\d+$|^\[(.+)\](?::\d+)?$/.exec(ip);
  const plain = address?.[1] ?? address?.[2] ?? ip;
  return ipaddr.isValid(plain) ? plain : '';
}
