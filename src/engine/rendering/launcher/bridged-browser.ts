import { type Socket } from 'node:net';
import { BrowserProcess } from '../browser-process.js';
import { type BrowserProgram } from '../browser-program.js';
import { type MeasuredMemory, type MemoryWatch } from '../memory-watch.js';
import { encoded } from '../message-reader.js';
import { kill, withDescendants } from '../process-tree.js';
import { newProfile, removeProfile } from '../profiles.js';
import { ForwardedPort } from './forwarded-port.js';

export interface BridgeOptions {
  readonly program: BrowserProgram;
  readonly hasSandbox: boolean;
  readonly product: string;
  readonly proxySocket: string;
  readonly memory: MemoryWatch;
}

/** A browser whose remote debugging pipe is a client's socket. It ends with the socket, and the socket with it. */
export class BridgedBrowser {
  readonly ended: Promise<void>;
  /** Whether the client has received whole messages, so that another one may follow. */
  private isBetweenMessages = true;
  private untold: MeasuredMemory | null = null;

  constructor(
    private readonly socket: Socket,
    private readonly options: BridgeOptions,
  ) {
    this.ended = this.run();
  }

  async end(): Promise<void> {
    this.socket.destroy();
    await this.ended;
  }

  private async run(): Promise<void> {
    const closed = new Promise((resolve) => this.socket.once('close', resolve));
    const profile = await newProfile();
    try {
      const port = await ForwardedPort.open(this.options.proxySocket);
      try {
        const end = this.start(profile, port.url);
        if (!this.socket.destroyed) await closed;
        end();
      } finally {
        port.close();
      }
    } finally {
      await removeProfile(profile);
    }
  }

  /** @returns what ends the browser */
  private start(profile: string, proxy: string): () => void {
    const { program, hasSandbox, product, memory } = this.options;
    const browser = new BrowserProcess(program, { profile, proxy, hasSandbox, product });
    const { pid } = browser;
    this.tell({ launcher: 'started', proxy });
    this.bridge(browser);
    if (pid === null) return () => undefined;
    const unwatch = memory.add(pid, (measured) => {
      this.noteMemory(measured);
    });
    return () => {
      unwatch();
      kill(withDescendants([pid]));
    };
  }

  private bridge({ input, output, ended }: BrowserProcess): void {
    for (const stream of [input, output]) stream.on('error', () => this.socket.destroy());
    void ended.then((detail) => {
      this.fail(detail);
    });
    output.pipe(this.socket, { end: false });
    output.on('data', (chunk: Buffer) => {
      this.isBetweenMessages = chunk.at(-1) === 0;
      this.tellMemory();
    });
    this.socket.pipe(input);
  }

  private noteMemory({ bytes, isCrowdedOut }: MeasuredMemory): void {
    this.untold = { bytes, isCrowdedOut: isCrowdedOut || this.untold?.isCrowdedOut === true };
    this.tellMemory();
  }

  /** Within a message of the browser, it waits for the end of that. */
  private tellMemory(): void {
    if (!this.untold || !this.isBetweenMessages) return;
    this.tell({ launcher: 'memory', ...this.untold });
    this.untold = null;
  }

  private fail(detail: string): void {
    this.tell({ launcher: 'failed', detail });
    this.socket.end(() => this.socket.destroy());
  }

  private tell(message: object): void {
    if (this.isBetweenMessages && this.socket.writable) this.socket.write(encoded(message));
  }
}
