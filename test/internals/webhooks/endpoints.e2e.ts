import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApp, type TestApp } from '../../support/app.js';
import { canary, type Canary } from '../../support/canary.js';
import { nameServer, type NameServer } from '../../support/dns.js';
import { eventually } from '../../support/eventually.js';
import { type Receiver, startReceiver } from '../../support/receiver.js';
import { storedReport } from '../../support/reports.js';

const WEBHOOKS = '/api/v1/webhooks';

/** Addresses that no endpoint may have, by the name that resolves to them. */
const PRIVATE: Record<string, string[]> = {
  'loopback.example': ['127.0.0.1'],
  'other-loopback.example': ['127.8.9.10'],
  'unspecified.example': ['0.0.0.0'],
  'ten.example': ['10.0.0.1'],
  'carrier.example': ['100.64.0.1'],
  'metadata.example': ['169.254.169.254'],
  'azure.example': ['168.63.129.16'],
  'private-172.example': ['172.16.0.1'],
  'private-192.example': ['192.168.1.1'],
  'benchmark.example': ['198.18.0.1'],
  'multicast.example': ['224.0.0.1'],
  'broadcast.example': ['255.255.255.255'],
  'both.example': ['192.0.2.44', '127.0.0.1'],
};

let names: NameServer;
let secret: Canary;
let good: Receiver;
let test: TestApp;
const servers: Server[] = [];

beforeAll(async () => {
  names = await nameServer((name, asked) =>
    // The first answer is public, the next is not.
    name === 'rebinding.example' ? [asked === 0 ? '8.8.8.8' : '127.0.0.1'] : (PRIVATE[name] ?? []),
  );
  secret = await canary();
  good = await startReceiver();
});

afterEach(async () => {
  await test.close();
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

afterAll(async () => {
  names.close();
  await secret.close();
  await good.close();
});

async function endpoint(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

async function newWebhook(url: string, account = test.owner): Promise<number> {
  return (await account.call('post', WEBHOOKS).send({ url }).expect(201)).body.data.id;
}

async function attemptOf(id: number, account = test.owner) {
  return eventually(async () => {
    const { body } = await account.call('get', `${WEBHOOKS}/${String(id)}/deliveries`).expect(200);
    return body.data[0]?.attempts[0];
  });
}

it('no private address is reached, whatever the name says, and redirects are not followed', async () => {
  const redirecting = await endpoint((_request, response) => {
    response.writeHead(302, { Location: `http://127.0.0.1:${String(secret.port)}/redirected` }).end();
  });
  test = await startApp({
    DNS_SERVERS: names.address,
    ALLOWED_PORTS: `443,${String(secret.port)}`,
    ALLOWED_TARGETS: redirecting,
  });
  const ids = new Map<string, number>();
  for (const name of [...Object.keys(PRIVATE), 'rebinding.example'])
    ids.set(name, await newWebhook(`https://${name}:${String(secret.port)}/`));
  const redirected = await newWebhook(`http://${redirecting}/`);
  await storedReport(test, test.owner, 'https://page.example/');
  for (const name of Object.keys(PRIVATE))
    expect([name, await attemptOf(ids.get(name) ?? 0)]).toEqual([
      name,
      {
        at: expect.any(String),
        status_code: null,
        error: {
          code: 'blocked_address',
          detail: 'The host name resolves to an address outside the public internet.',
        },
      },
    ]);
  expect((await attemptOf(ids.get('rebinding.example') ?? 0)).status_code).toBeNull();
  expect(await attemptOf(redirected)).toMatchObject({ status_code: 302, error: { code: 'redirect' } });
  expect(secret.connections()).toBe(0);
});

it('endpoints that hang, drip or never stop sending delay nobody, and end', async () => {
  const hangs = await endpoint(() => undefined);
  const drips = await endpoint((_request, { socket }) => {
    socket?.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => socket?.write('x'), 200);
    socket?.on('close', () => {
      clearInterval(timer);
    });
  });
  let sent = 0;
  const floods = await endpoint((_request, response) => {
    const chunk = Buffer.alloc(65_536);
    const more = () => {
      while (!response.destroyed && sent < 1e9 && response.write(chunk)) sent += chunk.length;
    };
    response.writeHead(200).on('drain', more);
    more();
  });
  test = await startApp({
    ALLOWED_TARGETS: [hangs, drips, floods, good.target].join(','),
    DELIVERY_CONCURRENCY: '4',
  });
  const flood = await newWebhook(`http://${floods}/`);
  const slow = [await newWebhook(`http://${hangs}/`), await newWebhook(`http://${drips}/`)];
  for (let more = 0; more < 2; more++) await newWebhook(`http://${hangs}/`);
  await newWebhook(good.url, test.stranger);
  await storedReport(test, test.owner, 'https://page.example/');
  await sleep(300);
  await storedReport(test, test.stranger, 'https://page.example/');
  await good.until((received) => received.length === 1);
  const { body } = await test.owner.call('get', `${WEBHOOKS}/${String(slow[0])}/deliveries`).expect(200);
  expect(body.data[0].attempts).toEqual([]);
  for (const id of slow)
    expect(await attemptOf(id)).toMatchObject({
      status_code: null,
      error: { code: 'too_slow', detail: 'The endpoint did not respond within 15 s.' },
    });
  expect(await attemptOf(flood)).toMatchObject({ status_code: 200, error: null });
  expect(sent).toBeLessThan(50e6);
}, 180_000);
