import { type Request, type RequestHandler } from 'express';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { requestIdOf } from '../http/server/request-id.js';
import { loggedPath } from './logged-path.js';

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
