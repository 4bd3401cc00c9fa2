import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import request from 'supertest';
import { startApp, type TestApp } from '../../support/app.js';
import { holdAgainstDocument } from '../../support/openapi.js';

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
