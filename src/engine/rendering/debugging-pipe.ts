import { type Readable, type Writable } from 'node:stream';
import { encoded, type Message, type MessageLimits, MessageReader } from './message-reader.js';

/** Calls whose answers can be done without if they are too long: what a page makes long may be long for a good reason. */
const SPARE: ReadonlySet<unknown> = new Set(['Profiler.takePreciseCoverage']);

/** The remote debugging pipe of a browser, within limits: beyond them, or when the browser sends something else, it is
 *  closed. A launcher sends messages of its own on it. */
export class DebuggingPipe {
  /** Why it was closed from this side. */
  failure: Error | null = null;
  onmessage?: (message: Message) => void;
  onclose?: () => void;
  /** Messages of the launcher. */
  onnotice?: (kind: string, message: Message) => void;
  private readonly reader: MessageReader;
  /** Ids of the calls whose answers are spare. */
  private readonly spare = new Set<unknown>();

  constructor(
    private readonly input: Writable,
    private readonly output: Readable,
    limits: MessageLimits,
  ) {
    this.reader = new MessageReader(limits, (id) => this.spare.has(id));
    output.on('data', (chunk: Buffer) => {
      this.receive(chunk);
    });
    for (const stream of new Set([input, output])) stream.on('error', () => stream.destroy());
    // After the messages that have arrived.
    output.on('close', () => setImmediate(() => this.onclose?.()));
  }

  /** Counts the bytes of a run from here on. */
  beginRun(): void {
    this.spare.clear();
    this.reader.beginRun();
  }

  send(message: Message): void {
    if (SPARE.has(message.method)) this.spare.add(message.id);
    if (this.input.writable) this.input.write(encoded(message));
  }

  close(): void {
    this.input.destroy();
    this.output.destroy();
  }

  private receive(chunk: Buffer): void {
    if (this.failure) return;
    this.attempt(() => {
      for (const message of this.reader.read(chunk))
        if (typeof message.launcher === 'string') this.onnotice?.(message.launcher, message);
        else setImmediate(() => this.attempt(() => this.onmessage?.(message)));
    });
  }

  /** A message that can't be read, or has a listener fail, closes the pipe. */
  private attempt(read: () => void): void {
    try {
      read();
    } catch (error) {
      this.failure ??= error instanceof Error ? error : new Error(String(error));
      this.close();
    }
  }
}
