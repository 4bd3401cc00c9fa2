import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A wire between the application and its database that can be cut. */
export interface Wire {
  /** Address of the database, as reached over the wire. */
  readonly url: string;
  /** Connections break, new ones are refused. */
  cut(): Promise<void>;
  /** Connections stay and nothing passes any more. */
  freeze(): void;
  /** New connections pass again; frozen ones stay dead. */
  mend(): Promise<void>;
}

/** Lays a wire to a PostgreSQL server, cut from the beginning if told so. */
export async function wireTo(url: string, { isCut = false } = {}): Promise<Wire> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
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
    client.on('data', (chunk) => isFrozen || upstream.write(chunk));
    upstream.on('data', (chunk) => isFrozen || client.write(chunk));
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => isFrozen || client.destroy());
  };
  const open = async () => {
    server = createServer(carry);
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
    mend: async () => {
      await cut();
      isFrozen = false;
      await open();
    },
  };
}
