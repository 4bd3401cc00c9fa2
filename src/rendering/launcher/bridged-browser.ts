import { type ChildProcess, spawn } from 'node:child_process';
import { type Socket } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { launchArguments } from '../browser-arguments.js';
import { type BrowserProgram } from '../browser-program.js';
import { MemoryWatch } from '../memory-watch.js';
import { kill, withDescendants } from '../process-tree.js';
import { newProfile, removeProfile } from '../profiles.js';
import { ForwardedPort } from './forwarded-port.js';
import { encoded } from './messages.js';

const STDERR_CHARACTERS = 4000;

export interface BridgeOptions {
  readonly program: BrowserProgram;
  readonly hasSandbox: boolean;
  readonly proxySocket: string;
}

/** A browser whose remote debugging pipe is a client's socket. It ends with the socket, and the socket with it. */
export class BridgedBrowser {
  readonly ended: Promise<void>;
  private printed = '';
  /** Whether the client has received whole messages, so that another one may follow. */
  private isBetweenMessages = true;

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
    const port = await ForwardedPort.open(this.options.proxySocket);
    const child = this.spawn(profile, port.url);
    const roots = child.pid === undefined ? [] : [child.pid];
    const watch = new MemoryWatch(roots, (bytes) => {
      this.tell({ launcher: 'memory', bytes });
    });
    this.tell({ launcher: 'started', proxy: port.url });
    this.bridge(child);
    if (!this.socket.destroyed) await closed;
    watch.stop();
    port.close();
    kill(withDescendants(roots));
    await removeProfile(profile);
  }

  private spawn(profile: string, proxy: string): ChildProcess {
    const { program, hasSandbox } = this.options;
    return spawn(program.path, launchArguments({ profile, proxy, hasSandbox }), {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      env: { HOME: profile, TMPDIR: profile, LANG: 'en_US.UTF-8' },
    });
  }

  private bridge(child: ChildProcess): void {
    const [, , stderr, input, output] = child.stdio;
    if (!(stderr instanceof Readable && input instanceof Writable && output instanceof Readable))
      throw new Error('The browser has no pipes.');
    for (const stream of [stderr, input, output]) stream.on('error', () => this.socket.destroy());
    stderr.on('data', (chunk: Buffer) => {
      this.printed = (this.printed + chunk.toString()).slice(0, STDERR_CHARACTERS);
    });
    child.on('error', (error) => {
      this.fail(error.message);
    });
    child.on('close', () => {
      this.fail(this.printed.trim() || 'The browser has ended.');
    });
    output.on('data', (chunk: Buffer) => (this.isBetweenMessages = chunk.at(-1) === 0));
    output.pipe(this.socket, { end: false });
    this.socket.pipe(input);
  }

  private fail(detail: string): void {
    this.tell({ launcher: 'failed', detail });
    this.socket.end(() => this.socket.destroy());
  }

  private tell(message: object): void {
    if (this.isBetweenMessages && this.socket.writable) this.socket.write(encoded(message));
  }
}
