import { randomUUID } from 'node:crypto';
import { type IncomingMessage } from 'node:http';
import { type NextFunction, type Request, type Response } from 'express';

const ACCEPTED = /^[A-Za-z0-9._-]{1,128}$/;

/** Gives every request an id, the client's `X-Request-Id` if it is well-formed, and sends it back; and keeps
 *  every answer, unless its route knows better, out of shared caches. */
export function assignRequestId(request: Request, response: Response, next: NextFunction): void {
  const given = request.headers['x-request-id'];
  request.id = typeof given === 'string' && ACCEPTED.test(given) ? given : randomUUID();
  response.setHeader('X-Request-Id', request.id);
  response.setHeader('Cache-Control', 'private, no-cache');
  next();
}

/** The id that the request was given when it arrived. */
export function requestIdOf(request: IncomingMessage): string {
  return request.id as string;
}
