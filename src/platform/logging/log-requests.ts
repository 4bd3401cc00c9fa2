import { type Request, type RequestHandler } from 'express';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { requestIdOf } from '../http/server/incoming-request.js';

/** Words, short names and numbers: too short to be a secret. */
const HARMLESS = /^(?:[a-z_.-]{0,64}|[\w.-]{1,8}|\d{1,19})$/;

/** Logs one line per response. Headers and bodies are never logged, since they hold secrets. */
export function logRequests(logger: Logger): RequestHandler {
  return pinoHttp({
    logger,
    genReqId: requestIdOf,
    quietReqLogger: true,
    customAttributeKeys: { reqId: 'request_id', responseTime: 'duration_ms' },
    serializers: {
      req: ({ method, url }: { method: string; url: string }) => ({ method, path: loggedPath(url) }),
      res: ({ statusCode }: { statusCode: number }) => ({ status: statusCode }),
    },
    customLogLevel: levelOf,
    customSuccessObject: (request: IncomingMessage, _response: unknown, line: object) => ({
      ...line,
      ...callerOf(request),
    }),
    // Errors of the server are logged by ProblemFilter.
    customErrorObject: (request: IncomingMessage, _response: unknown, _error: unknown, line: object) => ({
      ...line,
      ...callerOf(request),
      err: undefined,
    }),
    autoLogging: { ignore: ({ url }) => url?.startsWith('/health/') === true },
  });
}

/** The key of the request, and the id by which the audit log knows it if the client chose another one. */
function callerOf(request: IncomingMessage): object {
  const { ownId, requester } = request as Partial<Request>;
  return {
    ...(ownId !== requestIdOf(request) && { own_request_id: ownId }),
    ...(requester && { key_id: requester.keyId }),
  };
}

function levelOf(_request: IncomingMessage, response: ServerResponse, error?: Error): 'error' | 'info' {
  return error || response.statusCode >= 500 ? 'error' : 'info';
}

/** The part of a request target that may be logged: its path, with every segment masked that could be a secret. A share
 *  token has many spellings (percent-encoded, after doubled slashes, in an absolute URL), so only segments that are
 *  known to be harmless are shown. The query is omitted. */
export function loggedPath(target: string): string {
  const [path = ''] = target.split(/[?#]/, 1);
  return path
    .split('/')
    .map((segment) => (HARMLESS.test(segment) ? segment : '…'))
    .join('/');
}
