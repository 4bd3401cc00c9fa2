import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ConnectOverCDPTransport } from 'playwright-core';
import { encoded, type Message, MessageReader } from './messages.js';
import { proxyNameOf } from './launcher-socket.js';

/** A launcher that was killed is back within that time. */
const RECONNECT_MS = 10_000;
const RETRY_MS = 250;
const REPLY_MS = 10_000;

/** A connection to the launcher: first tells what it launches, then is the debugging pipe of one browser. The browser
 *  ends with the connection. */
export class LauncherConnection implements ConnectOverCDPTransport {
  /** Memory of the browser's processes. */
  bytes = 0;
  /** Why the browser could not be started or has ended, if the launcher said so. */
  failure: Error | null = null;
  onmessage?: (message: object) => void;
  onclose?: (reason?: string) => void;
  private readonly reader = new MessageReader();
  private readonly replies = new Map<string, (message: Message) => void>();

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => {
      this.receive(chunk);
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      for (const reply of this.replies.values()) reply({});
      // After the messages that have arrived.
      setImmediate(() => this.onclose?.());
    });
  }

  /** @param waitMs time that a launcher has to appear
   *  @throws Error if there is no launcher */
  static async open(path: string, waitMs = RECONNECT_MS): Promise<LauncherConnection> {
    const deadline = performance.now() + waitMs;
    for (;;) {
      try {
        return new LauncherConnection(await connected(path));
      } catch (error) {
        if (performance.now() > deadline) throw error;
        await sleep(RETRY_MS);
      }
    }
  }

  /** The browser that the launcher starts. */
  async program(): Promise<{ readonly engine: string; readonly version: string }> {
    const { engine, version } = await this.reply('hello');
    return { engine: String(engine), version: String(version) };
  }

  /** Starts the browser, whose only way out is the proxy at a socket.
   *  @returns the proxy's URL as the browser reaches it */
  async start(proxySocket: string): Promise<string> {
    this.socket.write(encoded({ proxy: proxyNameOf(proxySocket) }));
    const { proxy } = await this.reply('started');
    return String(proxy);
  }

  send(message: object): void {
    if (this.socket.writable) this.socket.write(encoded(message));
  }

  close(): void {
    this.socket.destroy();
  }

  private async reply(kind: string): Promise<Message> {
    const reply = new Promise<Message>((resolve) => this.replies.set(kind, resolve));
    const late = new AbortController();
    const message = await Promise.race([
      reply,
      sleep(REPLY_MS, null, { signal: late.signal }).catch(() => null),
    ]);
    late.abort();
    if (message?.launcher === kind) return message;
    throw (
      this.failure ?? new Error('The browser launcher does not answer. Is it running, and of this version?')
    );
  }

  private receive(chunk: Buffer): void {
    try {
      for (const message of this.reader.read(chunk))
        if (typeof message.launcher === 'string') this.told(message.launcher, message);
        else setImmediate(() => this.onmessage?.(message));
    } catch (error) {
      this.failure = error instanceof Error ? error : new Error(String(error));
      this.close();
    }
  }

  private told(kind: string, message: Message): void {
    if (kind === 'memory') this.bytes = Number(message.bytes);
    if (kind === 'failed') this.failure = new Error(String(message.detail));
    this.replies.get(kind)?.(message);
  }
}

async function connected(path: string): Promise<Socket> {
  const socket = connect({ path });
  return new Promise((resolve, reject) => {
    socket.once('error', reject).once('connect', () => {
      resolve(socket.off('error', reject));
    });
  });
}
