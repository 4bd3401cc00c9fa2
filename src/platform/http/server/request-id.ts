import { randomUUID } from 'node:crypto';
import { type IncomingMessage } from 'node:http';
import { type NextFunction, type Request, type Response } from 'express';

const ACCEPTED = /^[A-Za-z0-9._-]{1,128}$/;

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
  request.id = typeof given === 'string' && ACCEPTED.test(given) ? given : request.ownId;
  response.setHeader('X-Request-Id', request.id);
  response.setHeader('Cache-Control', 'private, no-cache');
  next();
}

/** The id that {@link assignRequestId} gave the request. */
export function requestIdOf(request: IncomingMessage): string {
  return request.id as string;
}
