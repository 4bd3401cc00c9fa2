import { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { MalformedRequest } from '../../errors/http-errors.js';

/** Refuses requests with more than one Host header: a proxy in front may have looked at another one than Node.js does.
 *  @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2 */
export function refuseSeveralHosts(
  answer: (error: Error, request: Request, response: Response) => void,
): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const names = request.rawHeaders.filter((_, at) => at % 2 === 0);
    const hosts = names.filter((name) => name.toLowerCase() === 'host');
    if (hosts.length < 2) next();
    else
      answer(new MalformedRequest('The request has more than one Host header. Send one.'), request, response);
  };
}
