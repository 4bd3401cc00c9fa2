import { type NextFunction, type Request, type Response } from 'express';

const BROKEN = Symbol('broken path');

/** Lets a path with broken percent-encoding through to the routes, its percent signs taken literally: an
 *  {id} in it names nothing (404), and whether the key is good is told first. Express would answer 400 before
 *  any of that. */
export function tolerateBrokenPath(request: Request, _response: Response, next: NextFunction): void {
  const end = request.url.indexOf('?');
  const path = end < 0 ? request.url : request.url.slice(0, end);
  if (path.includes('%') && !isDecodable(path)) {
    request.url = path.replaceAll('%', '%25') + (end < 0 ? '' : request.url.slice(end));
    Object.assign(request, { [BROKEN]: true });
  }
  next();
}

export function hasBrokenPath(request: Request): boolean {
  return BROKEN in request;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
