import { type Socket } from 'node:net';
import { LoadError } from './load-error.js';

const LOOK_MS = 200;
/** Beyond bodies: handshakes, interim responses, framing. */
const FREE_BYTES = 1024 * 1024;
const BYTES_A_REQUEST = 72 * 1024;
/** A body in chunks of less is no body, but an attack on whoever has to take it apart. */
const WIRE_BYTES_A_BODY_BYTE = 4;

/** Watches what the servers of one visit send: bodies in chunks of one byte, endless chunk extensions and interim
 *  responses take our time and never show as a body. */
export class Traffic {
  /** Of bodies, before they were decoded. */
  bodyBytes = 0;
  requests = 0;
  private readonly open = new Set<Socket>();
  private closedBytes = 0;
  private readonly timer: NodeJS.Timeout;

  /** @param end is called once, when it is too much */
  constructor(end: (reason: LoadError) => void) {
    this.timer = setInterval(() => {
      if (this.receivedBytes() <= this.allowedBytes()) return;
      this.stop();
      end(new LoadError('invalid_response', 'The server sends far more framing than content.'));
    }, LOOK_MS);
  }

  add(socket: Socket): void {
    this.open.add(socket);
    socket.once('close', () => {
      this.open.delete(socket);
      this.closedBytes += socket.bytesRead;
    });
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private receivedBytes(): number {
    return [...this.open].reduce((sum, { bytesRead }) => sum + bytesRead, this.closedBytes);
  }

  private allowedBytes(): number {
    return FREE_BYTES + this.requests * BYTES_A_REQUEST + this.bodyBytes * WIRE_BYTES_A_BODY_BYTE;
  }
}
