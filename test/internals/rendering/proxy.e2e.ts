import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { generate } from 'selfsigned';
import {
  client,
  closeAfterEach,
  closeLater,
  connecting,
  credentialsOf,
  echo,
  getting,
  LIMITS,
  listening,
  openRun,
  stranger,
  tcp,
  until,
} from '../../support/forward-proxy.js';

closeAfterEach();

describe('ForwardProxy: credentials', () => {
  it('serves the runs that are open and nobody else', async () => {
    const { target, total } = await tcp(echo);
    const proxy = await listening([target]);
    const [run, other] = [openRun(proxy, 1, LIMITS), openRun(proxy, 1, LIMITS)];
    const wrong = [
      '',
      credentialsOf({ username: run.username, password: '' }),
      credentialsOf({ username: run.username, password: other.password }),
      credentialsOf({ username: '__proto__', password: 'x' }),
      'Proxy-Authorization: Bearer x\r\n',
      `Authorization: Basic ${credentialsOf(run).split(' ')[2] ?? ''}`,
    ];
    for (const fields of wrong) {
      expect(await client(proxy).status(connecting(target, fields))).toBe(407);
      expect(await client(proxy).status(getting(`http://${target}/`, fields))).toBe(407);
    }
    expect(total()).toBe(0);
    expect(await client(proxy).status(connecting(target, credentialsOf(run)))).toBe(200);
    run.close();
    expect(await client(proxy).status(connecting(target, credentialsOf(run)))).toBe(407);
    expect(await client(proxy).status(connecting(target, credentialsOf(other)))).toBe(200);
  });
});

describe('ForwardProxy: what it carries', () => {
  it('carries a response whose reason phrase is none', async () => {
    const { target } = await tcp((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 O\x01K\r\nContent-Length: 5\r\n\r\nshoes'));
    });
    const proxy = await listening([target]);
    const answer = await client(proxy).ask(
      getting(`http://${target}/`, credentialsOf(openRun(proxy, 1, LIMITS))),
      /shoes/,
    );
    expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  });

  it.each([
    ['GET', '', 200],
    ['POST', 'Content-Length: 0\r\n', 502],
  ])(
    'sends a %s again that meets a connection which the server had kept, or not',
    async (method, fields, status) => {
      const { target, total } = await tcp((socket) => {
        let isKept = false;
        socket.on('data', () => {
          if (isKept) socket.destroy();
          else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nshoes');
          isKept = true;
        });
      });
      const proxy = await listening([target]);
      const credentials = credentialsOf(openRun(proxy, 1, LIMITS));
      const browser = client(proxy);
      await browser.ask(getting(`http://${target}/`, credentials), /shoes/);
      expect(total()).toBe(1);
      const again = getting(`http://${target}/`, credentials + fields).replace('GET', method);
      expect(await client(proxy).status(again)).toBe(status);
      expect(total()).toBe(method === 'GET' ? 2 : 1);
    },
  );

  it('carries HTTP, HTTPS, and both directions of a tunnel', async () => {
    const site = await stranger();
    const pair = await generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2048 });
    const secure = createHttpsServer({ key: pair.private, cert: pair.cert }, (_asked, answer) =>
      answer.end('secret'),
    );
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
    closeLater(() => new Promise((resolve) => secure.close(resolve)));
    const secureTarget = `127.0.0.1:${(secure.address() as AddressInfo).port}`;
    const { target } = await tcp(echo);
    const proxy = await listening([site.target, secureTarget, target]);
    const run = openRun(proxy, 1, LIMITS);
    const fields = credentialsOf(run);

    expect(await client(proxy).ask(getting(`${site.origin}/a?b`, fields), /<\/html>/)).toContain(
      'Shoes in blue',
    );
    expect(site.requests).toEqual(['/a?b']);

    const tunnel = client(proxy);
    expect(await tunnel.ask(connecting(target, fields))).toContain(' 200 ');
    expect(await tunnel.ask('\x81\x05hello', /hello/)).toContain('\x81\x05hello');

    const raw = client(proxy);
    await raw.ask(connecting(secureTarget, fields));
    const secured = connectTls({ socket: raw.socket, rejectUnauthorized: false });
    let text = '';
    secured.on('data', (chunk: Buffer) => (text += chunk.toString())).on('error', () => undefined);
    secured.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    await until(() => text.includes('secret'));
    expect(run).toMatchObject({ refused: 0 });
    expect(run.bytes).toBeGreaterThan(1000);
  });

  it('sends the host of the URL and no fields of its own connection', async () => {
    const heard: string[][] = [];
    const site = await stranger((asked, answer) => {
      heard.push(asked.rawHeaders);
      answer
        .writeHead(200, {
          'x-kept': 'yes',
          'x-hop': 'no',
          connection: 'x-hop',
          'proxy-authenticate': 'Basic',
        })
        .end('x');
    });
    const proxy = await listening([site.target]);
    const sent =
      'Host: other.example\r\nConnection: x-private, keep-alive\r\nX-Private: 1\r\nTE: trailers\r\nUpgrade: x\r\nX-Sent: 1\r\n';
    const answer = await client(proxy).ask(
      getting(`${site.origin}/`, credentialsOf(openRun(proxy, 1, LIMITS)) + sent),
      /\r\n\r\n[^]*x/,
    );
    const names = (heard[0] ?? []).map((text) => text.toLowerCase());
    expect(names.filter((name) => name === 'host')).toHaveLength(1);
    expect(names).toEqual(expect.arrayContaining([site.target, 'x-sent']));
    for (const name of [
      'proxy-authorization',
      'x-private',
      'te',
      'upgrade',
      'other.example',
      'ignored.example',
    ])
      expect(names).not.toContain(name);
    expect(answer.toLowerCase()).toContain('x-kept: yes');
    expect(answer.toLowerCase()).not.toMatch(/x-hop|proxy-authenticate/);
  });

  it('does not let a body become a second request', async () => {
    const site = await stranger();
    const proxy = await listening([site.target]);
    const body = 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n';
    const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    await client(proxy).ask(
      getting(
        `${site.origin}/first`,
        `${credentialsOf(openRun(proxy, 1, LIMITS))}Transfer-Encoding: chunked\r\n`,
      ) + chunked,
      /<\/html>/,
    );
    expect(site.requests).toEqual(['/first']);
  });
});

