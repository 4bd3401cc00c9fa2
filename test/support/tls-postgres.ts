import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { type Pair } from './authority.js';

const SSL_REQUEST_BYTES = 8;

export interface TlsPostgres {
  /** Address of the database by way of TLS, without parameters. */
  readonly url: string;
  close(): Promise<void>;
}

/** Has a PostgreSQL server speak TLS, as a pooler before it would, with this certificate of localhost.
 *  @see https://www.postgresql.org/docs/18/protocol-flow.html#PROTOCOL-FLOW-SSL */
export async function tlsPostgres(url: string, { private: key, cert }: Pair): Promise<TlsPostgres> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('readable', () => {
      if (socket.read(SSL_REQUEST_BYTES) === null) return;
      socket.write('S');
      const client = new TLSSocket(socket, { isServer: true, key, cert });
      const upstream = connect(Number(port), hostname);
      for (const [from, to] of [
        [client, upstream],
        [upstream, client],
      ] as const)
        from
          .on('error', () => to.destroy())
          .on('close', () => to.destroy())
          .pipe(to);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const reached = new URL(url);
  reached.hostname = 'localhost';
  reached.port = String((server.address() as AddressInfo).port);
  return {
    url: reached.href,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
