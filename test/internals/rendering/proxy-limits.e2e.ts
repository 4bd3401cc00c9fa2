import { type Socket } from 'node:net';
import {
  client,
  closeAfterEach,
  connecting,
  credentialsOf,
  getting,
  LIMITS,
  listening,
  openRun,
  proxyFor,
  stranger,
  tcp,
  until,
} from '../../support/forward-proxy.js';

closeAfterEach();

describe('ForwardProxy: limits of a run', () => {
  it('counts requests in tunnels and over kept connections', async () => {
    const site = await stranger();
    const proxy = await listening([site.target]);
    const run = openRun(proxy, 1, { ...LIMITS, requests: 3 });
    const kept = client(proxy);
    for (let sent = 1; sent <= 3; sent += 1) {
      kept.received = '';
      expect(await kept.ask(getting(`${site.origin}/${sent}`, credentialsOf(run)), /<\/html>/)).toContain(
        ' 200 ',
      );
    }
    expect(site.connections).toBe(1);
    expect(await client(proxy).status(getting(`${site.origin}/4`, credentialsOf(run)))).toBe(403);
    expect(await client(proxy).status(connecting(site.target, credentialsOf(run)))).toBe(403);
    expect(site.requests).toHaveLength(3);
    expect(run.refused).toBe(2);
  });

  it.each([
    ['sent in a tunnel', 'tunnel', (socket: Socket) => flood(socket, 'x'.repeat(60_000))],
    ['of a body', 'get', (socket: Socket) => flood(socket, 'x'.repeat(60_000), 'HTTP/1.1 200 OK\r\n\r\n')],
    [
      'of interim responses',
      'get',
      (socket: Socket) => flood(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(2000)),
    ],
    [
      'of header fields',
      'get',
      (socket: Socket) => flood(socket, 'X-A: 1\r\n'.repeat(5000), 'HTTP/1.1 200 OK\r\n'),
    ],
  ])('ends a run whose server sends for ever: bytes %s', async (_name, kind, serve) => {
    const { target, sockets, total } = await tcp(serve);
    const proxy = await listening([target]);
    const run = openRun(proxy, 1, { ...LIMITS, bytes: 2e6 });
    const asking = client(proxy);
    const fields = credentialsOf(run);
    asking.socket.write(
      kind === 'tunnel' ? connecting(target, fields) : getting(`http://${target}/`, fields),
    );
    await until(() => total() > 0 && sockets.size === 0);
    expect(run.bytes).toBeLessThan(6e6);
  });

  it('counts what the browser sends', async () => {
    const { target, sockets } = await tcp((socket) => socket.resume());
    const proxy = await listening([target]);
    const run = openRun(proxy, 1, { ...LIMITS, bytes: 2e6 });
    const asking = client(proxy);
    await asking.ask(connecting(target, credentialsOf(run)));
    flood(asking.socket, 'x'.repeat(60_000));
    await until(() => sockets.size === 0);
    expect(run.bytes).toBeGreaterThan(2e6);
  });

  it('opens 6 connections to a host, and the 7th when one is closed or silent', async () => {
    const { target, sockets, total } = await tcp(chatter);
    const proxy = await listening([target]);
    const run = openRun(proxy, 1, LIMITS);
    const clients = Array.from({ length: 7 }, () => client(proxy));
    for (const each of clients) each.socket.write(connecting(target, credentialsOf(run)));
    await until(() => total() === 6);
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect(total()).toBe(6);
    clients.find(({ received }) => received !== '')?.socket.destroy();
    await until(() => total() === 7);
    // The 8th takes the place of one that says nothing more.
    const eighth = client(proxy);
    eighth.socket.write(connecting(target, credentialsOf(run)));
    for (const socket of sockets) socket.emit('hush');
    await until(() => total() === 8);
    expect(sockets.size).toBe(7);
  });

  it('closes everything when the run ends, and lets waiting clients go', async () => {
    const { target, sockets } = await tcp(chatter);
    const proxy = await listening([target]);
    const [run, other] = [openRun(proxy, 1, LIMITS), openRun(proxy, 1, LIMITS)];
    const clients = Array.from({ length: 12 }, () => client(proxy));
    for (const each of clients) each.socket.write(connecting(target, credentialsOf(run)));
    await client(proxy).ask(connecting(target, credentialsOf(other)));
    await until(() => sockets.size === 7);
    run.close();
    await until(() => clients.every(({ isClosed }) => isClosed));
    await until(() => sockets.size === 1);
  });

  it('gives one account at most half of all connections', async () => {
    const { target, total } = await tcp(() => undefined);
    const proxy = await listening([target]);
    const many = { requests: 1e6, bytes: 1e9, connectionsPerHost: 1000 };
    const [run, other] = [openRun(proxy, 1, many), openRun(proxy, 2, many)];
    const clients = Array.from({ length: 230 }, () => client(proxy));
    for (const each of clients) each.socket.write(connecting(target, credentialsOf(run)));
    await until(() => total() === 200);
    expect(await client(proxy).status(connecting(target, credentialsOf(other)))).toBe(200);
    expect(total()).toBe(201);
    for (const each of clients.filter(({ received }) => received !== '').slice(0, 10)) each.socket.destroy();
    await until(() => total() >= 210);
  });
});