describe('ForwardProxy: what it refuses', () => {
  it('connects the runs of public pages to no allowed target', async () => {
    const { port, total } = await tcp(echo);
    const target = `127.0.0.1:${port}`;
    const proxy = await listening([target]);
    const statusFor = async (audited: string) => {
      const { username, password } = proxy.open({ account: 1, audited: new URL(audited) }, LIMITS);
      return client(proxy).status(
        `CONNECT ${target} HTTP/1.1\r\n${credentialsOf({ username, password })}\r\n`,
      );
    };
    expect(await statusFor('https://public.example/')).toBe(403);
    expect(await statusFor(`http://127.0.0.1:${port + 1}/`)).toBe(403);
    expect(total()).toBe(0);
    expect(await statusFor(`http://${target}/`)).toBe(200);
    expect(total()).toBe(1);
  });

  it('connects to no private address, however it is written', async () => {
    const { port, total } = await tcp(echo);
    const names: Record<string, string[]> = {
      'private.example': ['127.0.0.1'],
      'mixed.example': ['93.184.216.34', '127.0.0.1'],
      'mapped.example': ['::ffff:127.0.0.1'],
      'metadata.example': ['169.254.169.254'],
    };
    const resolve = (host: string) => Promise.resolve(names[host] ?? ['127.0.0.1']);
    const proxy = await listening([], { ports: [port], resolve });
    const run = openRun(proxy, 1, { ...LIMITS, requests: 10_000 });
    const hosts = [
      ...'127.0.0.1 127.1 2130706433 0x7f.1 0177.0.0.1 0 0.0.0.0 [::1] [::ffff:7f00:1] [::] localhost'.split(
        ' ',
      ),
      ...'LOCALHOST localhost. a.localhost 127.0.0.1. 127%2e0%2e0%2e1 %31%32%37.0.0.1 router intranet.local'.split(
        ' ',
      ),
      ...'a.internal metadata.google.internal 10.0.0.1 169.254.169.254 192.168.1.1 [fe80::1] [fd00::1]'.split(
        ' ',
      ),
      ...Object.keys(names),
    ];
    const statuses = await Promise.all(
      hosts.flatMap((host) => [
        client(proxy).status(connecting(`${host}:${port}`, credentialsOf(run))),
        client(proxy).status(getting(`http://${host}:${port}/`, credentialsOf(run))),
      ]),
    );
    expect(statuses.filter((status) => ![0, 400, 403].includes(status))).toEqual([]);
    expect(total()).toBe(0);
    expect(run.refused).toBeGreaterThan(hosts.length);
  });

  it('refuses malformed authorities, other schemes, credentials in URLs and ports that are not allowed', async () => {
    const { port, target, total } = await tcp(echo);
    const neighbor = await tcp(echo);
    const proxy = await listening([target], {
      resolve: (host) => Promise.resolve([host === '127.0.0.1' ? host : '93.184.216.34']),
    });
    const fields = credentialsOf(openRun(proxy, 1, { ...LIMITS, requests: 10_000 }));
    const authorities = [
      ...[`127.0.0.1:${neighbor.port}`, 'public.example:22', 'public.example:25', 'public.example:0'],
      ...[
        `user@${target}`,
        `user:pass@${target}`,
        `http://${target}/`,
        `${target}/path`,
        `${target}?x`,
        `${target}#x`,
      ],
      ...[
        '127.0.0.1',
        ':443',
        `${target}:80`,
        '[::1',
        'public.example:99999',
        'public.example:-1',
        `a\\@${target}`,
        '*',
      ],
    ];
    for (const authority of authorities)
      expect(`${authority}: ${await client(proxy).status(connecting(authority, fields))}`).toMatch(
        /: (0|400|403)$/,
      );
    const urls = [
      ...[
        `http://127.0.0.1:${neighbor.port}/`,
        `http://user:pass@${target}/`,
        `http://user@${target}/`,
        '/',
        '*',
      ],
      ...['file:///etc/passwd', `ftp://${target}/`, `https://${target}/`, `ws://${target}/`, `//${target}/`],
      ...['http://', `http:${target}/`, 'http://public.example:22/', `http://${target}@public.example:22/`],
    ];
    for (const url of urls)
      expect(`${url}: ${await client(proxy).status(getting(url, fields))}`).toMatch(/: (0|400|403)$/);
    expect([total(), neighbor.total()]).toEqual([0, 0]);
    expect(await client(proxy).status(connecting(`127.0.0.1:${port}`, fields))).toBe(200);
  });

  it('asks for a name once in a run, so that its second answer leads nowhere', async () => {
    const { port, total } = await tcp(echo);
    let lookups = 0;
    // The first address is public and answers nobody.
    const resolve = () => Promise.resolve([++lookups === 1 ? '240.0.0.1' : '127.0.0.1']);
    const publicFirst = () => Promise.resolve([++lookups === 1 ? '192.88.98.1' : '127.0.0.1']);
    for (const answers of [resolve, publicFirst]) {
      lookups = 0;
      const proxy = await listening([], { ports: [port], resolve: answers });
      const [run, next] = [openRun(proxy, 1, LIMITS), openRun(proxy, 1, LIMITS)];
      const tries = [1, 2, 3].map(() =>
        client(proxy).status(connecting(`rebind.example:${port}`, credentialsOf(run))),
      );
      await until(() => lookups > 0);
      run.close();
      expect(await Promise.all(tries)).not.toContain(200);
      expect(lookups).toBe(1);
      expect(await client(proxy).status(connecting(`rebind.example:${port}`, credentialsOf(next)))).toBe(403);
    }
    expect(total()).toBe(0);
  });
});
