import { type LoggerService } from '@nestjs/common';
import { type Logger, pino, stdSerializers } from 'pino';

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** Fields of errors without values of a request, unlike `parameters` and `detail` of a failed statement. */
const SHOWN = ['type', 'message', 'stack', 'code', 'query', 'table', 'constraint'] as const;

/** Writes Nest's log lines as JSON to standard output. */
export class JsonLogger implements LoggerService {
  readonly pino: Logger;
  readonly fatal = this.writerOf('fatal');
  readonly error = this.writerOf('error');
  readonly warn = this.writerOf('warn');
  readonly log = this.writerOf('info');
  readonly debug = this.writerOf('debug');
  readonly verbose = this.writerOf('trace');

  constructor(level: string) {
    this.pino = pino({ level, serializers: { err: stdSerializers.wrapErrorSerializer(loggedError) } });
  }

  private writerOf(level: Level) {
    return (message: unknown, ...rest: unknown[]): void => {
      this.write(level, message, rest);
    };
  }

  /** @param rest the stack of an error, if Nest itself logs one, and at last the name of the logger */
  private write(level: Level, message: unknown, rest: readonly unknown[]): void {
    const context = rest.at(-1);
    // A port that can't be listened on, which the server tells in plain words.
    if (context === 'NestApplication' && level === 'error') return;
    const [stack] = rest.slice(0, -1);
    if (message instanceof Error) this.pino[level]({ context, err: message });
    else if (typeof message === 'string')
      this.pino[level]({ context, ...(typeof stack === 'string' && { stack }), msg: message });
    else this.pino[level]({ context, ...(message as object) });
  }
}

/** The part of an error that may be logged.
 *  @param fields from pino's own serializer */
function loggedError(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(SHOWN.filter((name) => name in fields).map((name) => [name, fields[name]]));
}
