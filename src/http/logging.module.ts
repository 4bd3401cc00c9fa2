import { type DynamicModule } from '@nestjs/common';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { LoggerModule } from 'nestjs-pino';
import { requestIdOf } from './request-id.js';

/** JSON lines on standard output, one for each answer. No header and no body is ever logged: that is where
 *  secrets are. */
export function loggingModule(level: string): DynamicModule {
  return LoggerModule.forRoot({
    pinoHttp: {
      level,
      genReqId: requestIdOf,
      quietReqLogger: true,
      customAttributeKeys: { reqId: 'request_id', responseTime: 'duration_ms' },
      serializers: {
        req: ({ method, url }: { method: string; url: string }) => ({ method, path: pathOf(url) }),
        res: ({ statusCode }: { statusCode: number }) => ({ status: statusCode }),
      },
      customLogLevel: levelOf,
      autoLogging: { ignore: ({ url }) => url?.startsWith('/health/') === true },
    },
  });
}

/** Without the query, and without what opens a shared page. */
function pathOf(url: string): string | undefined {
  return url.split('?')[0]?.replace(/^\/s\/[^/]+/, '/s/…');
}

function levelOf(_request: IncomingMessage, response: ServerResponse, error?: Error): 'error' | 'info' {
  return error || response.statusCode >= 500 ? 'error' : 'info';
}
