import { RenderError } from './render-error.js';

/** A message of a launcher or of a browser's remote debugging pipe: JSON, ended by a NUL. */
export type Message = Readonly<Record<string, unknown>>;

/** Bytes that are read of one message, and of all messages of a run. */
export interface MessageLimits {
  readonly messageBytes: number;
  readonly runBytes: number;
}

/** Of an answer, with the id of its call. */
const START_BYTES = 24;
/** Less than any limit of an answer. */
const LONG_BYTES = 1e6;

/** How a call failed whose answer was passed over. */
export const TOO_LONG = 'The answer is too long.';

export function encoded(message: object): string {
  return `${JSON.stringify(message)}\0`;
}

/** Divides a stream of bytes into messages. What a page makes long (arguments of the console, addresses, errors) arrives
 *  as one message, so nothing is parsed beyond the limits. */
export class MessageReader {
  private parts: Buffer[] = [];
  private partBytes = 0;
  private runBytes = 0;
  /** Id of the call whose answer is passed over. */
  private passedOver: number | null = null;

  /** @param spareBytesOf limit of an answer that can be done without: if it is longer, the call alone fails */
  constructor(
    private readonly limits: MessageLimits,
    private readonly spareBytesOf: (id: number) => number | undefined = () => undefined,
  ) {}

  /** Counts the bytes of a run from here on. */
  beginRun(): void {
    this.runBytes = 0;
  }

  /** @returns the messages that the chunk ends
   *  @throws RenderError `page_too_large` beyond the limits
   *  @throws Error if they are no JSON objects */
  *read(chunk: Buffer): Generator<Message> {
    this.runBytes += chunk.length;
    if (this.runBytes > this.limits.runBytes) throw tooLong('messages', this.limits.runBytes);
    let start = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      this.keep(chunk.subarray(start, end));
      const message =
        this.passedOver === null
          ? parsed(Buffer.concat(this.parts))
          : { id: this.passedOver, error: { message: TOO_LONG } };
      this.parts = [];
      this.partBytes = 0;
      this.passedOver = null;
      start = end + 1;
      yield message;
    }
    this.keep(chunk.subarray(start));
  }

  private keep(part: Buffer): void {
    this.partBytes += part.length;
    if (this.passedOver !== null) return;
    // Most messages are short.
    if (this.partBytes > Math.min(LONG_BYTES, this.limits.messageBytes)) {
      const id = answeredBy([...this.parts.slice(0, 2), part]);
      const spareBytes = id === null ? undefined : this.spareBytesOf(id);
      if (spareBytes !== undefined && this.partBytes > spareBytes) {
        this.parts = [];
        this.passedOver = id;
        return;
      }
    }
    if (this.partBytes > this.limits.messageBytes) throw tooLong('a message', this.limits.messageBytes);
    if (part.length > 0) this.parts.push(part);
  }
}

/** @param parts the first ones of a message
 *  @returns id of a call; null: the message is no answer, or does not say so yet */
function answeredBy(parts: readonly Buffer[]): number | null {
  const start = Buffer.concat(parts.map((part) => part.subarray(0, START_BYTES)));
  const [, id] = /^\{"id":(\d{1,15}),/.exec(start.toString('latin1', 0, START_BYTES)) ?? [];
  return id === undefined ? null : Number(id);
}

function tooLong(what: string, bytes: number): RenderError {
  return new RenderError(
    'page_too_large',
    `The page made the browser send ${what} of more than ${String(bytes / 1e6)} MB: output of the console, errors or addresses.`,
  );
}

function parsed(bytes: Buffer): Message {
  const message: unknown = JSON.parse(bytes.toString());
  if (typeof message === 'object' && message !== null && !Array.isArray(message)) return message as Message;
  throw new Error('The browser sent a message that is no object.');
}
