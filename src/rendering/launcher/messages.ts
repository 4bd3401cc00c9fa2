/** A message of the launcher or of the browser's remote debugging pipe: JSON, ended by a NUL. */
export type Message = Readonly<Record<string, unknown>>;

/** Longer messages end the connection: a browser that a page has taken over must not fill our memory. */
const MAX_BYTES = 200e6;

export function encoded(message: object): string {
  return `${JSON.stringify(message)}\0`;
}

/** Divides a stream of bytes into messages. */
export class MessageReader {
  private parts: Buffer[] = [];
  private bytes = 0;

  /** @returns the messages that the chunk ends
   *  @throws Error if they are no JSON objects or too long */
  read(chunk: Buffer): Message[] {
    const messages: Message[] = [];
    let start = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      messages.push(parsed(Buffer.concat([...this.parts, chunk.subarray(start, end)])));
      this.parts = [];
      this.bytes = 0;
      start = end + 1;
    }
    this.keep(chunk.subarray(start));
    return messages;
  }

  private keep(rest: Buffer): void {
    this.bytes += rest.length;
    if (this.bytes > MAX_BYTES) throw new Error('The browser sent a message that is too long.');
    if (rest.length > 0) this.parts.push(rest);
  }
}

function parsed(bytes: Buffer): Message {
  const message: unknown = JSON.parse(bytes.toString());
  if (typeof message === 'object' && message !== null) return message as Message;
  throw new Error('The browser sent a message that is no object.');
}
