import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { signedHeaders } from '../../../src/webhooks/deliveries/signature.js';
import { startApp } from '../../support/app.js';
import { freePort } from '../../support/free-port.js';
import { startReceiver } from '../../support/receiver.js';

interface SignedRequest {
  readonly secret: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const OTHER_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';

/** A delivery as it was received, and changes of it that must be refused. */
let requests: SignedRequest[];
const EXPECTED = [true, true, false, false, false, false];

beforeAll(async () => {
  const receiver = await startReceiver();
  const test = await startApp({ ALLOWED_TARGETS: receiver.target });
  const { body: created } = await test.owner
    .call('post', '/api/v1/webhooks')
    .send({ url: receiver.url })
    .expect(201);
  await test.owner.call('post', `/api/v1/webhooks/${String(created.data.id)}/test`).expect(202);
  await receiver.until((received) => received.length === 1);
  const [delivery] = receiver.received;
  if (!delivery) throw new Error('Nothing was delivered');
  const { secret } = created.data as { secret: string };
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  const headers = Object.fromEntries(names.map((name) => [name, String(delivery.headers[name])]));
  const { body } = delivery;
  const message = { id: delivery.event.id, body };
  const old = new Date(Date.now() - 301_000);
  requests = [
    { secret, headers, body },
    { secret, headers: signedHeaders(message, [OTHER_SECRET, secret], new Date()), body },
    { secret, headers, body: `${body} ` },
    { secret: OTHER_SECRET, headers, body },
    { secret, headers: signedHeaders(message, [secret], old), body },
    { secret, headers: {}, body },
  ];
  await test.close();
  await receiver.close();
});

it.each([
  ['python', 'docs/examples/receive_events.py'],
  ['php', 'docs/examples/receive-events.php'],
])('the example in %s accepts what is genuine, and nothing else', (language, file) => {
  const output = execFileSync(process.execPath, ['test/support/run-example.mjs', language, file], {
    input: JSON.stringify(requests),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  expect(JSON.parse(output.toString())).toEqual(EXPECTED);
});

it('the example in Node.js accepts what is genuine, and nothing else', async () => {
  const port = await freePort();
  const statuses: boolean[] = [];
  for (const { secret, headers, body } of requests) {
    const child = spawn(process.execPath, ['docs/examples/receive-events.mjs'], {
      env: { WEBHOOK_SECRET: secret, PORT: port },
    });
    try {
      const response = await answered(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body });
      expect([204, 400]).toContain(response.status);
      await brokenOff(Number(port));
      expect((await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x' })).status).toBe(400);
      statuses.push(response.status === 204);
    } finally {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
    }
  }
  expect(statuses).toEqual(EXPECTED);
});

/** Sends half a body. */
async function brokenOff(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.end('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf');
  socket.resume();
  await once(socket, 'close');
}

/** The response, as soon as the server listens. */
async function answered(url: string, init: RequestInit): Promise<Response> {
  const endsAt = Date.now() + 10_000;
  for (;;) {
    try {
      return await fetch(url, init);
    } catch (error) {
      if (Date.now() > endsAt) throw error;
      await sleep(50);
    }
  }
}
