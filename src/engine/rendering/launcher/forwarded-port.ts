import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A port on loopback whose connections go to a Unix socket: Chromium can't use a proxy at a socket. */
export class ForwardedPort {
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    path: string,
  ) {
    server.on('connection', (client: Socket) => {
      const target = connect({ path });
      this.join(client, target);
      this.join(target, client);
    });
  }

  static async open(path: string): Promise<ForwardedPort> {
    const server = createServer({ allowHalfOpen: true });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
    return new ForwardedPort(server, path);
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private join(socket: Socket, other: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.sockets.delete(socket);
      other.destroy();
    });
    socket.pipe(other);
  }
}
