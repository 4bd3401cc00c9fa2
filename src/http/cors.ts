import cors from 'cors';
import { type RequestHandler } from 'express';

const EXPOSED = [
  'Age',
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

/** Lets pages of the listed origins read answers, and answers their browsers' preflights. Any other OPTIONS
 *  request goes on to the routes, which know what they allow. */
export function allowOrigins(origins: readonly string[]): RequestHandler {
  const handle = cors({ origin: [...origins], exposedHeaders: EXPOSED });
  return (request, response, next) => {
    const { method, headers } = request;
    if (method === 'OPTIONS' && headers['access-control-request-method'] === undefined) next();
    else handle(request, response, next);
  };
}
