import { type DynamicModule } from '@nestjs/common';
import { type Request } from 'express';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { LoggerModule } from 'nestjs-pino';
import { loggedPath } from './logged-path.js';
import { loggedError } from './logged-error.js';
import { requestIdOf } from './request-id.js';

/** Logs one JSON line per response to standard output. Headers and bodies are never logged, since they hold secrets. */
export function loggingModule(level: string): DynamicModule {
  return LoggerModule.forRoot({
    pinoHttp: {
      level,
      genReqId: requestIdOf,
      quietReqLogger: true,
      customProps: ownIdOf,
      customAttributeKeys: { reqId: 'request_id', responseTime: 'duration_ms' },
      serializers: {
        req: ({ method, url }: { method: string; url: string }) => ({ method, path: loggedPath(url) }),
        err: loggedError,
        res: ({ statusCode }: { statusCode: number }) => ({ status: statusCode }),
      },
      customLogLevel: levelOf,
      // Errors of the server are logged by ProblemFilter.
      customErrorObject: (_request: unknown, _response: unknown, _error: unknown, line: object) =>
        Object.assign(line, { err: undefined }),
      autoLogging: { ignore: ({ url }) => url?.startsWith('/health/') === true },
    },
  });
}

/** The id by which the audit log knows the request, if the client chose another one. */
function ownIdOf(request: IncomingMessage): object {
  const { ownId } = request as Request;
  return ownId === requestIdOf(request) ? {} : { own_request_id: ownId };
}

function levelOf(_request: IncomingMessage, response: ServerResponse, error?: Error): 'error' | 'info' {
  return error || response.statusCode >= 500 ? 'error' : 'info';
}
