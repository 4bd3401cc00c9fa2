import { type Socket } from 'node:net';
import { LoadError } from './load-error.js';

const CHECK_INTERVAL_MS = 200;
/** Allowance for handshakes, interim responses and framing. */
const OVERHEAD_BYTES = 1024 * 1024;
const OVERHEAD_BYTES_PER_REQUEST = 72 * 1024;
/** More overhead than this can only be an attack with tiny chunks. */
const MAX_BYTES_PER_BODY_BYTE = 4;

/** Limits the overhead of responses in one visit. Bodies in chunks of one byte, endless chunk extensions and interim
 *  responses cost CPU time without adding to the size of a body. */
export class Traffic {
  /** Received body bytes, before decoding. */
  bodyBytes = 0;
  requests = 0;
  private readonly open = new Set<Socket>();
  private closedBytes = 0;
  private readonly timer: NodeJS.Timeout;

  /** @param end called once when the limit is exceeded */
  constructor(end: (reason: LoadError) => void) {
    this.timer = setInterval(() => {
      if (this.receivedBytes() <= this.allowedBytes()) return;
      this.stop();
      end(new LoadError('invalid_response', 'The response has far more framing than content.'));
    }, CHECK_INTERVAL_MS);
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
    return (
      OVERHEAD_BYTES + this.requests * OVERHEAD_BYTES_PER_REQUEST + this.bodyBytes * MAX_BYTES_PER_BODY_BYTE
    );
  }
}