describe('ForwardProxy: faults', () => {
  it('answers 502 for servers that refuse, reset, or speak no HTTP', async () => {
    const { port: closedPort } = await tcp();
    const proxy = await listening([`127.0.0.1:1`, `127.0.0.1:${closedPort}`]);
    const fields = credentialsOf(openRun(proxy, 1, LIMITS));
    expect(await client(proxy).status(connecting('127.0.0.1:1', fields))).toBe(502);
    expect(await client(proxy).status(getting('http://127.0.0.1:1/', fields))).toBe(502);
  });

  it.each([
    ['a reset', (socket: Socket) => socket.resetAndDestroy()],
    ['no HTTP', (socket: Socket) => socket.end('garbage\r\n\r\n')],
    ['status 0', (socket: Socket) => socket.end('HTTP/1.1 000 X\r\n\r\n')],
    [
      'a change of protocols',
      (socket: Socket) => socket.end('HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    ],
    [
      'headers beyond 64 KiB',
      (socket: Socket) => socket.end(`HTTP/1.1 200 OK\r\nA: ${'x'.repeat(70_000)}\r\n\r\n`),
    ],
    [
      'two lengths',
      (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
    ],
    ['the end before the headers', (socket: Socket) => socket.end('HTTP/1.1 200')],
  ])('answers 502 to %s', async (_name, serve) => {
    const { target } = await tcp((socket) => socket.once('data', () => serve(socket)));
    const proxy = await listening([target]);
    expect(
      await client(proxy).status(getting(`http://${target}/`, credentialsOf(openRun(proxy, 1, LIMITS)))),
    ).toBe(502);
  });

  it('survives clients that vanish at any moment, and frees what they held', async () => {
    const { target, sockets } = await tcp((socket) =>
      socket.resume().write('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nx'),
    );
    const proxy = await listening([target]);
    const run = openRun(proxy, 1, LIMITS);
    for (let round = 0; round < 40; round += 1) {
      const each = client(proxy);
      each.socket.write(
        (round % 2 ? connecting : getting)(round % 2 ? target : `http://${target}/`, credentialsOf(run)),
      );
      await new Promise((resolve) => setTimeout(resolve, round % 8));
      if (round % 3) each.socket.resetAndDestroy();
      else each.socket.destroy();
    }
    await until(() => sockets.size === 0);
  });

  it('survives malformed requests, and closes although clients hold their ends open', async () => {
    const proxy = await proxyFor([]);
    for (const bytes of [
      '\x16\x03\x01',
      'GET\r\n\r\n',
      `GET / HTTP/1.1\r\nA: ${'x'.repeat(70_000)}\r\n\r\n`,
      'CONNECT\r\n\r\n',
    ])
      await client(proxy).status(bytes);
    const upgrade = client(proxy);
    await upgrade.status('GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n');
    const refused = client(proxy);
    refused.socket.allowHalfOpen = true;
    expect(await refused.status(connecting('a.example:443'))).toBe(407);
    client(proxy);
    await proxy.close();
    expect(refused.isClosed).toBe(false);
  });
});

/** Sends the same bytes until the connection closes. */
function flood(socket: Socket, bytes: string, first = ''): void {
  const more = () => {
    while (!socket.destroyed && socket.write(bytes));
  };
  socket.write(first);
  socket.on('drain', more);
  more();
}

/** Sends something every 50 ms until it is told to stop. */
function chatter(socket: Socket): void {
  const timer = setInterval(() => socket.write('.'), 50);
  socket.on('close', () => clearInterval(timer)).on('hush', () => clearInterval(timer));
}
