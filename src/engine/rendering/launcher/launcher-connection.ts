import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { visible } from '../../../basics/control-characters.js';
import { DebuggingPipe } from '../debugging-pipe.js';
import { type MeasuredMemory } from '../memory-watch.js';
import { type Message, type MessageLimits } from '../message-reader.js';
import { proxyNameOf } from './launcher-socket.js';

/** A launcher that was killed is back within that time. */
const RECONNECT_MS = 10_000;
const RETRY_MS = 250;
const REPLY_MS = 10_000;
/** As much as a launcher keeps of what its browser prints. */
const MAX_DETAIL_CHARACTERS = 4000;
/** For those who only ask what it launches. */
const FEW_BYTES: MessageLimits = { messageBytes: 64e3, runBytes: 64e3 };
const ENGINES = ['Chromium', 'Chrome'];
const VERSION = /^\d{1,9}(\.\d{1,9}){1,3}$/;
const PROXY = /^http:\/\/127\.0\.0\.1:\d{1,5}$/;

export interface LauncherOptions {
  /** Time that a launcher has to appear; default: 10 s. */
  readonly waitMs?: number;
  /** Of what it and its browser send; default: 64 kB. */
  readonly limits?: MessageLimits;
}

/** A connection to the launcher: first tells what it launches, then is the debugging pipe of one browser. The browser
 *  ends with the connection. */
export class LauncherConnection {
  readonly pipe: DebuggingPipe;
  /** Is told the memory of the browser's processes. */
  onmemory?: (memory: MeasuredMemory) => void;
  private told: Error | null = null;
  private readonly replies = new Map<string, (message: Message) => void>();

  private constructor(socket: Socket, limits: MessageLimits) {
    this.pipe = new DebuggingPipe(socket, socket, limits);
    this.pipe.onnotice = (kind, message) => {
      this.note(kind, message);
    };
    socket.once('close', () => {
      for (const reply of this.replies.values()) reply({});
    });
  }

  /** @throws Error if there is no launcher */
  static async open(
    path: string,
    { waitMs = RECONNECT_MS, limits = FEW_BYTES }: LauncherOptions = {},
  ): Promise<LauncherConnection> {
    const deadline = performance.now() + waitMs;
    for (;;) {
      try {
        return new LauncherConnection(await connected(path), limits);
      } catch (error) {
        if (performance.now() > deadline) throw error;
        await sleep(RETRY_MS);
      }
    }
  }

  /** Why the browser could not be started or has ended, if that is known. */
  get failure(): Error | null {
    return this.pipe.failure ?? this.told;
  }

  /** The browser that the launcher starts.
   *  @throws Error if it names none */
  async program(): Promise<{ readonly engine: string; readonly version: string }> {
    const { engine, version } = await this.reply('hello');
    if (typeof engine === 'string' && ENGINES.includes(engine))
      if (typeof version === 'string' && VERSION.test(version)) return { engine, version };
    throw new Error('The browser launcher does not say which browser it launches.');
  }

  /** Starts the browser, whose only way out is the proxy at a socket.
   *  @returns the proxy's URL as the browser reaches it */
  async start(proxySocket: string): Promise<string> {
    this.pipe.send({ proxy: proxyNameOf(proxySocket) });
    const { proxy } = await this.reply('started');
    if (typeof proxy === 'string' && PROXY.test(proxy)) return proxy;
    throw new Error('The browser launcher names no proxy on loopback.');
  }

  close(): void {
    this.pipe.close();
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

  private note(kind: string, message: Message): void {
    const { bytes, isCrowdedOut = false, detail } = message;
    if (kind === 'memory' && isSize(bytes) && typeof isCrowdedOut === 'boolean')
      this.onmemory?.({ bytes, isCrowdedOut });
    if (kind === 'failed' && typeof detail === 'string') this.told ??= failureOf(detail);
    this.replies.get(kind)?.(message);
  }
}

/** Its lines stay apart: only the first one is shown. */
function failureOf(detail: string): Error {
  const lines = detail.slice(0, MAX_DETAIL_CHARACTERS).split('\n');
  return new Error(lines.map(visible).join('\n'));
}

function isSize(bytes: unknown): bytes is number {
  return Number.isSafeInteger(bytes) && Number(bytes) >= 0;
}

async function connected(path: string): Promise<Socket> {
  const socket = connect({ path });
  return new Promise((resolve, reject) => {
    socket.once('error', reject).once('connect', () => {
      resolve(socket.off('error', reject));
    });
  });
}
