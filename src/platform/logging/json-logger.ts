import { type LoggerService } from '@nestjs/common';
import { type Logger, pino, stdSerializers } from 'pino';

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** Fields of errors without values of a request, unlike `parameters` and `detail` of a failed statement. */
const SHOWN = ['type', 'message', 'stack', 'code', 'query', 'table', 'constraint'] as const;

/** Bytes of lines that wait to be written. Further lines are left out. */
const MAX_WAITING = 16_000_000;

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
    const serializers = { err: stdSerializers.wrapErrorSerializer(loggedError) };
    this.pino = pino({ level, serializers }, standardOutput());
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

/** Standard output, whose faults do not end the service: a full disk, or a terminal that was closed. What could not be written
 *  is written with the next line. */
function standardOutput(): ReturnType<typeof pino.destination> {
  const output = pino.destination({ dest: 1, sync: false, maxLength: MAX_WAITING });
  const flush = output.flushSync.bind(output);
  let isWritable = true;
  output.on('error', () => (isWritable = false));
  output.on('write', () => (isWritable = true));
  // Called at the end of the process: the library would try for ever.
  output.flushSync = () => {
    if (isWritable) flush();
  };
  return output;
}

/** The part of an error that may be logged.
 *  @param fields from pino's own serializer */
function loggedError(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(SHOWN.filter((name) => name in fields).map((name) => [name, fields[name]]));
}
