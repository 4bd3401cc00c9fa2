import { type Readable, type Writable } from 'node:stream';
import { encoded, type Message, type MessageLimits, MessageReader } from './message-reader.js';

/** Calls whose answers can be done without if they take more bytes: what a page makes long may be long for a good reason.
 *  What was used of scripts takes some 110 bytes for each function, and four times as much memory here. */
const SPARE: ReadonlyMap<unknown, number> = new Map([
  ['DOMSnapshot.captureSnapshot', 12e6],
  ['Page.captureScreenshot', 15e6],
  ['Profiler.takePreciseCoverage', 8e6],
]);

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
  /** By the ids of calls. */
  private readonly spareBytes = new Map<unknown, number>();

  constructor(
    private readonly input: Writable,
    private readonly output: Readable,
    limits: MessageLimits,
  ) {
    this.reader = new MessageReader(limits, (id) => this.spareBytes.get(id));
    output.on('data', (chunk: Buffer) => {
      this.receive(chunk);
    });
    for (const stream of new Set([input, output])) stream.on('error', () => stream.destroy());
    // After the messages that have arrived.
    output.on('close', () => setImmediate(() => this.onclose?.()));
  }

  /** Counts the bytes of a run from here on. */
  beginRun(): void {
    this.spareBytes.clear();
    this.reader.beginRun();
  }

  send(message: Message): void {
    const spareBytes = SPARE.get(message.method);
    if (spareBytes !== undefined) this.spareBytes.set(message.id, spareBytes);
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
