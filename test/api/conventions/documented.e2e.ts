import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import request from 'supertest';
import { startApp, type TestApp } from '../../support/app.js';
import { holdAgainstDocument } from '../../support/openapi.js';
import { startReceiver } from '../../support/receiver.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp({ ROLE: 'api' });
});

afterAll(async () => {
  await test.close();
});

it('a response that lacks a documented header is not what the document says', async () => {
  const { body, headers } = await test.call('get', '/api/v1/reports').expect(401);
  const { 'www-authenticate': challenge, ...others } = headers as Record<string, string>;
  const answer = { header: others };
  const server = createServer((_request, response) => {
    response.writeHead(401, answer.header).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const held = () => holdAgainstDocument(test.app, request(url).get('/api/v1/reports'));
  await expect(held()).rejects.toThrow('the header WWW-Authenticate is missing');
  answer.header = { ...others, 'www-authenticate': String(challenge) };
  await held().expect(401);
  await new Promise((resolve) => server.close(resolve));
});

it('an event that lacks a documented header or field, or is of another type, is not what the document says', async () => {
  const timestamp = '2026-11-20T15:23:29.123Z';
  const event = { id: `evt_${'0'.repeat(32)}`, type: 'webhook.test', timestamp, data: { webhook_id: 4 } };
  const unsigned = { 'webhook-id': event.id, 'webhook-timestamp': '1795417230' };
  const signed = { ...unsigned, 'webhook-signature': 'v1,A=' };
  const receiver = await startReceiver();
  receiver.holdAgainst(test.app);
  const received = async (body: object, headers: Record<string, string> = signed) => {
    receiver.received.length = 0;
    await request(receiver.url).post('').set(headers).send(body).expect(204);
    await receiver.until(({ length }) => length === 1);
  };
  await received(event);
  await expect(received({ ...event, data: {} })).rejects.toThrow("required property 'webhook_id'");
  await expect(received({ ...event, type: 'webhook.tried' })).rejects.toThrow('the type is not documented');
  await expect(received(event, unsigned)).rejects.toThrow('the header webhook-signature is missing');
  await receiver.close();
});
