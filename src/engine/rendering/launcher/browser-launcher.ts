import { rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { type BrowserProgram } from '../browser-program.js';
import { type MemoryLimits, MemoryWatch } from '../memory-watch.js';
import { encoded, MessageReader } from '../message-reader.js';
import { BridgedBrowser } from './bridged-browser.js';
import { proxySocketFor } from './launcher-socket.js';

const REQUEST_MS = 10_000;
const MAX_CONNECTIONS = 32;
const REQUEST_BYTES = 1000;

export interface LauncherOptions {
  /** Path of the Unix socket. */
  readonly path: string;
  readonly program: BrowserProgram;
  readonly hasSandbox: boolean;
  /** `Pagegrade/1.0.0`, for the User-Agent header. */
  readonly product: string;
  /** Of all browsers; default: that of {@link MemoryWatch}. */
  readonly memory?: MemoryLimits;
}

/** Starts browsers for clients of a Unix socket, so that these need not share their network with them. Clients choose
 *  nothing but the socket of their proxy, beside this one: the program and its arguments are fixed. */
export class BrowserLauncher {
  private readonly browsers = new Set<BridgedBrowser>();
  private readonly memory: MemoryWatch;

  private constructor(
    private readonly server: Server,
    private readonly options: LauncherOptions,
  ) {
    this.memory = new MemoryWatch(options.memory);
    server.maxConnections = MAX_CONNECTIONS;
    server.on('connection', (socket: Socket) => {
      this.serve(socket);
    });
  }

  static async listen(options: LauncherOptions): Promise<BrowserLauncher> {
    // Of a launcher that was killed.
    await rm(options.path, { force: true });
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(options.path, resolve);
    });
    return new BrowserLauncher(server, options);
  }

  /** Ends all browsers. */
  async close(): Promise<void> {
    this.server.close();
    await Promise.all([...this.browsers].map((browser) => browser.end()));
  }

  private serve(socket: Socket): void {
    const { engine, version } = this.options.program;
    const reader = new MessageReader({ messageBytes: REQUEST_BYTES, runBytes: REQUEST_BYTES });
    socket.on('error', () => socket.destroy());
    socket.setTimeout(REQUEST_MS, () => socket.destroy());
    socket.write(encoded({ launcher: 'hello', engine, version }));
    // The client waits for the reply before it sends more.
    const read = (chunk: Buffer) => {
      try {
        const [request] = reader.read(chunk);
        if (!request) return;
        socket.off('data', read).setTimeout(0);
        this.launch(socket, request.proxy);
      } catch {
        socket.destroy();
      }
    };
    socket.on('data', read);
  }

  private launch(socket: Socket, proxyName: unknown): void {
    const proxySocket = proxySocketFor(this.options.path, proxyName);
    if (proxySocket === null) {
      socket.end(encoded({ launcher: 'failed', detail: 'The name of the proxy’s socket is invalid.' }));
      return;
    }
    const browser = new BridgedBrowser(socket, { ...this.options, proxySocket, memory: this.memory });
    this.browsers.add(browser);
    void browser.ended.catch(() => socket.destroy()).finally(() => this.browsers.delete(browser));
  }
}
