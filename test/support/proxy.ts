import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A wire between the application and its database that can be cut. */
export interface Wire {
  /** Address of the database, as reached over the wire. */
  readonly url: string;
  /** Connections break, new ones are refused. */
  cut(): Promise<void>;
  /** Connections stay and nothing passes any more. */
  freeze(): void;
  /** Nothing passes for now; nothing is lost. */
  stall(): void;
  /** What was stalled passes. */
  resume(): void;
  /** Connections break for the application, and the server hears nothing of it. */
  abandon(): void;
  /** New connections pass again; frozen ones stay dead. */
  restore(): Promise<void>;
}

export interface WireOptions {
  /** Whether the wire is cut from the beginning. */
  readonly isCut?: boolean;
  /** Whether a connection breaks instead of passing on the answer to what it sent last. */
  readonly losesAnswer?: (question: Buffer, answer: Buffer) => boolean;
  /** Whether sessions that begin now take no writes, like those of a replica. */
  readonly isReadOnly?: () => boolean;
}

/** Lays a wire to a PostgreSQL server. */
export async function wireTo(
  url: string,
  { isCut = false, losesAnswer = () => false, isReadOnly = () => false }: WireOptions = {},
): Promise<Wire> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const clients = new Map<Socket, Socket>();
  let isFrozen = false;
  let server: Server | null = null;
  let port = 0;

  const carry = (client: Socket) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    clients.set(client, upstream);
    let question = Buffer.alloc(0);
    client.on('data', (chunk) => {
      const isFirst = question.length === 0;
      question = chunk;
      if (!isFrozen) upstream.write(isFirst && isReadOnly() ? startedReadOnly(chunk) : chunk);
    });
    upstream.on('data', (chunk) => {
      if (losesAnswer(question, chunk)) client.destroy();
      else if (!isFrozen) client.write(chunk);
    });
    // A frozen wire does not pass on that one end closes, either.
    client.on('end', () => isFrozen || client.end());
    client.on('close', () => clients.get(client)?.destroy());
    upstream.on('close', () => isFrozen || client.destroy());
  };
  const open = async () => {
    server = createServer({ allowHalfOpen: true }, carry);
    await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  };
  const cut = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
    server = null;
  };

  await open();
  if (isCut) await cut();
  const wired = new URL(url);
  wired.port = String(port);
  return {
    url: wired.href,
    cut,
    freeze: () => {
      isFrozen = true;
    },
    stall: () => {
      for (const socket of sockets) socket.pause();
    },
    resume: () => {
      for (const socket of sockets) socket.resume();
    },
    abandon: () => {
      for (const client of clients.keys()) {
        clients.delete(client);
        client.destroy();
      }
    },
    restore: async () => {
      await cut();
      isFrozen = false;
      await open();
    },
  };
}

/** A startup message with one parameter more.
 *  @see https://www.postgresql.org/docs/18/protocol-message-formats.html#PROTOCOL-MESSAGE-FORMATS-STARTUPMESSAGE */
function startedReadOnly(message: Buffer): Buffer {
  const parameter = Buffer.from('default_transaction_read_only\0on\0\0');
  const extended = Buffer.concat([message.subarray(0, -1), parameter]);
  extended.writeInt32BE(extended.length);
  return extended;
}
