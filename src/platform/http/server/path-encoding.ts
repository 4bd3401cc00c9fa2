import { type NextFunction, type Request, type Response } from 'express';

const BROKEN = Symbol('broken path');

/** Escapes the percent signs of a path with invalid percent-encoding, so that it reaches the routes: the key is checked
 *  first, and an invalid {id} is a 404. Express alone would respond with 400 before that. */
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
