import { type Socket } from 'node:net';
import symbols from 'undici/lib/core/symbols.js';
import { errorCodeOf } from '../../basics/error-code.js';

/** What undici 7 reads a socket's responses with. */
interface Parser {
  paused: boolean;
  /** null: destroyed. */
  readonly ptr: number | null;
  readonly llhttp: { readonly llhttp_resume: (ptr: number) => void };
  readonly execute: (chunk: Buffer) => void;
}

const NOTHING = Buffer.alloc(0);

/** Has a response that its server ends by closing the connection read to its end, although its reader is slow. undici 7
 *  takes such a parser to be impossible, in an assertion that would end the process; version 8 does this by itself, but needs
 *  Node.js 22. To be called before undici has the socket.
 *  @see https://github.com/nodejs/undici/issues/5360 */
export function finishPaused(socket: Socket): void {
  const finish = () => {
    const parser = (socket as { [symbols.kParser]?: Parser | null })[symbols.kParser];
    for (let chunk = null; parser?.paused && parser.ptr !== null && chunk?.length !== 0;) {
      parser.llhttp.llhttp_resume(parser.ptr);
      parser.paused = false;
      chunk = (socket.read() as Buffer | null) ?? NOTHING;
      parser.execute(chunk);
    }
    if (!parser?.paused || parser.ptr === null) return;
    parser.llhttp.llhttp_resume(parser.ptr);
    parser.paused = false;
  };
  socket.on('end', finish).on('close', finish);
  socket.on('error', (error) => {
    if (errorCodeOf(error) === 'ECONNRESET') finish();
  });
}
