import cors from 'cors';
import { type RequestHandler } from 'express';

const EXPOSED = [
  'Age',
  'Content-Disposition',
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'Location',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
];

/** Allows pages of the listed origins to read responses, and responds to preflights. Other OPTIONS requests go on to the
 *  routes. */
export function allowOrigins(origins: readonly string[]): RequestHandler {
  const handle = cors({ origin: [...origins], exposedHeaders: EXPOSED });
  return (request, response, next) => {
    const { method, headers } = request;
    if (method === 'OPTIONS' && headers['access-control-request-method'] === undefined) next();
    else handle(request, response, next);
  };
}
